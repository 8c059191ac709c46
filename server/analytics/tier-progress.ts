import type { Prisma } from '#prisma/generated/client.ts'
import type { TierProgress } from './analytics.types.ts'
import type { Measured } from './get-measured-partner.ts'
import { safeSum } from './safe-sum.ts'

/**
 * Returns the position of this month's (UTC) next confirmed sale among the tiers of the partner's plan; null if no plan
 * is accepted.
 */
export async function getTierProgress(
  tx: Prisma.TransactionClient,
  { id: partnerId, plan }: Measured,
  now: Date,
): Promise<TierProgress | null> {
  if (!plan) return null
  const { name, version, basis, currency } = plan
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  // server/sales/ledger/place-in-month.ts computes the same position, so change both.
  const [placed] = await tx.$queryRaw<Array<{ value: bigint; sales: bigint }>>`
    SELECT ${safeSum('ledger_net_minor')} AS value, count(*) FILTER (WHERE ledger_net_minor > 0) AS sales FROM conversions
    WHERE partner_id = ${partnerId}::uuid AND month = ${month}::date AND plan_id = ${plan.id}::uuid AND ledger_currency = ${currency}
      AND confirmed_at IS NOT NULL`
  const position = Number((basis === 'sales_value' ? placed?.value : placed?.sales) ?? 0)
  const tiers = plan.tiers.map((tier) => ({
    name: tier.name,
    from: tier.fromValue,
    upTo: tier.upTo,
    rateBps: tier.rateBps,
  }))
  const current = Math.max(
    0,
    tiers.findLastIndex(({ from }) => from <= position),
  )
  const upTo = tiers[current]?.upTo ?? null
  return {
    plan: { name, version },
    unit: basis === 'sales_value' ? 'value' : 'count',
    currency,
    position,
    tiers,
    current,
    missing: upTo === null ? null : upTo - position,
  }
}
