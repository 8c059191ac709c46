import { ProductIndex } from '#server/search/index/product-index.ts'

type Indexed = Parameters<ProductIndex['put']>[0]

/**
 * Builds an index of this many products. Every ninth is out of stock.
 * @param more fields that differ between products
 */
export function largeIndex(products: number, more: (at: number) => Partial<Indexed>): ProductIndex {
  const index = new ProductIndex()
  for (let at = 0; at < products; at++)
    index.put({
      id: `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
      partnerId: `partner ${at % 500}`,
      brandId: `brand ${at % 800}`,
      categoryId: `category ${at % 60}`,
      gender: 'women',
      priceBaseMinor: 1_000 + (at % 50_000),
      isOnSale: at % 5 === 0,
      isInStock: at % 9 !== 0,
      isSoldOut: false,
      isFeatured: false,
      createdAt: Date.now() - (at % 400) * 86_400_000,
      confirmedAt: Date.now(),
      popularity: at % 200,
      discountPercent: at % 5 === 0 ? 20 : 0,
      sizes: ['M'],
      colours: ['blue'],
      materials: ['cotton'],
      cuts: ['sleeve:long', 'sleeve:sleeves', 'fit:regular'],
      nameKey: `product ${at}`,
      lines: ['product', 'brand', '', ''],
      appearances: new Uint8Array(),
      fitShift: 0,
      ...more(at),
    })
  return index
}
