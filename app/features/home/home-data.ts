import type { CardProduct, RouterOutputs } from '#app/lib/api-types.ts'
import { cardProduct } from '#app/parts/product-list/card-product.ts'

interface Found {
  partners: RouterOutputs['partner']['featuredStores']
  trending: RouterOutputs['catalogue']['trending']
  categories: RouterOutputs['search']['menu']
  rows: RouterOutputs['catalogue']['partnerRows']
  strips: RouterOutputs['catalogue']['strips']
  promotions: RouterOutputs['promotions']['live']
}

export type HomeData = ReturnType<typeof homeData>

/**
 * Returns the part of the results that the home page uses, because pages send loader data twice: as HTML and for
 * hydration.
 */
export function homeData({ partners, trending, categories, rows, strips, promotions }: Found) {
  const cards = new Map<string, CardProduct>()
  // A product in several rows uses the same object, which is serialised only once.
  const cardOf = (product: CardProduct) => {
    const card = cards.get(product.id) ?? cardProduct(product)
    cards.set(product.id, card)
    return card
  }
  return {
    partners: partners.map(({ id, businessName, ethos, productCount, hero }) => ({
      id,
      businessName,
      ethos,
      productCount,
      hero,
    })),
    trending: trending.map(cardOf),
    categories: categories.map(({ slug, name, count, picture }) => ({ slug, name, count, picture })),
    rows: rows.map(({ products, ...partner }) => ({ ...partner, products: products.map(cardOf) })),
    onSale: strips.onSale.map(cardOf),
    newThisWeek: strips.newThisWeek.map(cardOf),
    promotions,
  }
}
