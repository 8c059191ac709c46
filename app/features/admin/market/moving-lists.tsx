import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { formatCount } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { MARKET_METRICS } from '#server/market/market.values.ts'
import type { MarketPageProps } from './market.types.ts'
import { MetricName, type MetricKey } from './metric-name.tsx'

/** The top partners and products, and those in decline. */
export function MovingLists({ figures, products }: Pick<MarketPageProps, 'figures' | 'products'>) {
  const partnerRow = ({ id, name, sales, clicks }: (typeof figures.topPartners)[number]) => (
    <Row key={id} to={adminPaths.adminPartner(id)} name={name}>
      {numberOf(sales.now, 'sale')} (previously {formatCount(sales.before)}), {numberOf(clicks.now, 'click')}{' '}
      (previously {formatCount(clicks.before)})
    </Row>
  )
  const productRow = ({ id, name, partner, sales, salesBefore }: (typeof products.top)[number]) => (
    <Row key={id} to={name === null ? null : paths.product(id)} name={name ?? 'A deleted product'}>
      {partner && `${partner}, `}
      {numberOf(sales, 'sale')} (previously {formatCount(salesBefore)})
    </Row>
  )
  return (
    <>
      <List metric="topPartners" empty="No partner had clicks or sales in this period.">
        {figures.topPartners.map(partnerRow)}
      </List>
      <List metric="fadingPartners" empty="No partner lost clicks in this period.">
        {figures.fadingPartners.map(partnerRow)}
      </List>
      <List metric="topProducts" empty="No products were sold in this period.">
        {products.top.map(productRow)}
      </List>
      <List metric="fadingProducts" empty="No product lost sales in this period.">
        {products.fading.map(productRow)}
      </List>
    </>
  )
}

const numberOf = (count: number, name: string): string => `${formatCount(count)} ${count === 1 ? name : `${name}s`}`

function List({ metric, empty, children }: { metric: MetricKey; empty: string; children: ReactNode[] }) {
  return (
    <DashboardPanel
      title={MARKET_METRICS[metric].name}
      className="relative"
      aside={<MetricName metric={metric} hidesName />}
    >
      {children.length > 0 ? <ol>{children}</ol> : <p className="py-4 text-sm text-muted">{empty}</p>}
    </DashboardPanel>
  )
}

function Row({ to, name, children }: { to: string | null; name: string; children: ReactNode }) {
  return (
    <li className="border-b border-line/60 py-2 text-sm">
      {to ? (
        <Link to={to} className="block truncate py-0.5 hover:underline">
          {name}
        </Link>
      ) : (
        <span className="block truncate py-0.5 text-muted">{name}</span>
      )}
      <span className="block text-xs text-muted tabular-nums">{children}</span>
    </li>
  )
}
