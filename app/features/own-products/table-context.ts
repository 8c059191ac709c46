import type { OwnProductsQuery, ProductsChange } from '#server/products/own-products.schema.ts'
import type { OwnProduct } from './product-words.ts'
import type { Selection } from './use-selection.ts'

/** What rows of the table, and tiles of the grid, are shown with. */
export interface TableContext {
  products: readonly OwnProduct[]
  query: OwnProductsQuery
  selection: Selection
  canChange: boolean
  changeOne: (id: string, change: ProductsChange) => Promise<void>
}
