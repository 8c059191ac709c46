import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteError } from '@remix-run/react'
import { SHOWN } from '#app/features/admin/market/market.types.ts'
import { MarketPage } from '#app/features/admin/market/market-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { LoadFailed } from '#app/parts/dashboard/load-failed.tsx'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { periodOf } from '#server/platform/period.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const period = periodOf(getParam(args.request, 'period') ?? undefined)
  const asked = getParam(args.request, 'show')
  const { market } = apiFor(args).admin
  // Runs first, because if this call is refused, the others would be refused, too.
  const figures = await forSignedIn(args, market.figures({ period }))
  const [products, people, searches, performance] = await Promise.all([
    market.products({ period }),
    market.people({ period }),
    market.searches({ period }),
    market.performance({ period }),
  ])
  return { figures, products, people, searches, performance, period, show: SHOWN.find((each) => each === asked) }
}

export const meta: MetaFunction = () => [{ title: 'Analytics | WTF' }]

export default function MarketAnalytics() {
  return <MarketPage {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return <LoadFailed error={useRouteError()} text="Failed to load analytics data" retry={adminPaths.adminAnalytics()} />
}
