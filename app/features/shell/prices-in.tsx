import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect } from 'react'
import { choosePricesIn, followAccount, usePricesIn } from '#app/lib/readers-currency.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { CURRENCIES, type Currency } from '#server/accounts/account-values.schema.ts'
import { PRICE_CURRENCIES } from '#server/search/search-values.schema.ts'

const NAMES: Record<Currency, string> = {
  USD: 'US dollars ($)',
  EUR: 'Euros (€)',
  GBP: 'British pounds (£)',
  CAD: 'Canadian dollars (CA$)',
}

const PRICED: ReadonlySet<string> = new Set(PRICE_CURRENCIES)

/** The footer's choice of the currency in which prices are shown too. The browser fills it, so it needs a script. */
export function PricesIn() {
  const pricesIn = usePricesIn()
  const isSignedIn = Boolean(useSession())
  useEffect(() => void followAccount(isSignedIn), [isSignedIn])
  // Those that there are rates for, and what the account has chosen elsewhere.
  const choices = CURRENCIES.filter((currency) => PRICED.has(currency) || currency === pricesIn)
  return (
    <div className="needs-script">
      <label htmlFor="prices-in" className="block text-sm text-muted">
        Prices in
      </label>
      <div className="relative mt-1">
        <select
          id="prices-in"
          value={pricesIn ?? ''}
          onChange={({ currentTarget }) => choosePricesIn((currentTarget.value || null) as Currency | null, isSignedIn)}
          aria-describedby="prices-in-note"
          className="field min-h-11 w-full appearance-none pr-11"
        >
          <option value="">Each store&apos;s own currency</option>
          {choices.map((currency) => (
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
