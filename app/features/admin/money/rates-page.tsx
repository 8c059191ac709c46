import { TableHead } from '#app/components/data-table/table-head.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm, type FormState } from '#app/lib/form.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'

type Rates = RouterOutputs['admin']['money']['rates']
export type RatesPreview = RouterOutputs['admin']['money']['previewRates'] & { text: string }

/** The exchange rates with their date and source, and the forms to add new ones. */
export function RatesPage({ list, preview }: { list: Rates; preview: RatesPreview | undefined }) {
  const { base, rates, history, waiting, last } = list
  return (
    <>
      <TableHead
        area="Administration"
        title="Exchange rates"
        hint="Each sale keeps the exchange rate of its first ledger entry. New rates never change existing entries."
      />
      {waiting.length > 0 && (
        <p className="notice mt-6 max-w-3xl text-sm">
          Sales without a rate:{' '}
          {waiting.map(({ currency, sales }) => `${formatCount(sales)} in ${currency}`).join(', ')}.
        </p>
      )}
      {preview && <Preview preview={preview} />}
      <ul className="mt-8 max-w-3xl border-t border-line text-sm">
        {rates.map(({ currency, toBase, asOf, source }) => (
          <li key={currency} className="border-b border-line py-3">
            <p className="flex flex-wrap justify-between gap-x-8">
              <span className="font-medium">{currency}</span>
              <span className="tabular-nums">
                1 {currency} = {toBase} {base}
              </span>
            </p>
            <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
              <span>As of {formatDate(asOf)}</span>
              <span className="wrap-anywhere">{source ?? (currency === base ? 'Base currency' : 'Built in')}</span>
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-8 grid max-w-5xl gap-x-12 gap-y-8 md:grid-cols-2">
        <OneRate base={base} last={last} />
        <FileOfRates />
      </div>
      {history.length > 0 && (
        <section className="mt-12 max-w-3xl text-sm" aria-labelledby="history">
          <h2 id="history" className="text-xl">
            Rate history
          </h2>
          <ul className="mt-3 border-t border-line">
            {history.map(({ id, currency, toBase, asOf, source, enteredAt }) => (
              <li key={id} className="flex flex-wrap gap-x-5 border-b border-line py-2.5">
                <span className="tabular-nums">
                  {currency} {toBase}
                </span>
                <span>As of {formatDate(asOf)}</span>
                <span className="text-muted wrap-anywhere">{source}</span>
                <span className="text-muted tabular-nums">
                  Entered <ExactTime date={enteredAt} /> UTC
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Preview({ preview: { asOf, rates, tooSmall, last, text } }: { preview: RatesPreview }) {
  const form = usePageForm('file')
  const { Form } = form
  const isOdd = rates.some(({ isImplausible }) => isImplausible)
  return (
    <section className="mt-8 max-w-3xl text-sm" aria-labelledby="preview">
      <h2 id="preview" className="text-xl">
        Changes in this file
      </h2>
      <p className="mt-1 text-muted">
        Rates as of {formatDate(new Date(asOf))}. Not saved yet.
        {tooSmall.length > 0 && ` Not included, because they are too small for six decimals: ${tooSmall.join(', ')}.`}
      </p>
      <ul className="mt-3 border-t border-line">
        {rates.map(({ currency, toBase, before, change, isOlder, isImplausible }) => (
          <li key={currency} className="flex flex-wrap gap-x-5 border-b border-line py-2 tabular-nums">
            <span className="font-medium">{currency}</span>
            <span>{toBase}</span>
            <span className={isImplausible ? 'text-sale' : 'text-muted'}>
              {isOlder
                ? 'unchanged: we have a later rate'
                : change === null
                  ? 'new'
                  : `${change > 0 ? '+' : ''}${(change * 100).toFixed(2)}%, was ${before}`}
            </span>
          </li>
        ))}
      </ul>
      <Form {...form.props} className="grid gap-3 pt-4">
        <input type="hidden" name="form" value="file" />
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="last" value={last} />
        {isOdd && <Sure form={form} />}
        <SubmitButton form={form} busy="Saving..." look="quiet" className="justify-self-start px-7">
          Save these rates
        </SubmitButton>
      </Form>
    </section>
  )
}

function OneRate({ base, last }: { base: string; last: string }) {
  const form = usePageForm('rate')
  const { Form } = form
  return (
    <section aria-labelledby="one">
      <h2 id="one" className="text-xl">
        Add a rate
      </h2>
      <Form {...form.props} className="mt-3 grid gap-4">
        <input type="hidden" name="form" value="rate" />
        <input type="hidden" name="last" value={last} />
        <FormMessage>{form.message}</FormMessage>
        <Field
          form={form}
          name="currency"
          label="Currency"
          hint="Three-letter code, such as EUR"
          maxLength={3}
          required
        />
        <Field form={form} name="toBase" label={`Value of one unit in ${base}`} inputMode="decimal" required />
        <Field form={form} name="asOf" label="Date" type="date" required />
        <Field form={form} name="source" label="Source" maxLength={200} required />
        <Sure form={form} />
        <SubmitButton form={form} busy="Saving..." look="quiet" className="justify-self-start px-7">
          Save this rate
        </SubmitButton>
      </Form>
    </section>
  )
}

function Sure({ form }: { form: FormState }) {
  const problem = form.error('isSure')
  return (
    <div className="text-sm">
      <label className="inline-flex min-h-11 items-center gap-3">
        <input type="checkbox" name="isSure" className="size-5" />
        The rate is correct, even if it differs by more than 20%
      </label>
      {problem && (
        <p role="alert" className="text-sale">
          {problem}
        </p>
      )}
    </div>
  )
}

function FileOfRates() {
  const form = usePageForm('preview')
  const refused = usePageForm('file')
  const { Form } = form
  return (
    <section aria-labelledby="file">
      <h2 id="file" className="text-xl">
        European Central Bank file
      </h2>
      <Form {...form.props} className="mt-3 grid gap-4">
        <input type="hidden" name="form" value="preview" />
        <FormMessage>{form.message ?? refused.message ?? refused.error('text') ?? refused.error('isSure')}</FormMessage>
        <TextAreaField
          form={form}
          name="text"
          label="Contents of the daily eurofxref file (XML or CSV)"
          hint="You can review the changes before you save them"
          required
          rows={8}
        />
        <SubmitButton form={form} busy="Loading..." look="quiet" className="justify-self-start px-7">
          Preview changes
        </SubmitButton>
      </Form>
    </section>
  )
}
