import { AboutPrice } from './about-price.tsx'
import { discountPercent, formatMoney } from '#app/lib/format.ts'

export interface PriceProps {
  priceMinor: number
  originalPriceMinor?: number | null
  currency: string
  /** The highest price if variants differ; the price then reads 'from'. */
  priceMaxMinor?: number
  /** For shoppers: adds the approximate price in their own currency. */
  showsAbout?: boolean
  className?: string
}

/** The current price, the previous one (struck out) and the discount. Amounts in minor units. */
export function Price({
  priceMinor,
  originalPriceMinor,
  currency,
  priceMaxMinor,
  showsAbout,
  className = '',
}: PriceProps) {
  const percent = discountPercent(priceMinor, originalPriceMinor)
  return (
    <p className={className ? `price ${className}` : 'price'}>
      {priceMaxMinor !== undefined && priceMaxMinor > priceMinor && <small>from</small>}
      {percent === null || !originalPriceMinor ? (
        formatMoney(priceMinor, currency)
      ) : (
        <>
          <span className="price-now">
            <span className="sr-only">Now </span>
            {formatMoney(priceMinor, currency)}
          </span>
          <s>
            <span className="sr-only">Before </span>
            {formatMoney(originalPriceMinor, currency)}
          </s>
          <span className="price-saved">{`-${percent}%`}</span>
        </>
      )}
      {showsAbout && <AboutPrice priceMinor={priceMinor} currency={currency} />}
    </p>
  )
}
