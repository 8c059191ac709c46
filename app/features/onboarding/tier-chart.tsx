import type { Admitted } from './admitted.ts'
import { formatMoney } from '#app/lib/format.ts'
import { commissionOf, formatRate, shareByTier } from '#server/partners/commission.schema.ts'
import { unitOf } from '#server/platform/money.schema.ts'

interface TierChartProps {
  plan: Admitted['plan']
  salesMinor: number
  /** The sales at the right end of the chart, in minor units. */
  mostMinor: number
}

/**
 * A chart of the cost: each bracket is as wide as its sales and as high as its rate, so the filled area is the cost.
 * The table has the same figures.
 */
export function TierChart({ plan: { tiers, currency }, salesMinor, mostMinor }: TierChartProps) {
  const highest = Math.max(...tiers.map(({ rateBps }) => rateBps))
  const short = (minor: number) =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      notation: 'compact',
      maximumFractionDigits: 1,
    }).format(minor / unitOf(currency))
  const shares = shareByTier(tiers, salesMinor)
  const total = commissionOf(tiers, salesMinor)
  const effective = salesMinor > 0 ? Math.round((total / salesMinor) * 10_000) : 0
  return (
    <figure className="mt-8">
      <div aria-hidden className="flex h-44 items-end border-b border-line">
        {shares.map(({ tier, salesMinor: inside }) => {
          const width = (tier.upToMinor ?? mostMinor) - tier.fromMinor
          return (
            <div
              key={tier.name}
              className="flex h-full flex-col justify-end"
              style={{ width: `${(width / mostMinor) * 100}%` }}
            >
              <p className="mb-1.5 pl-1 text-sm tabular-nums max-sm:text-xs">{formatRate(tier.rateBps)}</p>
              <div
                className="relative border-t border-r border-line last:border-r-0"
                style={{ height: `${(tier.rateBps / highest) * 75}%` }}
              >
                <div
                  className="absolute inset-0 origin-left bg-text/85 transition-transform duration-150 ease-out"
                  style={{ transform: `scaleX(${Math.min(1, inside / width)})` }}
                />
              </div>
            </div>
          )
        })}
      </div>
      <div aria-hidden className="flex pt-1.5 text-xs text-muted tabular-nums">
        {tiers.map(({ name, fromMinor, upToMinor }) => (
          <span key={name} style={{ width: `${(((upToMinor ?? mostMinor) - fromMinor) / mostMinor) * 100}%` }}>
            {short(fromMinor)}
          </span>
        ))}
        <span className="-ml-10 w-10 text-right">{short(mostMinor)}</span>
      </div>
      <table className="mt-6 w-full text-sm tabular-nums">
        <caption className="sr-only">What each tier costs at these sales</caption>
        <thead className="text-left text-xs text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 font-normal">
              Tier
            </th>
            <th scope="col" className="py-2 font-normal">
              Monthly sales
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Rate
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              You would pay
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ tier, salesMinor: inside, commissionMinor }) => (
            <tr key={tier.name} className={`border-b border-line/60 ${inside === 0 ? 'text-muted' : ''}`}>
              <th scope="row" className="py-2.5 text-left font-medium">
                {tier.name}
              </th>
              <td className="py-2.5">
                {tier.upToMinor === null
                  ? `from ${short(tier.fromMinor)}`
                  : `${short(tier.fromMinor)} to ${short(tier.upToMinor)}`}
              </td>
              <td className="py-2.5 text-right">{formatRate(tier.rateBps)}</td>
              <td className="py-2.5 text-right">{formatMoney(commissionMinor, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2} className="py-3 text-left font-medium">
              Total for the month
            </th>
            <td className="py-3 text-right">{formatRate(effective)}</td>
            <td className="py-3 text-right text-base font-semibold">{formatMoney(total, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </figure>
  )
}
