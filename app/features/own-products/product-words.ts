import { shortId } from '#app/lib/short-id.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { OwnState, StockState } from '#server/products/own-products.schema.ts'

export type OwnProduct = RouterOutputs['products']['list']['products'][number]

export const STATE_NAMES: Record<OwnState, string> = {
  all: 'All',
  active: 'Active',
  draft: 'Draft',
  archived: 'Archived',
  deleted: 'Deleted',
}
export const STOCK_NAMES: Record<StockState, string> = { low: 'Low', out: 'Out', unknown: 'Unknown' }
/** The statuses that partners can choose. */
export const STATUSES = ['active', 'draft', 'archived'] as const
export const STATUS_COLOURS: Record<(typeof STATUSES)[number], string> = {
  active: 'text-good',
  draft: 'text-text',
  archived: 'text-muted',
}

/** Returns the merchant's SKU, or the end of our id if there is none. */
export const skuOf = ({ sku, id }: Pick<OwnProduct, 'sku' | 'id'>): string => sku ?? shortId(id).toUpperCase()
