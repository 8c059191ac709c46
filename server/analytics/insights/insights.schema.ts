import { z } from 'zod'
import { periodChoice } from '../analytics.schema.ts'

/** The breakdowns of the funnel. */
export const FUNNEL_PARTS = ['product', 'category', 'surface', 'search', 'device', 'country'] as const
export type FunnelPart = (typeof FUNNEL_PARTS)[number]

/** The sort orders of its rows, highest first; with '-up' lowest first. */
const FUNNEL_MEASURES = ['views', 'clicks', 'sales', 'revenue', 'click-rate', 'sale-rate'] as const
export type FunnelMeasure = (typeof FUNNEL_MEASURES)[number]
export type FunnelSort = FunnelMeasure | `${FunnelMeasure}-up`
const FUNNEL_SORTS = FUNNEL_MEASURES.flatMap((measure): FunnelSort[] => [measure, `${measure}-up`])

/**
 * The funnel's query from the URL. Invalid values fall back to defaults. The default sort is views if there are any,
 * else clicks.
 */
export const funnelQuery = z.object({
  period: periodChoice.catch('month').default('month'),
  by: z.enum(FUNNEL_PARTS).catch('product').default('product'),
  sort: z.enum(FUNNEL_SORTS).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type FunnelQuery = z.output<typeof funnelQuery>

/** Minimum number of visitors for showing a search or a country separately. */
export const FEWEST = 3
/** Minimum numbers of products and other stores for showing a category's market prices. */
export const MARKET = { products: 5, stores: 3 } as const
/** How long search words are kept. Clicks from older searches have no words. */
export const SEARCH_WORDS_DAYS = 90
