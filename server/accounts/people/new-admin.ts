import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'

const DAY_MS = 86_400_000

/**
 * Where two administrators have to agree: not with an account that one of them has made an administrator within the last day. It may be a second
 * account of the same person; a day is enough for others to see it in the audit log.
 * @throws AppError forbidden
 */
export async function assertNotMadeBy(
  tx: Prisma.TransactionClient,
  approver: string,
  proposer: string,
  now: Date,
): Promise<void> {
  const made = await tx.auditEntry.findFirst({
    where: {
      ...{ action: 'role_changed', subjectId: approver, actorId: proposer },
      at: { gte: new Date(now.getTime() - DAY_MS) },
    },
    select: { id: true },
  })
  if (made)
    throw new AppError(
      'forbidden',
      'Who proposed this has made you an administrator within the last day. Another administrator has to decide, or you tomorrow.',
    )
}
