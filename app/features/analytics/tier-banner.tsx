import { Link } from '#app/components/link.tsx'
import { formatAxisMoney, formatCount, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { METRICS } from '#server/analytics/metrics.values.ts'
import type { TierProgress } from '#server/analytics/analytics.types.ts'
import { formatRate } from '#server/partners/commission.schema.ts'

/** The partner's current tier this month, and the distance to the next one. */
export function TierBanner({ tier }: { tier: TierProgress }) {
  const { plan, unit, currency, position, tiers, current, missing } = tier
  const [now, next] = [tiers[current], tiers[current + 1]]
  if (!now) return null
  const amount = (value: number) =>
    unit === 'value' ? formatMoney(value, currency) : `${formatCount(value)} ${value === 1 ? 'sale' : 'sales'}`
  const limit = (value: number) => (unit === 'value' ? formatAxisMoney(value, currency) : formatCount(value))
  return (
    <section aria-labelledby="tier" className="mt-6 border-y border-line bg-surface px-4 py-4 sm:px-6 sm:py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 id="tier" className="text-2xl leading-tight">
          {now.name} tier <span className="font-sans text-base text-muted">{formatRate(now.rateBps)} commission</span>
        </h2>
        <p className="text-sm text-muted" title={METRICS.tierPosition.formula}>
          <span className="text-text tabular-nums">{amount(position)}</span> confirmed this month
        </p>
      </div>
      <ol className="mt-4 flex gap-1 text-xs">
        {tiers.map(({ name, from, upTo, rateBps }, index) => (
          <li key={name} className="min-w-0 flex-1" aria-current={index === current ? 'step' : undefined}>
            <span aria-hidden className="block h-1.5 bg-raised">
              <span className="block h-full bg-text" style={{ width: `${filledPercent(position, from, upTo)}%` }} />
            </span>
            <span className={`mt-2 block truncate ${index === current ? 'text-text' : 'text-muted'}`}>
              {name} <span className="tabular-nums">{formatRate(rateBps)}</span>
            </span>
            <span className="block truncate text-muted tabular-nums">from {limit(from)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-8 text-sm">
        <span>
          {next && missing !== null
            ? `${amount(missing)} to go until ${next.name}. Sales above ${amount(next.from)} a month are charged ${formatRate(next.rateBps)}.`
            : 'This is the highest tier.'}
        </span>
        <Link to={dashboardPaths.storeSettings('billing')} className="link text-muted">
          {plan.name}, version {plan.version}
        </Link>
      </p>
    </section>
  )
}

/** Returns the completed part of a tier in percent; slightly above 0 once it has begun. */
export function filledPercent(position: number, from: number, upTo: number | null): number {
  if (position <= from) return 0
  if (upTo === null) return 100
  return Math.min(100, Math.max(2, ((position - from) / (upTo - from)) * 100))
}
