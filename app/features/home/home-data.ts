import type { ProductCardData, RouterOutputs } from '#app/lib/api-types.ts'

interface Found {
  partners: RouterOutputs['partner']['featuredStores']
  trending: RouterOutputs['catalogue']['trending']
  categories: RouterOutputs['search']['menu']
  rows: RouterOutputs['catalogue']['partnerRows']
  strips: RouterOutputs['catalogue']['strips']
  promotions: RouterOutputs['promotions']['live']
}

export type HomeData = ReturnType<typeof homeData>

/** What home reads of what was found: all of it stands in the page a second time, as data. */
export function homeData({ partners, trending, categories, rows, strips, promotions }: Found) {
  return {
    partners: partners.map(({ id, businessName, ethos, productCount, hero }) => ({
      id,
      businessName,
      ethos,
      productCount,
      hero,
    })),
    trending: trending.map(cardData),
    categories: categories.map(({ slug, name, count, picture }) => ({ slug, name, count, picture })),
    rows: rows.map(({ products, ...partner }) => ({ ...partner, products: products.map(cardData) })),
    onSale: strips.onSale.map(cardData),
    newThisWeek: strips.newThisWeek.map(cardData),
    promotions,
  }
}

function cardData(product: ProductCardData) {
  const { id, name, brand, currency, priceMinor, priceMaxMinor, originalPriceMinor, stock, pictures } = product
  return { id, name, brand, currency, priceMinor, priceMaxMinor, originalPriceMinor, stock, pictures }
}
