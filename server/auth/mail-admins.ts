import type { Prisma } from '#prisma/generated/client.ts'
import type { MailContent } from '#server/mail/compose-mail.ts'
import { queueMail } from '#server/mail/mail.service.ts'

/** Queues a mail to everybody who administers the shop: something is wrong that a person has to look at. @param except somebody it is about */
export async function mailAdmins(tx: Prisma.TransactionClient, mail: MailContent, except?: string): Promise<void> {
  const admins = await tx.user.findMany({
    where: {
      ...(except !== undefined && { id: { not: except } }),
      role: 'admin',
      emailVerifiedAt: { not: null },
      suspendedAt: null,
      deletionRequestedAt: null,
    },
    select: { email: true },
    orderBy: { email: 'asc' },
  })
  for (const { email } of admins) await queueMail(tx, { to: email, ...mail })
}
