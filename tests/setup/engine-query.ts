import type { EngineQuery } from '#server/search/engine.ts'
import { everyProduct } from '#server/search/every-product.ts'

/** A query for every product, newest first. */
export const EVERY_PRODUCT: EngineQuery = { ...everyProduct(null), sort: 'newest', pageSize: 50 }
