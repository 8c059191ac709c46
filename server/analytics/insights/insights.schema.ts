import { z } from 'zod'
import { PERIODS } from '#server/platform/period.schema.ts'

/** What the funnel is broken down by. */
export const FUNNEL_PARTS = ['product', 'category', 'surface', 'search'] as const
export type FunnelPart = (typeof FUNNEL_PARTS)[number]

/** What its rows are sorted by, the most first; with '-up' the least first. */
const FUNNEL_MEASURES = ['views', 'clicks', 'sales', 'revenue', 'click-rate', 'sale-rate'] as const
export type FunnelMeasure = (typeof FUNNEL_MEASURES)[number]
export type FunnelSort = FunnelMeasure | `${FunnelMeasure}-up`
const FUNNEL_SORTS = FUNNEL_MEASURES.flatMap((measure): FunnelSort[] => [measure, `${measure}-up`])

/** The funnel as the address says. Bad values fall back. Without a sort: views where there are any, else clicks. */
export const funnelQuery = z.object({
  period: z.enum(PERIODS).catch('month').default('month'),
  by: z.enum(FUNNEL_PARTS).catch('product').default('product'),
  sort: z.enum(FUNNEL_SORTS).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type FunnelQuery = z.output<typeof funnelQuery>

/** Searches and clicks of so few people are not told apart from others. */
export const FEWEST = 3
/** The market of a category is told from so many products of so many other stores on. */
export const MARKET = { products: 5, stores: 3 } as const
/** Searches are kept as they were for so long, so clicks that came from older ones have no words. */
export const SEARCH_WORDS_DAYS = 90
