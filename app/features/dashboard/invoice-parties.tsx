import { Link } from '#app/components/link.tsx'
import { Facts } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { countryLine } from '#server/sales/billing/country-line.values.ts'
import { paymentFacts, VAT_WORDS } from '#server/sales/billing/invoice-words.values.ts'

type Invoice = RouterOutputs['sales']['invoice']

interface PartyProps {
  legalName: string
  address: string
  countryName: string
  companyNumber?: string
  vatNumber?: string | undefined
}

/** Returns the buyer from the billing details or, without these, from the store's profile. */
export const buyerOf = ({
  businessName,
  businessAddress,
  legalName,
  address,
  ...buyer
}: Invoice['billedTo']): PartyProps => ({
  ...buyer,
  legalName: legalName ?? businessName,
  address: address ?? businessAddress,
})

/** A company on an invoice. */
export function Party({ legalName, address = '', countryName = '', companyNumber, vatNumber }: PartyProps) {
  const country = countryLine(address, countryName)
  return (
    <span className="block wrap-anywhere">
      {legalName}
      {address && <span className="block whitespace-pre-line text-muted">{address}</span>}
      {country && <span className="block text-muted">{country}</span>}
      {companyNumber && <span className="block text-muted">Company number {companyNumber}</span>}
      {vatNumber && <span className="block text-muted">VAT number {vatNumber}</span>}
    </span>
  )
}

/** The reason for not charging VAT, where invoices must state it. */
export function VatWords({ vat }: Pick<Invoice, 'vat'>) {
  const words = [...new Set(vat.map(({ treatment }) => VAT_WORDS[treatment]))].filter((text) => text !== '')
  return words.map((text) => (
    <p key={text} className="mt-6 max-w-[64ch] text-sm">
      {text}
    </p>
  ))
}

/** The seller's bank account, and a QR code for banking apps if available. */
export function HowToPay({ invoice: { seller, billedTo, number, epcSvg } }: { invoice: Invoice }) {
  if (!seller)
    return (
      <p className="notice mt-6 max-w-[64ch] text-sm">
        Do not pay this invoice yet: it was issued without our bank details. We will send them to you. If you need them
        sooner, contact us.
      </p>
    )
  return (
    <section className="mt-8" aria-labelledby="pay">
      <h2 id="pay" className="text-xl">
        How to pay
      </h2>
      <div className="mt-3 flex flex-wrap items-start gap-8">
        <div className="min-w-0 grow">
          <Facts facts={paymentFacts(seller, number)} />
        </div>
        {epcSvg && (
          <figure className="w-40">
            <img
              src={`data:image/svg+xml,${encodeURIComponent(epcSvg)}`}
              alt="QR code for this bank transfer"
              width={160}
              height={160}
            />
            <figcaption className="mt-2 text-xs text-muted">Scan it with your banking app.</figcaption>
          </figure>
        )}
      </div>
      {!billedTo.legalName && (
        <p className="mt-4 max-w-[64ch] text-sm text-muted">
          This invoice does not include your company’s billing details.{' '}
          <Link to={dashboardPaths.storeSettings('billing')} className="link">
            Add them
          </Link>{' '}
          before the next invoice.
        </p>
      )}
    </section>
  )
}
