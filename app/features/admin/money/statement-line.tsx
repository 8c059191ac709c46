import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate, formatMoney } from '#app/lib/format.ts'

export type Statement = RouterOutputs['admin']['statements']['review']
export type StatementGroup = Statement['groups']['exact']
export type Line = StatementGroup['rows'][number]

/** A payment with its payer and reference, and how it differs from its invoice. */
export function StatementLine({ line }: { line: Line }) {
  const { bookedOn, amountMinor, currency, reference, payer, payerIban, invoice, undoReason } = line
  return (
    <div className="min-w-0 grow">
      <p className="flex flex-wrap items-baseline justify-between gap-x-8">
        <span className="min-w-0 font-medium wrap-anywhere">{payer || 'Unknown payer'}</span>
        <span className="tabular-nums">{formatMoney(amountMinor, currency)}</span>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
        <span>{formatDate(bookedOn)}</span>
        {payerIban && <span className="wrap-anywhere">{payerIban}</span>}
        <span className="wrap-anywhere">{reference || 'No reference'}</span>
      </p>
      {line.difference ? (
        <p className="mt-1">{explain(line, line.difference)}</p>
      ) : (
        invoice && <p className="mt-1">Invoice {invoice.number}</p>
      )}
      {undoReason && <p className="mt-1 whitespace-pre-line wrap-anywhere">Undone: {undoReason}</p>}
    </div>
  )
}

function explain(line: Line, { why, numbers, payableMinor, currency }: NonNullable<Line['difference']>): string {
  const number = numbers.join(', ')
  const payable = formatMoney(payableMinor, currency)
  const apart = formatMoney(Math.abs(line.amountMinor - payableMinor), currency)
  return {
    less: `Invoice ${number} is for ${payable}. This payment is ${apart} less.`,
    more: `Invoice ${number} is for ${payable}. This payment is ${apart} more.`,
    currency: `Invoice ${number} is for ${payable}, which is a different currency.`,
    several: `The reference names several invoices: ${number}. Mark each one as paid on the Invoices page.`,
    twice: `Another payment on this statement already matches invoice ${number}.`,
    paid: `Invoice ${number} is already paid.`,
    recorded: `A payment like this one was recorded for invoice ${number} from another statement. It may be the same transfer.`,
    by_hand: `Invoice ${number}, for the same amount and payer, was marked as paid by hand. This may be the same payment.`,
    credit: `${number} is a credit note, so no payment is due.`,
  }[why]
}
