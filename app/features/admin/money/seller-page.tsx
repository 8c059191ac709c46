import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { CountryField, type Countries } from '#app/parts/sales/country-field.tsx'

type List = RouterOutputs['admin']['money']['seller']
type Version = List['versions'][number]

interface SellerPageProps {
  list: List
  countries: Countries
  now: Date
}

/** The versions of the seller details on invoices, and the form for the next one. */
export function SellerPage({ list: { versions, current }, countries, now }: SellerPageProps) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Seller details"
        hint="Your company and bank account, as shown on invoices. Issued invoices never change. A second administrator has to approve a new bank account."
      />
      {!current && (
        <p className="notice mt-6 max-w-3xl text-sm">
          There are no seller details yet. Invoices do not show a seller, VAT or a bank account, so partners cannot pay
          them.
        </p>
      )}
      <NextVersion key={versions[0]?.id ?? ''} from={versions[0] ?? null} countries={countries} now={now} />
      {versions.length > 0 && (
        <section className="mt-12 max-w-3xl text-sm" aria-labelledby="versions">
          <h2 id="versions" className="text-xl">
            Versions
          </h2>
          <ul className="mt-3 border-t border-line">
            {versions.map((version) => (
              <Row key={version.id} version={version} isCurrent={version.id === current?.id} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Row({ version, isCurrent }: { version: Version; isCurrent: boolean }) {
  const { validFrom, createdAt, legalName, country, vatNumber, iban, sortCode, accountNumber, paymentDays } = version
  return (
    <li className="border-b border-line py-3">
      <p className="flex flex-wrap justify-between gap-x-8">
        <span className="font-medium wrap-anywhere">
          {legalName}, {country}
        </span>
        <span>
          From {formatDate(validFrom)}
          {isCurrent && ' (current)'}
        </span>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
        {iban && <span>IBAN {iban}</span>}
        {sortCode && (
          <span>
            Sort code {sortCode}, account {accountNumber}
          </span>
        )}
        <span>{vatNumber ? `VAT ${vatNumber}` : 'Not registered for VAT'}</span>
        <span>{paymentDays} days to pay</span>
        <span>
          Added <ExactTime date={createdAt} /> UTC
        </span>
      </p>
    </li>
  )
}

function NextVersion({ from, countries, now }: { from: Version | null; countries: Countries; now: Date }) {
  const form = usePageForm('seller')
  const { Form } = form
  const text = (name: keyof Version & string, label: string, hint?: string) => ({
    form,
    name,
    label,
    ...(hint && { hint }),
    defaultValue: String(from?.[name] ?? ''),
  })
  return (
    <section className="mt-8 max-w-3xl" aria-labelledby="next">
      <h2 id="next" className="text-xl">
        {from ? 'Change seller details' : 'Enter seller details'}
      </h2>
      <Form {...form.props} className="mt-4 grid grid-cols-1 gap-5 sm:grid-cols-2">
        <input type="hidden" name="form" value="seller" />
        <FormMessage>{form.message}</FormMessage>
        <Field {...text('legalName', 'Legal name')} maxLength={200} className="sm:col-span-2" required />
        <TextAreaField {...text('address', 'Address')} rows={3} className="sm:col-span-2" />
        <CountryField form={form} countries={countries} defaultValue={from?.country ?? ''} />
        <Field {...text('companyNumber', 'Company number', 'Optional')} maxLength={40} />
        <Field {...text('vatNumber', 'VAT number', 'Leave empty if not registered for VAT')} maxLength={40} />
        <Field
          {...text(
            'paymentDays',
            'Days to pay',
            'Minimum days between issue and due date. Invoices are always due on the 15th',
          )}
          inputMode="numeric"
          required
        />
        <Field {...text('iban', 'IBAN')} maxLength={40} />
        <Field {...text('bic', 'BIC', 'Optional')} maxLength={40} />
        <Field {...text('sortCode', 'Sort code', 'For UK bank accounts')} maxLength={40} />
        <Field {...text('accountNumber', 'Account number')} maxLength={40} />
        <Field
          {...{ form, name: 'validFrom', label: 'Valid from', type: 'date', hint: 'Today or later' }}
          defaultValue={now.toISOString().slice(0, 10)}
          required
        />
        <SubmitButton form={form} busy="Saving..." className="justify-self-start px-7 sm:col-span-2">
          Save seller details
        </SubmitButton>
      </Form>
    </section>
  )
}
