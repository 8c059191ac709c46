import type { RouterOutputs } from '#app/lib/api-types.ts'
import { toMajor } from '#app/lib/format.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { paths } from '#app/lib/paths.ts'

/**
 * Returns schema.org Product data, with one AggregateOffer per currency, because each can have only one currency.
 * Leaves out sold-out offers and uncertain matches. Gives the availability only if the store reports its stock. An
 * offer's URL is our page, because the link to the store counts clicks and is closed to robots.
 */
export function offersData(
  { name, brand, offers }: RouterOutputs['offers']['list'],
  productId: string,
  siteUrl: string,
): Record<string, unknown> {
  const sure = offers.filter((offer) => offer.match?.way !== 'look' && !isSoldOut(offer))
  const gtin = sure.find(({ match }) => match?.way === 'gtin')?.match?.evidence
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    url: siteUrl + offerPaths.stores(productId),
    brand: { '@type': 'Brand', name: brand },
    ...(gtin ? { gtin } : {}),
    offers: [...new Set(sure.map(({ currency }) => currency))].map((currency) => {
      const inCurrency = sure.filter((offer) => offer.currency === currency)
      const prices = inCurrency.map(({ priceMinor }) => toMajor(priceMinor, currency))
      return {
        '@type': 'AggregateOffer',
        lowPrice: Math.min(...prices),
        highPrice: Math.max(...prices),
        priceCurrency: currency,
        offerCount: inCurrency.length,
        offers: inCurrency.map(({ stock, isInStock, partner, ...offer }) => ({
          '@type': 'Offer',
          price: toMajor(offer.priceMinor, currency),
          priceCurrency: currency,
          ...(stock === null ? {} : { availability: `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}` }),
          seller: { '@type': 'Organization', name: partner.businessName },
          url: siteUrl + paths.product(offer.productId),
        })),
      }
    }),
  }
}

const isSoldOut = ({ isInStock, stock }: { isInStock: boolean; stock: number | null }) => !isInStock && stock === 0
