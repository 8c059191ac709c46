import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'

export type Plan = RouterOutputs['admin']['money']['plans'][number]

/** Describes the tiers: '10% from £0.00, 8% from £25,000.00'. */
export const tiersInWords = ({ tiers, basis, currency }: Plan): string =>
  tiers
    .map(({ fromValue, rateBps }) => {
      const from = basis === 'sales_value' ? formatMoney(fromValue, currency) : `${formatCount(fromValue)} sales`
      return `${rateBps / 100}% from ${from}`
    })
    .join(', ')
