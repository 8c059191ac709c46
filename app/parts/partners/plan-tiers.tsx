import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatRate } from '#server/partners/commission.schema.ts'
import { moneyStyle, unitOf } from '#server/platform/money.schema.ts'

export type Plan = RouterOutputs['partner']['own']['plan']

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
        Each rate applies to the part of the month&apos;s sales within its tier. Sales in other currencies count with
        their value in {plan.currency}.
      </p>
    </>
  )
}

/** '£0 to £25,000', 'From £75,000' */
export function bracketWords(
  { fromMinor, upToMinor }: Pick<Plan['tiers'][number], 'fromMinor' | 'upToMinor'>,
  currency: string,
): string {
  const format = new Intl.NumberFormat('en-US', { ...moneyStyle(currency), trailingZeroDisplay: 'stripIfInteger' })
  const money = (minor: number) => format.format(minor / unitOf(currency))
  return upToMinor === null ? `From ${money(fromMinor)}` : `${money(fromMinor)} to ${money(upToMinor)}`
}
