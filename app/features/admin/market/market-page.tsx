import Download from 'lucide-react/icons/download'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { MarketPageProps } from './market.types.ts'
import { MarketCards } from './market-cards.tsx'
import { MarketChart } from './market-chart.tsx'
import { CommissionTable, PartnerFacts } from './market-partners.tsx'
import { Funnels, Shoppers } from './market-people.tsx'
import { Performance } from './market-performance.tsx'
import { Searches } from './market-searches.tsx'
import { MovingLists } from './moving-lists.tsx'

/** Market analytics by period: figures, products, people, searches and performance. Times are UTC. */
export function MarketPage({ figures, products, people, searches, performance, period, show }: MarketPageProps) {
  const query = { period: period === 'month' ? undefined : period }
  return (
    <div className="mt-10">
      <DashboardHead
        title="Analytics"
        asOf={figures.asOf}
        period={{
          current: period,
          hrefFor: (to) => adminPaths.adminAnalytics({ period: to === 'month' ? undefined : to, show }),
        }}
      >
        <a href={adminPaths.marketFile(query)} download className="button button-quiet text-sm">
          <Download aria-hidden size={16} /> CSV
        </a>
      </DashboardHead>
      <MarketCards figures={figures} />
      <MarketChart figures={figures} period={period} show={show} />
      <div className="mt-10 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-2">
        <CommissionTable commission={figures.commission} />
        <PartnerFacts partners={figures.partners} />
        <MovingLists figures={figures} products={products} />
        <Shoppers people={people} />
        <Searches searches={searches} />
        <Funnels people={people} />
        <Performance performance={performance} />
      </div>
    </div>
  )
}
