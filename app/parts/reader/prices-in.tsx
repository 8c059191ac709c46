import { useRevalidator } from '@remix-run/react'
import { DisplayChoice } from './display-form.tsx'
import { choosePricesIn, usePricesIn } from '#app/lib/readers-currency.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { CURRENCIES, type Currency } from '#server/accounts/account-values.schema.ts'
import { PRICE_CURRENCIES } from '#server/search/search-values.schema.ts'
import { STORES_OWN } from '#server/site/reader.schema.ts'

const OPTIONS: Record<Currency | typeof STORES_OWN, { label: string; name: string }> = {
  [STORES_OWN]: { label: 'Store', name: "Each store's own currency" },
  USD: { label: '$', name: 'US dollars' },
  GBP: { label: '£', name: 'British pounds' },
  EUR: { label: '€', name: 'Euros' },
  CAD: { label: 'CA$', name: 'Canadian dollars' },
}
const PRICED: ReadonlySet<string> = new Set(PRICE_CURRENCIES)

/** Chooses the currency of converted prices and price filters. */
export function PricesIn() {
  const pricesIn = usePricesIn()
  const isSignedIn = Boolean(useSession())
  const { revalidate } = useRevalidator()
  // The currencies with rates, and the current one even without a rate.
  const values = [
    ...CURRENCIES.filter((currency) => PRICED.has(currency) || currency === pricesIn),
    STORES_OWN,
  ] as const
  return (
    <DisplayChoice
      name="pricesIn"
      label="Prices in"
      options={values.map((value) => ({ value, ...OPTIONS[value] }))}
      chosen={pricesIn ?? STORES_OWN}
      onChoose={(value) => {
        choosePricesIn(value === STORES_OWN ? null : value, isSignedIn)
        // Reloads the lists, because their price filters use the currency.
        revalidate()
      }}
    />
  )
}
