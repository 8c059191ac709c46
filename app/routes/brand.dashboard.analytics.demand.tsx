import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { DemandPage } from '#app/features/demand/demand-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parsePeriodOf } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { funnelQuery } from '#server/analytics/insights/insights.schema.ts'

/** Replaces invalid parameters with defaults. */
export async function loader(args: LoaderFunctionArgs) {
  const { period, problem } = parsePeriodOf(args.request)
  const query = funnelQuery.parse({ ...Object.fromEntries(new URL(args.request.url).searchParams), period })
  const { insights } = apiFor(args)
  const [funnel, unmet, prices, wishes] = await forSignedIn(
    args,
    Promise.all([insights.funnel(query), insights.unmetSearches(), insights.prices(), insights.missedWishes()]),
  )
  return { funnel, unmet, prices, wishes, query, problem }
}

export const meta: MetaFunction = () => [{ title: 'Demand | WTF' }]

export default function Demand() {
  const { role, timeZone } = useOutletContext<OwnPartner>()
  return <DemandPage {...useLoaderData<typeof loader>()} timeZone={timeZone} canChange={role !== 'viewer'} />
}
