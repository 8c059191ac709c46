import type { Prisma } from '#prisma/generated/client.ts'
import type { Span } from './analytics.types.ts'
import type { SaleSum } from './counted-sales.ts'
import type { Measured } from './get-measured-partner.ts'
import { listSaleSums, listTrafficSums, type Stretch, type TrafficSum } from './list-sums.ts'

/**
 * Reads sales and traffic of several named lists of periods, in one statement each, and returns them under the same
 * names.
 */
export async function getPartSums<Name extends string>(
  tx: Prisma.TransactionClient,
  partner: Measured,
  parts: Record<Name, readonly Stretch[]>,
): Promise<Record<Name, { sales: SaleSum[][]; traffic: TrafficSum[] }>> {
  const named = Object.entries(parts) as Array<[Name, readonly Stretch[]]>
  const all = named.flatMap(([, stretches]) => stretches)
  const sales = await listSaleSums(tx, partner, all)
  const traffic = await listTrafficSums(tx, partner, all)
  let at = 0
  return Object.fromEntries(
    named.map(([name, { length }]) => {
      const [start, end] = [at, (at += length)]
      return [name, { sales: sales.slice(start, end), traffic: traffic.slice(start, end) }]
    }),
  ) as Record<Name, { sales: SaleSum[][]; traffic: TrafficSum[] }>
}

/** Returns the period, the one before it and the same one a year ago. */
export const comparedStretches = ({ from, to, previousFrom, yearAgoFrom, yearAgoTo }: Span): Stretch[] => [
  { from, to },
  { from: previousFrom, to: from },
  { from: yearAgoFrom, to: yearAgoTo },
]

/** A period that includes all times. */
export const EVER: Stretch = { from: new Date(0), to: new Date('9000-01-01') }
