import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths, type SalesAddress } from '#app/lib/dashboard-paths.ts'
import type { ListSalesInput } from '#server/sales/sales.schema.ts'
import type { PeriodChoice, PeriodProblem } from '#server/platform/period.schema.ts'

/** What the page's address says. */
export type SalesQuery = ListSalesInput & { period: PeriodChoice }

export interface SalesPageProps {
  figures: RouterOutputs['analytics']['sales']
  sales: RouterOutputs['sales']['list']
  /** Orders that wait to be confirmed. */
  held: RouterOutputs['sales']['held']
  isOwner: boolean
  query: SalesQuery
  /** What is wrong with the dates of the address. */
  problem: PeriodProblem | null
  display: RouterOutputs['partner']['own']['display']
  /** Its own, or the one for new partners before it has accepted one. */
  plan: RouterOutputs['partner']['own']['plan']
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

/** The page's address with some changes, without default values. */
export const salesHref = (query: SalesQuery, changes: Partial<SalesQuery>): string =>
  dashboardPaths.sales(said({ ...query, page: 1, ...changes }))

/** The same, at its table. */
export const tableHref = (query: SalesQuery, changes: Partial<SalesQuery>): string =>
  `${salesHref(query, changes)}#transactions`

/** The sales of a stretch of time that figures count, in the table. */
export const spanHref = (
  query: SalesQuery,
  { from, to }: { from: Date; to: Date },
  sort: SalesQuery['sort'] = 'newest',
) => tableHref(query, { status: 'counted', q: undefined, from: from.toISOString(), to: to.toISOString(), sort })

/** The sales that the table's filters find, as a file. */
export const tableFileHref = (query: SalesQuery): string =>
  dashboardPaths.salesFile({ ...said({ ...query, page: 1 }), period: undefined })

/** All sales that were ordered in a period, as a file. */
export const periodFileHref = ({ from, to }: { from: Date; to: Date }): string =>
  dashboardPaths.salesFile({ from: from.toISOString(), to: to.toISOString() })
