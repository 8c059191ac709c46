import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { getQuotas } from './get-quotas.ts'
import { resumePictures } from './resume-pictures.ts'
import { BYTES_PER_MB, type SetLimitInput } from './limits.schema.ts'

/**
 * Sets a limit for one partner, or restores the default of its status. It applies from the next write. Products and files
 * above a lowered limit stay and can be edited.
 * @throws AppError not_found
 */
export async function setLimit(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { partnerId, quota, amount, reason }: SetLimitInput,
): Promise<void> {
  const value = amount === '' ? null : quota === 'bytes' ? amount * BYTES_PER_MB : amount
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
    const before = (await getQuotas(tx, partnerId)).uses[quota]
    if (value === null) await tx.partnerLimit.deleteMany({ where: { partnerId, quota } })
    else {
      const said = { value, reason, setById: viewer.userId, setAt: new Date() }
      await tx.partnerLimit.upsert({
        where: { partnerId_quota: { partnerId, quota } },
        create: { partnerId, quota, ...said },
        update: said,
      })
    }
    const after = (await getQuotas(tx, partnerId)).uses[quota]
    if (after.limit > before.limit) await resumePictures(tx, partnerId)
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'partner_limit_set',
        subjectId: partnerId,
        data: {
          quota,
          before: { limit: before.limit, isSet: before.isSet },
          after: { limit: after.limit, isSet: after.isSet },
          reason,
        },
      },
      tx,
    )
  })
}
