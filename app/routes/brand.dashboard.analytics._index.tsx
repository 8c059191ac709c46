import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, useRouteError, type ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { AnalyticsPage } from '#app/features/analytics/analytics-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { parsePeriodOf } from '#app/lib/search-params.ts'
import { keepsWhatIsShown } from '#app/parts/dashboard/keeps-what-is-shown.ts'
import { LoadFailed } from '#app/parts/dashboard/load-failed.tsx'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

const FAILED = 'Failed to load analytics data'

export async function loader(args: LoaderFunctionArgs) {
  const { period, problem } = parsePeriodOf(args.request)
  return { figures: await forSignedIn(args, apiFor(args).analytics.overview({ period })), period, problem }
}

export const clientLoader = keepsWhatIsShown('routes/brand.dashboard.analytics._index', FAILED)

/** Skips the reload for another tab of the chart, which uses the same data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const [now, next] = [currentUrl, nextUrl].map(({ searchParams }) => searchParams.get('show'))
  return now === next && defaultShouldRevalidate
}

export const meta: MetaFunction = () => [{ title: 'Analytics | WTF' }]

export default function Analytics() {
  const { display } = useOutletContext<OwnPartner>()
  return <AnalyticsPage {...useLoaderData<typeof loader>()} display={display} />
}

export function ErrorBoundary() {
  return <LoadFailed error={useRouteError()} text={FAILED} retry={dashboardPaths.analytics()} />
}
