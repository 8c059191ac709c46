import type { ProductDetail, ReviewsData } from '#app/lib/api-types.ts'
import { toMajor } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** Each review is in the response three times: here, in the page's text and in its data. */
const MAX_REVIEWS = 5
/** Search engines read no more than this, and a product may have 2,048 variants and 250 pictures. */
const MAX_OFFERS = 100
const MAX_PICTURES = 20

/**
 * Returns schema.org Product data. The rating counts only approved reviews. The availability is given only if the store
 * reports its stock. Several variants become an AggregateOffer, because nobody can buy here: Google calls such a page a
 * product snippet. An offer's URL is this page, because the link to the store counts clicks and is closed to robots.
 */
export function productStructuredData(
  product: ProductDetail,
  reviews: ReviewsData | null,
  siteUrl: string,
): Record<string, unknown> {
  const { currency, variants } = product
  const url = siteUrl + paths.product(product.id)
  const offers = variants.map((variant) => ({
    '@type': 'Offer',
    price: toMajor(variant.priceMinor, currency),
    priceCurrency: currency,
    ...numbersOf(variant),
    ...(variant.stock === null
      ? {}
      : { availability: `https://schema.org/${variant.stock > 0 ? 'InStock' : 'OutOfStock'}` }),
    seller: { '@type': 'Organization', name: product.partner.businessName },
    url,
  }))
  const prices = offers.map(({ price }) => price)
  const [only] = variants
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    ...(product.description ? { description: product.description } : {}),
    url,
    ...(product.pictures.length
      ? {
          image: product.pictures
            .slice(0, MAX_PICTURES)
            .map((picture) => siteUrl + paths.image(picture.name, 960, 'jpg')),
        }
      : {}),
    brand: { '@type': 'Brand', name: product.brand.name },
    ...(product.category ? { category: product.category.name } : {}),
    ...(product.material ? { material: product.material } : {}),
    ...(only && variants.length === 1 ? numbersOf(only) : {}),
    offers:
      offers.length === 1
        ? offers[0]
        : {
            '@type': 'AggregateOffer',
            lowPrice: Math.min(...prices),
            highPrice: Math.max(...prices),
            priceCurrency: currency,
            offerCount: offers.length,
            offers: offers.slice(0, MAX_OFFERS),
          },
    ...(reviews && reviews.averageRating !== null
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: Number(reviews.averageRating.toFixed(2)),
            reviewCount: reviews.count,
            bestRating: 5,
            worstRating: 1,
          },
          review: reviews.reviews.slice(0, MAX_REVIEWS).map(({ rating, title, comment, author, createdAt }) => ({
            '@type': 'Review',
            ...(title ? { name: title } : {}),
            reviewBody: comment,
            author: { '@type': 'Person', name: author },
            datePublished: createdAt.toISOString().slice(0, 10),
            reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
          })),
        }
      : {}),
  }
}

const numbersOf = ({ sku, gtin }: { sku: string | null; gtin: string | null }) => ({
  ...(sku ? { sku } : {}),
  ...(gtin ? { gtin } : {}),
})

/** Returns schema.org data for the breadcrumbs at the top of the product page. */
export const breadcrumbData = (product: ProductDetail, siteUrl: string): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Discover', item: siteUrl + paths.allProducts() },
    { name: product.brand.name, item: siteUrl + paths.discover({ brand: product.brand.slug }) },
    { name: product.name, item: siteUrl + paths.product(product.id) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
})
