import ChevronDown from 'lucide-react/icons/chevron-down'
import { choosePricesIn, usePricesIn } from '#app/lib/readers-currency.ts'
import { PRICE_CURRENCIES, type PriceCurrency } from '#server/search/search-values.schema.ts'

const NAMES: Record<PriceCurrency, string> = { USD: 'US dollars ($)', GBP: 'British pounds (£)', EUR: 'Euros (€)' }

/** The footer's choice of the currency in which prices are shown too. The browser fills it, so it needs a script. */
export function PricesIn() {
  const pricesIn = usePricesIn()
  return (
    <div className="needs-script">
      <label htmlFor="prices-in" className="block text-sm text-muted">
        Prices in
      </label>
      <div className="relative mt-1">
        <select
          id="prices-in"
          value={pricesIn ?? ''}
          onChange={({ currentTarget }) => choosePricesIn((currentTarget.value || null) as PriceCurrency | null)}
          aria-describedby="prices-in-note"
          className="field min-h-11 w-full appearance-none pr-11"
        >
          <option value="">Each store&apos;s own currency</option>
          {PRICE_CURRENCIES.map((currency) => (
            <option key={currency} value={currency}>
              {NAMES[currency]}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-muted"
        />
      </div>
      <p id="prices-in-note" className="mt-1 text-xs text-muted">
        Shown beside the store&apos;s price, in which you pay.
      </p>
    </div>
  )
}
