import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { listSamePerson } from '#server/two-people/administrators.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'
import { owedFor } from './adjustments/bounds.ts'
import { toLedger } from './ledger/settle.ts'

/**
 * The maximum that one person may void without a second administrator within `ALONE_DAYS`, in minor units of the base
 * currency.
 */
export const MAX_ALONE_MINOR = 100_00n
export const ALONE_DAYS = 30
/**
 * The field of audit log entries with the amount voided without a second administrator, in minor units of the base
 * currency.
 */
export const ALONE = 'aloneBaseMinor'

/**
 * Whether a sale may be voided a day after one administrator decided that it does not count, without a second one.
 * Otherwise a shop with one administrator could never correct a small mistake. The limit covers all partners and days,
 * so that many small sales do not add up to a large one. Administrators who are not independent share the limit.
 * Otherwise one person would get a new limit with every account that they make an administrator. Earlier decisions that
 * still wait count, too, because their partners know when these take effect.
 * @param found.proposedAt null if it is being proposed now; call it in the transaction that has stored the proposal
 */
export async function mayVoidAlone(
  tx: Db | Prisma.TransactionClient,
  administratorId: string,
  { conversionId, proposedAt }: { conversionId: string; proposedAt: Date | null },
  now: Date,
): Promise<boolean> {
  const amount = await inBaseMinor(tx, conversionId)
  if (amount === null || amount > MAX_ALONE_MINOR) return false
  const since = new Date(now.getTime() - ALONE_DAYS * 86_400_000)
  const rows = await tx.$queryRaw<Array<{ by: string; minor: bigint }>>`
    SELECT actor_id AS by, sum((data ->> ${ALONE})::bigint)::bigint AS minor FROM audit_log
    WHERE action IN ('flag_resolved', 'dispute_decided') AND actor_id IS NOT NULL AND at > ${since} AND data ? ${ALONE} GROUP BY actor_id`
  // Concurrent proposals do not see each other, so the later one waits for the other's commit.
  if (!proposedAt) await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.voidAlone}::bigint)`
  const waiting = (await listProposed(tx)).filter(
    (each) => each.conversionId !== conversionId && (!proposedAt || isEarlier(each, { conversionId, proposedAt })),
  )
  const same = await listSamePerson(
    tx,
    administratorId,
    [...rows, ...waiting].map(({ by }) => by),
  )
  let used = rows.reduce((sum, { by, minor }) => (same.has(by) ? sum + minor : sum), 0n)
  const sales = new Set(waiting.flatMap(({ by, conversionId: id }) => (same.has(by) ? id : [])))
  for (const id of sales) {
    const minor = await inBaseMinor(tx, id)
    // A larger amount waits for a second administrator anyway.
    if (minor !== null && minor <= MAX_ALONE_MINOR) used += minor
  }
  return amount + used <= MAX_ALONE_MINOR
}

interface Proposed {
  conversionId: string
  proposedAt: Date
}

const isEarlier = (one: Proposed, other: Proposed): boolean =>
  one.proposedAt < other.proposedAt || (+one.proposedAt === +other.proposedAt && one.conversionId < other.conversionId)

/**
 * Lists all sales that an administrator has decided against, while the decision waits for a second administrator or for
 * the day when it takes effect.
 */
const listProposed = (tx: Db | Prisma.TransactionClient) => tx.$queryRaw<Array<Proposed & { by: string }>>`
  SELECT f.conversion_id AS "conversionId", f.proposed_at AS "proposedAt", f.proposed_by_id AS by
  FROM conversion_flags f JOIN conversions c ON c.id = f.conversion_id
  WHERE f.resolved_at IS NULL AND f.proposed_at IS NOT NULL AND f.proposed_by_id IS NOT NULL AND c.status <> 'disputed'
  UNION ALL
  SELECT d.conversion_id, a.proposed_at, a.proposed_by_id
  FROM approvals a JOIN sale_disputes d ON d.id::text = a.subject_id AND d.outcome IS NULL
  WHERE a.action = 'dispute_void' AND a.status = 'open'`

/** Returns the commission owed for a sale, in minor units of the base currency; null if there is no rate. */
export async function inBaseMinor(tx: Db | Prisma.TransactionClient, conversionId: string): Promise<bigint | null> {
  const { ledgerCurrency: currency } = await tx.conversion.findUniqueOrThrow({
    where: { id: conversionId },
    select: { ledgerCurrency: true },
  })
  const owed = await owedFor(tx, conversionId)
  if (owed === 0n) return 0n
  if (!currency) return null
  if (currency === BASE_CURRENCY) return owed
  const rate = await tx.exchangeRate.findUnique({ where: { currency }, select: { toBase: true } })
  return rate && toLedger(owed, currency, BASE_CURRENCY, rate.toBase.toString())
}
