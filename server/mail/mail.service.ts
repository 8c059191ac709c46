import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { MailContent } from './compose-mail.ts'

/** The channel for ids of queued emails. */
export const MAIL_CHANNEL = 'mails'

/**
 * Puts an email into the outbox and wakes the senders: `queueMail(tx, { to, ...resetPassword({ siteUrl, link, minutes
 * }) })`. In a transaction both happen at its commit, or not at all. Contacts no mail server, so none can slow this
 * down or make it fail.
 * @param mail.to one bare address
 * @returns the email's id
 */
export async function queueMail(
  db: Db | Prisma.TransactionClient,
  mail: MailContent & { to: string },
): Promise<string> {
  const id = newId()
  await db.$executeRaw`
    WITH mail AS (
      INSERT INTO mails (id, kind, to_address, subject, text, html, unsubscribe_url)
      VALUES (${id}::uuid, ${mail.kind}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.unsubscribeUrl ?? null})
      RETURNING id
    )
    SELECT pg_notify(${MAIL_CHANNEL}, id::text) FROM mail`
  return id
}

/** Withdraws a queued or failed email. One that is being sent may still arrive. */
export async function withdrawMail(tx: Prisma.TransactionClient, mailId: string | null): Promise<void> {
  if (mailId !== null) await tx.mail.deleteMany({ where: { id: mailId, state: { in: ['queued', 'failed'] } } })
}
