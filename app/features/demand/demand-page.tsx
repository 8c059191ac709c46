import { Link } from '#app/components/link.tsx'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { demandHref, type DemandPageProps } from './demand.ts'
import { FunnelPicture } from './funnel-picture.tsx'
import { FunnelTable } from './funnel-table.tsx'
import { MissedWishes } from './missed-wishes.tsx'
import { PricePositions } from './price-positions.tsx'
import { UnmetSearches } from './unmet-searches.tsx'

/** Shopper demand, where shoppers drop off, and what the partner can do about it. */
export function DemandPage({ funnel, unmet, prices, wishes, query, problem, timeZone, canChange }: DemandPageProps) {
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={dashboardPaths.analytics()} className="link inline-flex min-h-11 items-center">
          Analytics
        </Link>
      </p>
      <DashboardHead
        title="Demand"
        asOf={funnel.asOf}
        timeZone={timeZone}
        period={{ current: query.period, problem, hrefFor: (period) => demandHref({ ...query, period, page: 1 }) }}
      />
      <FunnelPicture funnel={funnel} query={query} />
      <div className="mt-12 grid grid-cols-1 gap-x-12 gap-y-12 xl:grid-cols-2">
        <UnmetSearches unmet={unmet} canChange={canChange} />
        <PricePositions prices={prices} canChange={canChange} />
      </div>
      <MissedWishes wishes={wishes} />
      <FunnelTable funnel={funnel} query={query} />
    </>
  )
}
