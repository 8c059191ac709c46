import { formatAbout } from '#app/lib/about-money.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { formatRate } from '#server/partners/commission.schema.ts'
import { moneyStyle, unitOf } from '#server/platform/money.schema.ts'

export type Plan = RouterOutputs['partner']['mine']['plan']

/** A plan's tiers: a rate for each part of a month's sales. */
export function PlanTiers({ plan, showsBars }: { plan: Plan; showsBars: boolean }) {
  const highest = Math.max(...plan.tiers.map(({ rateBps }) => rateBps))
  return (
    <>
      <ul className="mt-4 divide-y divide-line/60 border-y border-line text-sm tabular-nums">
        {plan.tiers.map(({ name, fromMinor, upToMinor, rateBps }) => (
          <li
            key={name}
            className={`grid items-center gap-x-5 py-2.5 ${showsBars ? 'grid-cols-[9rem_minmax(0,1fr)_2.5rem]' : 'grid-cols-[minmax(0,1fr)_2.5rem]'}`}
          >
            <span>{bracketWords({ fromMinor, upToMinor }, plan.currency)}</span>
            {showsBars && (
              <span aria-hidden className="block h-1.5 bg-surface">
                <span className="block h-full bg-muted" style={{ width: `${(rateBps / highest) * 100}%` }} />
              </span>
            )}
            <span className="text-right">{formatRate(rateBps)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        Each rate applies to the part of the month&apos;s sales within its tier. Sales in other currencies count at
        their value in {plan.currency}.{limitInOwnCurrency(plan)}
      </p>
    </>
  )
}

/**
 * Describes a plan's limit in the store's currency: ' At our rate of 26 November 2026, £25,000 is about €29,957.'; ''
 * for a plan in that currency.
 */
function limitInOwnCurrency({ tiers, currency, exchange }: Plan): string {
  const limit = tiers[0]?.upToMinor
  if (!exchange || !limit) return ''
  const minor = Math.round((limit / unitOf(currency)) * Number(exchange.rate) * unitOf(exchange.currency))
  return ` At our rate of ${formatDate(exchange.asOf)}, ${formatLimit(limit, currency)} is ${formatAbout(minor, exchange.currency)}.`
}

/** Describes a tier's range: '£0 to £25,000', 'From £75,000'. */
export function bracketWords(
  { fromMinor, upToMinor }: Pick<Plan['tiers'][number], 'fromMinor' | 'upToMinor'>,
  currency: string,
): string {
  const money = (minor: number) => formatLimit(minor, currency)
  return upToMinor === null ? `From ${money(fromMinor)}` : `${money(fromMinor)} to ${money(upToMinor)}`
}

/** Formats a whole amount: 2500000, 'GBP' -> '£25,000'. */
const formatLimit = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { ...moneyStyle(currency), trailingZeroDisplay: 'stripIfInteger' }).format(
    minor / unitOf(currency),
  )
