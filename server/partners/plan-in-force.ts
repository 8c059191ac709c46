import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** SQL: when an agreement `a` takes effect. A plan never applies to sales before its acceptance. */
export const HOLDS_FROM = Prisma.sql`greatest(a.accepted_at, a.from_at)`

interface AgreementInForce {
  id: string
  planId: string
  termsVersion: string
  acceptedAt: Date
  /** UTC. */
  holdsFrom: Date
}

/**
 * Returns a partner's agreement in force at a time: the one that started last among those accepted and started by then.
 * Null if there is none.
 */
export async function agreementInForce(
  db: Db | Prisma.TransactionClient,
  partnerId: string,
  at: Date,
): Promise<AgreementInForce | null> {
  const [agreement] = await db.$queryRaw<AgreementInForce[]>`
    SELECT a.id, a.plan_id AS "planId", a.terms_version AS "termsVersion", a.accepted_at AS "acceptedAt", ${HOLDS_FROM} AS "holdsFrom"
    FROM partner_agreements a
    WHERE a.partner_id = ${partnerId}::uuid AND ${HOLDS_FROM} <= ${at}::timestamptz
    ORDER BY ${HOLDS_FROM} DESC, a.accepted_at DESC, a.id DESC LIMIT 1`
  return agreement ?? null
}

/** Returns the next accepted agreement that is not in force yet, or null. */
export async function agreementAhead(
  db: Db | Prisma.TransactionClient,
  partnerId: string,
  now: Date,
): Promise<AgreementInForce | null> {
  const [agreement] = await db.$queryRaw<AgreementInForce[]>`
    SELECT a.id, a.plan_id AS "planId", a.terms_version AS "termsVersion", a.accepted_at AS "acceptedAt", ${HOLDS_FROM} AS "holdsFrom"
    FROM partner_agreements a
    WHERE a.partner_id = ${partnerId}::uuid AND ${HOLDS_FROM} > ${now}::timestamptz
    ORDER BY ${HOLDS_FROM}, a.accepted_at DESC, a.id DESC LIMIT 1`
  return agreement ?? null
}
