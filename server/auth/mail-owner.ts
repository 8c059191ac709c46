import type { Prisma } from '#prisma/generated/client.ts'
import type { MailContent } from '#server/mail/compose-mail.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Db } from '#server/platform/db.ts'

/** Emails the owner of an account. Does nothing if the account no longer exists. */
export async function mailOwner(
  db: Db | Prisma.TransactionClient,
  userId: string,
  write: (owner: { name: string }) => MailContent,
): Promise<void> {
  const owner = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, profile: { select: { fullName: true } } },
  })
  if (owner) await queueMail(db, { to: owner.email, ...write({ name: owner.profile?.fullName ?? '' }) })
}
