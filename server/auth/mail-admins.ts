import type { Prisma } from '#prisma/generated/client.ts'
import type { MailContent } from '#server/mail/compose-mail.ts'
import { queueMail } from '#server/mail/mail.service.ts'

/**
 * Queues an email to every administrator about a problem that needs a person.
 * @param except an administrator to skip, because the email is about them
 */
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
