import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * An administrator has looked at a flag. A sale without open flags is confirmed when its time comes.
 * @param resolved.resolution what was found, for both sides
 * @throws AppError not_found; conflict if somebody else was faster
 */
export async function resolveFlag(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { flagId, resolution }: { flagId: string; resolution: string },
  now = new Date(),
): Promise<void> {
  await db.$transaction(async (tx) => {
    const flag = await tx.conversionFlag.findUnique({ where: { id: flagId } })
    if (!flag) throw new AppError('not_found', 'There is no such flag.')
    const { count } = await tx.conversionFlag.updateMany({
      where: { id: flagId, resolvedAt: null },
      data: { resolvedAt: now, resolvedById: viewer.userId, resolution },
    })
    if (!count) throw new AppError('conflict', 'This flag was resolved already.')
    const data = { kind: flag.kind, resolution }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'flag_resolved', subjectId: flagId, data }, tx)
  })
}
