import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { listSamePerson } from '#server/two-people/administrators.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'
import { owedFor } from './adjustments/bounds.ts'
import { toLedger } from './ledger/settle.ts'

/** What one person makes void without a second administrator, in minor units of the base currency, in all of `ALONE_DAYS`. */
export const MOST_ALONE_MINOR = 100_00n
export const ALONE_DAYS = 30
/** Where an entry of the audit log has what was made void without a second administrator, in minor units of the base currency. */
export const ALONE = 'aloneBaseMinor'

/**
 * Whether a sale may become void a day after one administrator found that it does not count, without a second one. Otherwise a shop with one
 * administrator could never clear a small mistake; the limit is over all partners and days, so that many small sales are not a large one. Administrators who are not independent
 * share it: otherwise one person would get it again with every account that they make an administrator.
 */
export async function mayVoidAlone(
  tx: Db | Prisma.TransactionClient,
  administratorId: string,
  conversionId: string,
  now: Date,
): Promise<boolean> {
  const amount = await inBaseMinor(tx, conversionId)
  if (amount === null || amount > MOST_ALONE_MINOR) return false
  const since = new Date(now.getTime() - ALONE_DAYS * 86_400_000)
  const rows = await tx.$queryRaw<Array<{ by: string; minor: bigint }>>`
    SELECT actor_id AS by, sum((data ->> ${ALONE})::bigint)::bigint AS minor FROM audit_log
    WHERE action IN ('flag_resolved', 'dispute_decided') AND actor_id IS NOT NULL AND at > ${since} AND data ? ${ALONE} GROUP BY actor_id`
  const same = await listSamePerson(
    tx,
    administratorId,
    rows.map(({ by }) => by),
  )
  const used = rows.reduce((sum, { by, minor }) => (same.has(by) ? sum + minor : sum), 0n)
  return amount + used <= MOST_ALONE_MINOR
}

/** What is owed for a sale, in minor units of the base currency; null where there is no rate. */
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
