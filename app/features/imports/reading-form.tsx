import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { ENCODINGS, SEPARATORS } from '#server/importing/tables/table.schema.ts'
import type { ImportDetail } from './import-states.ts'

type Reading = NonNullable<ImportDetail['reading']>

/** The format detected in a file, with a form to correct it. */
export function ReadingForm({ reading }: { reading: Reading }) {
  const form = usePageForm('reading')
  const { kind, encoding, separator, headerLine, takesFree } = reading
  return (
    <details className="mt-6" open={form.isRefused || undefined}>
      <summary className="min-h-11 cursor-pointer content-center text-sm">How we read this file</summary>
      <p className="mt-1 max-w-[70ch] text-sm text-muted">
        If letters, columns or prices look wrong, change these settings and read the file again. Nothing has been
        imported yet.
      </p>
      <form.Form {...form.props} className="mt-4">
        <input type="hidden" name="form" value="reading" />
        <FormMessage>{form.message}</FormMessage>
        {kind === 'table' && (
          <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
            <Choice name="encoding" label="Encoding" value={form.value('encoding') ?? encoding} options={ENCODINGS} />
            <Choice
              name="separator"
              label="Separator"
              value={form.value('separator') ?? separator}
              options={SEPARATORS}
            />
            <label className="text-sm">
              <span className="text-muted">Row with the column names</span>
              <input
                name="headerLine"
                type="number"
                min={1}
                max={1000}
                defaultValue={form.value('headerLine') ?? headerLine}
                aria-invalid={form.error('headerLine') ? true : undefined}
                className="field mt-1 min-h-11 w-full"
              />
              {form.error('headerLine') && <span className="mt-1 block text-sale">{form.error('headerLine')}</span>}
            </label>
          </div>
        )}
        <label className="mt-3 flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" name="takesFree" value="yes" defaultChecked={takesFree} className="size-5" />
          Import products with a price of 0
        </label>
        <SubmitButton form={form} busy="Reading..." look="quiet" className="mt-3 px-7">
          Read again
        </SubmitButton>
      </form.Form>
    </details>
  )
}

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string
  options: Readonly<Record<string, string>>
}) {
  return (
    <label className="text-sm">
      <span className="text-muted">{label}</span>
      <select name={name} defaultValue={value} className="field mt-1 min-h-11 w-full">
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
