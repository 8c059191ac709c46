import type { OwnProductsQuery, ProductsChange } from '#server/products/own-products.schema.ts'
import type { OwnProduct } from './product-words.ts'
import type { Selection } from './use-selection.ts'

/** The shared props of table rows and grid tiles. */
export interface TableContext {
  products: readonly OwnProduct[]
  query: OwnProductsQuery
  selection: Selection
  canChange: boolean
  changeOne: (id: string, change: ProductsChange) => Promise<void>
}
