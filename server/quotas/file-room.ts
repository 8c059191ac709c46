import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { getQuotas } from './get-quotas.ts'
import { sayOver } from './say-limit.ts'

type Tx = Prisma.TransactionClient

/** Lets one transaction at a time add files for a partner. Call it before `requireFileRoom` and `freeBytes`. */
export async function lockFiles(tx: Tx, partnerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.partnerFiles}::int, hashtext(${partnerId}))`
}

/**
 * Checks that the partner may store these files. Call it under `lockFiles`, before the same transaction writes the rows
 * that count them.
 * @throws AppError too_many with the limit and what to do
 */
export async function requireFileRoom(
  tx: Tx,
  partnerId: string,
  added: { files: number; bytes: number },
): Promise<void> {
  const quotas = await getQuotas(tx, partnerId)
  for (const quota of ['files', 'bytes'] as const) {
    const { used, limit } = quotas.uses[quota]
    if (added[quota] > 0 && used + added[quota] > limit) throw new AppError('too_many', sayOver(quota, quotas))
  }
}

/** Returns the bytes that the partner may still store; 0 at its limit. Call it under `lockFiles`. */
export async function freeBytes(tx: Tx, partnerId: string): Promise<number> {
  const { used, limit } = (await getQuotas(tx, partnerId)).uses.bytes
  return Math.max(0, limit - used)
}
