import { Figure, Figures } from '#app/components/figure.tsx'
import { formatCount, formatMoney, formatShortMoney } from '#app/lib/format.ts'
import { formatPercent, otherOwed, describeOthers, yearAgoCount, yearAgoMoney } from '#app/parts/analytics/compared.ts'
import { METRICS } from '#server/analytics/metrics.values.ts'
import { growthPercent } from '#server/platform/period.schema.ts'
import { spanHref, type SalesPageProps } from './sales-address.ts'

const growth = ({ now, before }: { now: number; before: number }) => growthPercent(now, before)

/** The four figures of the period; each links to its sales. */
export function SalesFigures({ figures, query }: Pick<SalesPageProps, 'figures' | 'query'>) {
  const { span, sales, revenue, commission, customers, conversionRate, averageOrderMinor, pendingCommission } = figures
  const money = (minor: number, currency = revenue.currency) => ({
    value: formatShortMoney(minor, currency),
    exact: formatMoney(minor, currency),
  })
  return (
    <Figures>
      <Figure
        label="Total Sales"
        value={formatCount(sales.now)}
        change={growth(sales)}
        formula={`${METRICS.sales.formula} Conversion rate: ${METRICS.clickToSale.formula}`}
        to={spanHref(query, span)}
      >
        <Lines lines={[`Conversion rate ${formatPercent(conversionRate)}`, yearAgoCount(sales)]} />
      </Figure>
      <Figure
        label="Total Revenue"
        {...money(revenue.now)}
        change={growth(revenue)}
        formula={`${METRICS.revenue.formula} Average order value: ${METRICS.averageOrder.formula}`}
        to={spanHref(query, span, 'amount')}
      >
        <Lines
          lines={[
            ...describeOthers(revenue),
            `Average order ${averageOrderMinor === null ? '-' : formatMoney(averageOrderMinor, revenue.currency)}`,
            yearAgoMoney(revenue),
          ]}
        />
      </Figure>
      <Figure
        label="Total Commission"
        {...money(commission.now, commission.currency)}
        change={growth(commission)}
        formula={`${METRICS.commission.formula} Pending: ${METRICS.pendingCommission.formula}`}
        to={spanHref(query, span, 'commission')}
      >
        <Lines
          lines={[
            ...describeOthers(commission),
            `Pending ${formatMoney(pendingCommission.minor, commission.currency)} ${otherOwed(pendingCommission)}`.trimEnd(),
            yearAgoMoney(commission),
          ]}
        />
      </Figure>
      <Figure
        label="Total Customers"
        value={formatCount(customers.total)}
        formula={`${METRICS.customers.formula} New: ${METRICS.newCustomers.formula}`}
        to={spanHref(query, span)}
      >
        {formatCount(customers.isNew)} new this period
      </Figure>
    </Figures>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line) => (
    <span key={line} className="block tabular-nums">
      {line}
    </span>
  ))
}
