import { useState } from 'react'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { StatementLine, type Line, type Statement, type StatementGroup } from './statement-line.tsx'

/** Payments that match an invoice, with checkboxes. Only exact matches of incoming payments are ticked at first. */
export function RecordPayments({ statement: { groups, isUnsigned } }: { statement: Statement }) {
  const form = usePageForm('record')
  const { Form } = form
  const [isTicked, setTicked] = useState<Readonly<Record<string, boolean>>>({})
  const exact = new Set(isUnsigned ? [] : groups.exact.rows.map(({ id }) => id))
  const ticked = [...groups.exact.rows, ...groups.name.rows].filter(({ id }) => isTicked[id] ?? exact.has(id))
  const props = {
    isTicked: (id: string) => isTicked[id] ?? exact.has(id),
    onTick: (id: string, isOn: boolean) => setTicked((before) => ({ ...before, [id]: isOn })),
  }
  const count = ticked.length
  return (
    <Form {...form.props} className="mt-10 max-w-4xl text-sm">
      <input type="hidden" name="form" value="record" />
      <Boxes
        {...props}
        title="Exact matches"
        text="The reference, amount and currency match the invoice."
        group={groups.exact}
      />
      <Boxes
        {...props}
        title="Suggestions"
        text="The amount and payer match, but the reference does not name an invoice. Tick the ones you have checked."
        group={groups.name}
      />
      <div className="mt-6 grid gap-3">
        <p role="status" className="tabular-nums">
          {count ? `Selected: ${totalsOf(ticked)}` : 'Nothing is selected.'}
        </p>
        <FormMessage>{form.message ?? form.error('payments')}</FormMessage>
        <SubmitButton form={form} busy="Recording..." className="justify-self-start px-7">
          {count === 1 ? 'Record 1 payment' : `Record ${formatCount(count)} payments`}
        </SubmitButton>
        <p className="max-w-2xl text-muted">
          Once a second administrator approves, the invoices and their sales are marked as paid, and we email each
          partner a receipt.
        </p>
      </div>
    </Form>
  )
}

function Boxes({
  title,
  text,
  group: { count, rows },
  isTicked,
  onTick,
}: {
  title: string
  text: string
  group: StatementGroup
  isTicked: (id: string) => boolean
  onTick: (id: string, isOn: boolean) => void
}) {
  if (!rows.length) return null
  return (
    <fieldset className="mb-8">
      <legend className="text-xl">
        {title} <span className="text-muted tabular-nums">{formatCount(count)}</span>
      </legend>
      <p className="mt-1 max-w-2xl text-muted">
        {text}
        {count > rows.length &&
          ` Showing ${formatCount(rows.length)} on this page. Record these before you open another page.`}
      </p>
      <ul className="mt-3 border-t border-line">
        {rows.map((line) => (
          <li key={line.id} className="border-b border-line">
            <label className="flex gap-4 py-3">
              <input
                type="checkbox"
                name="payment"
                value={`${line.id} ${line.invoice?.id ?? ''}`}
                checked={isTicked(line.id)}
                onChange={({ target }) => onTick(line.id, target.checked)}
                className="mt-0.5 size-5 shrink-0"
              />
              <StatementLine line={line} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Sums up the lines by currency: '€1,200.00 and £80.00'. */
function totalsOf(lines: readonly Line[]): string {
  const totals = new Map<string, number>()
  for (const { currency, amountMinor } of lines) totals.set(currency, (totals.get(currency) ?? 0) + amountMinor)
  return [...totals].map(([currency, minor]) => formatMoney(minor, currency)).join(' and ')
}
