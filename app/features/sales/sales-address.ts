import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths, type SalesAddress } from '#app/lib/dashboard-paths.ts'
import type { ListSalesInput } from '#server/sales/sales.schema.ts'
import type { PeriodChoice, PeriodProblem } from '#server/platform/period.schema.ts'

/** The parameters of the page's URL. */
export type SalesQuery = ListSalesInput & { period: PeriodChoice }

export interface SalesPageProps {
  figures: RouterOutputs['analytics']['sales']
  sales: RouterOutputs['sales']['list']
  /** Orders waiting for confirmation. */
  held: RouterOutputs['sales']['held']
  isOwner: boolean
  query: SalesQuery
  /** The error in the URL's dates. */
  problem: PeriodProblem | null
  display: RouterOutputs['partner']['mine']['display']
  /** The partner's plan, or the default plan until it has accepted one. */
  plan: RouterOutputs['partner']['mine']['plan']
  hasAcceptedPlan: boolean
}

const said = ({ status, q, from, to, sort, page, period }: SalesQuery): SalesAddress => ({
  period: period === 'month' ? undefined : period,
  state: status,
  q,
  from,
  to,
  sort: sort === 'newest' ? undefined : sort,
  page: page === 1 ? undefined : page,
})

/** Returns the page's URL with some changes, without default values. */
export const salesHref = (query: SalesQuery, changes: Partial<SalesQuery>): string =>
  dashboardPaths.sales(said({ ...query, page: 1, ...changes }))

/** Returns the same URL with the fragment of the table. */
export const tableHref = (query: SalesQuery, changes: Partial<SalesQuery>): string =>
  `${salesHref(query, changes)}#transactions`

/** Returns the table's URL, filtered to the counted sales of a time range. */
export const spanHref = (
  query: SalesQuery,
  { from, to }: { from: Date; to: Date },
  sort: SalesQuery['sort'] = 'newest',
) => tableHref(query, { status: 'counted', q: undefined, from: from.toISOString(), to: to.toISOString(), sort })

/** Returns the URL of a file with the sales that match the table's filters. */
export const tableFileHref = (query: SalesQuery): string =>
  dashboardPaths.salesFile({ ...said({ ...query, page: 1 }), period: undefined })

/** Returns the URL of a file with all sales ordered in a period. */
export const periodFileHref = ({ from, to }: { from: Date; to: Date }): string =>
  dashboardPaths.salesFile({ from: from.toISOString(), to: to.toISOString() })
