import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { MailContent } from '#server/mail/compose-mail.ts'
import { stopStoreMailPath } from '#server/partners/settings/preferences.service.ts'
import { notifyStore, recipientsOf } from '#server/partners/settings/store-recipients.ts'
import type { Db } from '#server/platform/db.ts'

interface StoreRecipient {
  name: string
  /** The page that stops these emails. */
  unsubscribeLink: string
}

/**
 * Emails everybody at a store who is subscribed to reviews and messages, and sends notifications to the devices of
 * those who want them.
 * @param title of the notification
 * @returns the number of emails written
 */
export async function tellStore(
  db: Db,
  tx: Prisma.TransactionClient,
  partnerId: string,
  title: string,
  write: (recipient: StoreRecipient) => MailContent,
): Promise<number> {
  await notifyStore(tx, partnerId, 'pushReviews', { title, body: '', path: '/brand/dashboard/feedback' })
  const people = await recipientsOf(tx, partnerId, 'emailReviews')
  for (const { userId, email, name } of people) {
    const unsubscribeLink = await stopStoreMailPath(db, 'emailReviews', userId)
    await queueMail(tx, { to: email, ...write({ name, unsubscribeLink }) })
  }
  return people.length
}

/** Emails the store's owner the answer to the store's request, regardless of notification settings. */
export async function answerStore(
  tx: Prisma.TransactionClient,
  partnerId: string,
  write: (partner: { name: string; businessName: string }) => MailContent,
): Promise<void> {
  const { owner, email, contactPerson, businessName } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { email: true, contactPerson: true, businessName: true, owner: { select: { email: true } } },
  })
  await queueMail(tx, { to: owner?.email ?? email, ...write({ name: contactPerson, businessName }) })
}
