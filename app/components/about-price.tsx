import { formatAbout } from '#app/lib/about-money.ts'
import { useAbout } from '#app/lib/readers-currency.ts'

/**
 * An approximate price in the visitor's currency, if it differs from the store's. The server renders it empty, and
 * about-price.css reserves its line, so that nothing moves when the browser fills it in.
 */
export function AboutPrice({ priceMinor, currency }: { priceMinor: number; currency: string }) {
  const about = useAbout(currency)?.(priceMinor)
  return <span data-about={currency}>{about && formatAbout(about.minor, about.currency)}</span>
}
