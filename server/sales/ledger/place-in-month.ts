import { Prisma } from '#prisma/generated/client.ts'

/** Returns the first day of a month, in UTC. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))

/** Formats a month: 'November 2026'. */
export const monthName = (month: Date): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month)

interface Placed {
  id: string
  partnerId: string
  planId: string
  ledgerCurrency: string
}

/**
 * Returns a sale's starting position among its partner's sales of a month under the same plan. By value, it is the
 * total of the other sales in minor units of the ledger's currency. By number, it is how many of them have a value
 * above zero. `npm run ledger:verify` derives the same position for confirmed sales from the ledger's entries, so
 * change both.
 * @param among 'expected' includes sales that still wait for confirmation
 */
export async function placeInMonth(
  tx: Prisma.TransactionClient,
  { id, partnerId, planId, ledgerCurrency }: Placed,
  month: Date,
  basis: 'sales_value' | 'sales_count',
  among: 'expected' | 'confirmed',
): Promise<bigint> {
  const counted =
    among === 'confirmed' ? Prisma.sql`confirmed_at IS NOT NULL` : Prisma.sql`status NOT IN ('tracked', 'cancelled')`
  const [row] = await tx.$queryRaw<Array<{ value: bigint; sales: bigint }>>`
    SELECT coalesce(sum(ledger_net_minor), 0)::bigint AS value, count(*) FILTER (WHERE ledger_net_minor > 0) AS sales
    FROM conversions
    WHERE partner_id = ${partnerId}::uuid AND month = ${month}::date AND plan_id = ${planId}::uuid AND ledger_currency = ${ledgerCurrency}
      AND id <> ${id}::uuid AND ${counted}`
  return BigInt((basis === 'sales_value' ? row?.value : row?.sales) ?? 0)
}
