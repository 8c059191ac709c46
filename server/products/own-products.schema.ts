import { z } from 'zod'
import { PERIODS } from '#server/platform/period.schema.ts'
import { searchedText } from '#server/platform/texts.schema.ts'
import { MAX_PRODUCT } from './incoming-product.schema.ts'

/**
 * The threshold for low stock: active products with 1 to this many items. products_low_stock_idx has the same value.
 */
export const LOW_STOCK = 10
/** Maximum products of an act that is done in parts. */
export const MAX_SELECTED = 10_000
/** Maximum products per part. */
export const CHANGED_AT_ONCE = 200
/** How long deleted products can be restored and acts can be undone. */
export const KEPT_DAYS = 30
/**
 * How many of the last changes of a product keep their previous state, so that they can be undone. Limited, because a
 * product's variants may take megabytes and change every second.
 */
export const STATES_KEPT = 20

export const OWN_STATES = ['all', 'active', 'draft', 'archived', 'deleted'] as const
export type OwnState = (typeof OWN_STATES)[number]
const STOCK_STATES = ['low', 'out', 'unknown'] as const
export type StockState = (typeof STOCK_STATES)[number]
const OWN_SORTS = ['updated', 'created', 'name', 'price', 'price-down', 'stock', 'stock-down', 'views'] as const
export type OwnSort = (typeof OWN_SORTS)[number]

const period = z.enum(PERIODS).catch('month').default('month')

export const overviewQuery = z.object({ period })

/** A filter of a partner's products. Invalid values in a URL fall back to defaults. */
export const ownFilter = z.object({
  /** Part of the name, SKU or GTIN in the form of toLookupText, or the short id. */
  q: searchedText,
  state: z.enum(OWN_STATES).catch('all').default('all'),
  /** A category's id; 'none' for those without one. */
  category: z
    .union([z.uuid(), z.literal('none')])
    .optional()
    .catch(undefined),
  stock: z.enum(STOCK_STATES).optional().catch(undefined),
})

/** The query of a partner's product table, from the URL. */
export const ownProductsQuery = ownFilter.extend({
  sort: z.enum(OWN_SORTS).catch('updated').default('updated'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  period,
  view: z.enum(['list', 'grid']).catch('list').default('list'),
})

const ids = z.array(z.uuid()).min(1)

/** Products selected one by one, or all that match a filter. */
export const selectionInput = z.union([z.strictObject({ ids: ids.max(50) }), z.strictObject({ filter: ownFilter })])

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: z.enum(['active', 'draft', 'archived']) }),
  z.strictObject({
    kind: z.literal('price'),
    by: z.discriminatedUnion('unit', [
      z.strictObject({ unit: z.literal('percent'), value: z.number().min(-100).max(1_000) }),
      /** Minor units of the partner's currency. */
      z.strictObject({ unit: z.literal('amount'), value: z.number().int().min(-2_000_000_000).max(2_000_000_000) }),
    ]),
    /** Shows the previous price next to a lower one. */
    showsOldPrice: z.boolean(),
  }),
  /** The stock of each variant; null if the store does not report it. */
  z.strictObject({ kind: z.literal('stock'), stock: z.number().int().min(0).max(MAX_PRODUCT.stock).nullable() }),
  z.strictObject({ kind: z.literal('add-tag'), tag: z.string().trim().min(1).max(MAX_PRODUCT.name) }),
  z.strictObject({ kind: z.literal('remove-tag'), tag: z.string().trim().min(1).max(MAX_PRODUCT.name) }),
  z.strictObject({ kind: z.literal('category'), categoryId: z.uuid().nullable() }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('restore') }),
])

/** `actId`: the act that this part continues. */
export const changeProductsInput = z.strictObject({
  ids: ids.max(CHANGED_AT_ONCE),
  change,
  actId: z.uuid().optional(),
})

export type OwnFilter = z.output<typeof ownFilter>
export type OwnProductsQuery = z.output<typeof ownProductsQuery>
export type OverviewQuery = z.output<typeof overviewQuery>
export type SelectionInput = z.output<typeof selectionInput>
export type ProductsChange = z.output<typeof change>
export type ChangeProductsInput = z.output<typeof changeProductsInput>
