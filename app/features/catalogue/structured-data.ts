import type { ProductDetail, ReviewsData } from '#app/lib/api-types.ts'
import { toMajor } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** Each is on the page too, and in its data. */
const REVIEWS_TOLD = 5

/** schema.org Product data. A rating and reviews only from approved ones; availability only if the store reports its stock. */
export function productStructuredData(
  product: ProductDetail,
  reviews: ReviewsData | null,
  siteUrl: string,
): Record<string, unknown> {
  const availability = (stock: number | null) =>
    stock === null ? {} : { availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}` }
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    url: siteUrl + paths.product(product.id),
    image: product.pictures.map((picture) => siteUrl + paths.image(picture.name, 960, 'jpg')),
    brand: { '@type': 'Brand', name: product.brand.name },
    ...(product.category ? { category: product.category.name } : {}),
    ...(product.material ? { material: product.material } : {}),
    offers: product.variants.map((variant) => ({
      '@type': 'Offer',
      price: toMajor(variant.priceMinor, product.currency),
      priceCurrency: product.currency,
      ...(variant.sku ? { sku: variant.sku } : {}),
      ...(variant.gtin ? { gtin: variant.gtin } : {}),
      ...availability(variant.stock),
      seller: { '@type': 'Organization', name: product.partner.businessName },
      url: siteUrl + paths.product(product.id),
    })),
    ...(reviews && reviews.averageRating !== null
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: Number(reviews.averageRating.toFixed(2)),
            reviewCount: reviews.count,
            bestRating: 5,
            worstRating: 1,
          },
          review: reviews.reviews.slice(0, REVIEWS_TOLD).map(({ rating, title, comment, author, createdAt }) => ({
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
