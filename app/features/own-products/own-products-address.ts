import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { OwnProductsQuery } from '#server/products/own-products.schema.ts'

export interface OwnProductsPageProps {
  overview: RouterOutputs['products']['overview']
  list: RouterOutputs['products']['list']
  missingPictures: number
  query: OwnProductsQuery
  /** False for team members with view access only. */
  canChange: boolean
  display: RouterOutputs['partner']['mine']['display']
}

/** Returns the page's URL without default values. */
export function ownProductsHref({ q, state, category, stock, sort, page, period, view }: OwnProductsQuery): string {
  return dashboardPaths.ownProducts({
    q,
    state: state === 'all' ? undefined : state,
    category,
    stock,
    sort: sort === 'updated' ? undefined : sort,
    page: page === 1 ? undefined : page,
    period: period === 'month' ? undefined : period,
    view: view === 'list' ? undefined : view,
  })
}
