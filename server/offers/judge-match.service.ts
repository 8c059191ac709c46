import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { JudgeMatchInput } from './offers.schema.ts'
import { pairOf, tellPages } from './pairs.ts'

/**
 * Keeps, separates or joins a match, and answers its reports. Separated products are never shown as one item again
 * until an administrator joins them, even if matching finds them again. If the match is kept, reports that the
 * administrator has not seen stay open.
 * @throws AppError conflict if someone else has decided since
 */
export async function judgeMatch(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  input: JudgeMatchInput,
): Promise<void> {
  const pair = pairOf(input.productId, input.otherId)
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`match ${pair.productId} ${pair.otherId}`}))::text`
    const answered = await answer(tx, pair, input, viewer.userId)
    if (input.to !== 'kept') await tellPages(tx, [pair])
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `match_${input.to}`,
        subjectId: pair.productId,
        data: { otherId: pair.otherId, reports: answered },
      },
      tx,
    )
  })
}

/** @returns how many reports were answered */
async function answer(
  tx: Prisma.TransactionClient,
  pair: { productId: string; otherId: string },
  input: JudgeMatchInput,
  userId: string,
): Promise<number> {
  const decided = new AppError(
    'conflict',
    'Another administrator has already decided on this match. Nothing was changed.',
  )
  if (input.to === 'joined') {
    const { count } = await tx.itemSeparation.deleteMany({ where: pair })
    if (!count) throw decided
    return 0
  }
  const seen = input.to === 'kept' ? { raisedAt: { lte: new Date(input.seenTo) } } : {}
  const { count } = await tx.matchReport.updateMany({
    where: { ...pair, resolvedAt: null, ...seen },
    data: { resolvedAt: new Date(), resolvedById: userId, outcome: input.to, reporterHash: null },
  })
  if (!count) throw decided
  if (input.to === 'separated')
    await tx.itemSeparation.upsert({
      where: { productId_otherId: pair },
      create: { ...pair, separatedById: userId },
      update: {},
    })
  return count
}
