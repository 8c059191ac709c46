import { formatAbout } from '#app/lib/about-money.ts'
import { useAbout } from '#app/lib/readers-currency.ts'

/**
 * About what a price is in the reader's currency, where that is another one than the store's. The server sends it
 * empty, and about-price.css keeps its line free, so that nothing moves once the browser fills it.
 */
export function AboutPrice({ priceMinor, currency }: { priceMinor: number; currency: string }) {
  const about = useAbout(currency)?.(priceMinor)
  return <span data-about={currency}>{about && formatAbout(about.minor, about.currency)}</span>
}
