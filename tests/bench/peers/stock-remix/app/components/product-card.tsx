import { Link } from '@remix-run/react'
import type { Product } from '../catalogue.server'

const formats = new Map<string, Intl.NumberFormat>()

function formatMoney(minor: number, currency: string): string {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency })
  formats.set(currency, format)
  return format.format(minor / 100)
}

export function ProductCard({ product, isFirst }: { product: Product; isFirst: boolean }) {
  const [picture] = product.pictures
  return (
    <article>
      {picture && (
        <img
          src={`/img/${picture.name}/320`}
          srcSet={`/img/${picture.name}/320 320w, /img/${picture.name}/640 640w`}
          sizes="(min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw"
          loading={isFirst ? 'eager' : 'lazy'}
          alt={picture.alt}
          style={{ background: picture.colour }}
        />
      )}
      {product.stock === 0 && <p>Sold out</p>}
      <p>{product.brand}</p>
      <h3>
        <Link to={`/product/${product.id}`} prefetch="intent">
          {product.name}
        </Link>
      </h3>
      <Price product={product} />
      {product.colours.length > 1 && (
        <span role="img" aria-label={`${product.colours.length} colours`}>
          {product.colours.slice(0, 5).map(({ name, hex }) => (
            <i key={name} style={{ background: hex ?? undefined }} />
          ))}
        </span>
      )}
      <button form="wish" name="productId" value={product.id} aria-label={`Add to Wishlist: ${product.name}`} />
    </article>
  )
}

function Price({ product: { priceMinor, priceMaxMinor, originalPriceMinor, currency } }: { product: Product }) {
  const isReduced = originalPriceMinor !== null && originalPriceMinor > priceMinor
  return (
    <p>
      {priceMaxMinor > priceMinor && <small>from</small>}
      {isReduced && <span>Now </span>}
      {formatMoney(priceMinor, currency)}
      {isReduced && (
        <>
          <s>
            <span>Before </span>
            {formatMoney(originalPriceMinor, currency)}
          </s>
          <span>-{Math.round((100 * (originalPriceMinor - priceMinor)) / originalPriceMinor)}%</span>
        </>
      )}
    </p>
  )
}
