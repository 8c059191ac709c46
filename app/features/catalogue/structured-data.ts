import type { ProductDetail } from '#app/lib/api-types.ts'
import { toMajor } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** schema.org Product data. A rating only from approved reviews; availability only if the store reports its stock. */
export function productStructuredData(product: ProductDetail, siteUrl: string): Record<string, unknown> {
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
    ...(product.reviews.count > 0 && product.reviews.averageRating !== null
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.reviews.averageRating,
            reviewCount: product.reviews.count,
          },
        }
      : {}),
  }
}
