import type { CommissionBasis, Prisma } from '#prisma/generated/client.ts'
import { HOLDS_FROM } from '#server/partners/plan-in-force.ts'
import { UNTIL_SET } from './rolled-zones.ts'

export interface Measured {
  id: string
  currency: string
  timeZone: string
  /** The plan in force for the partner. */
  plan: Plan | null
  /** The plan's currency, or else the partner's. */
  ledgerCurrency: string
  /** The zone of the rollups' days and months. A change of `timeZone` takes up to a minute to reach it. */
  rolledZone: string
  /** The time up to which views and clicks are rolled up (the start of a quarter hour); null if none are. */
  settledTo: Date | null
}

interface Plan {
  id: string
  name: string
  version: number
  basis: CommissionBasis
  currency: string
  /** Limits in minor units or in sales, depending on the basis; lowest first. */
  tiers: Array<{ name: string; fromValue: number; upTo: number | null; rateBps: number }>
}

/** Uses a single statement, because every page with figures needs it. */
export async function getMeasuredPartner(tx: Prisma.TransactionClient, partnerId: string): Promise<Measured> {
  const [partner] = await tx.$queryRaw<[Measured?]>`
    SELECT p.id, p.currency, p.time_zone AS "timeZone", plan.plan, coalesce(plan.plan ->> 'currency', p.currency) AS "ledgerCurrency",
      coalesce(z.time_zone, ${UNTIL_SET}) AS "rolledZone", (SELECT settled_to FROM rollup_marks WHERE name = 'traffic') AS "settledTo"
    FROM partners p
    LEFT JOIN rolled_zones z ON z.partner_id = p.id
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', c.id, 'name', c.name, 'version', c.version, 'basis', c.basis, 'currency', c.currency, 'tiers', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'fromValue', t.from_value, 'upTo', t.up_to, 'rateBps', t.rate_bps) ORDER BY t.from_value), '[]')
        FROM commission_tiers t WHERE t.plan_id = c.id
      )) AS plan
      FROM partner_agreements a JOIN commission_plans c ON c.id = a.plan_id
      WHERE a.partner_id = p.id AND ${HOLDS_FROM} <= now() ORDER BY ${HOLDS_FROM} DESC, a.accepted_at DESC, a.id DESC LIMIT 1
    ) plan ON true
    WHERE p.id = ${partnerId}::uuid`
  if (!partner) throw new Error(`There is no partner ${partnerId}.`)
  return partner
}
