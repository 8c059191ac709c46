import type { Prisma } from '#prisma/generated/client.ts'
import { mailAdmins } from '#server/auth/mail-admins.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { voidDelayed, voidDelayedForAdmins } from '#server/mail/void-mails.ts'
import { billedParty } from './invoices/billed-party.ts'

/** Reasons, for administrators, why a sale was not voided at the time announced to its partner. */
export const FAILURES = {
  changed: 'The store has changed the order since then.',
  proposer: 'The administrator who proposed it can no longer make decisions about this store’s money.',
  amount: 'Together with other sales, the amount is too large for one administrator.',
  error: 'Something went wrong on our side.',
} as const
export type Failure = keyof typeof FAILURES

/** How long the job retries after an error. */
const PATIENCE_MS = 3_600_000
export const isGivenUp = (holdsFrom: Date, now: Date): boolean => now.getTime() > holdsFrom.getTime() + PATIENCE_MS

interface LateVoid {
  partnerId: string
  sale: { id: string; orderName: string; externalId: string }
  /** The decision that the partner was told about: a dispute is accepted, or a flagged sale is rejected. */
  about: 'dispute' | 'flag'
  holdsFrom: Date
}

/** Emails the partner and all administrators that a sale was not voided at the announced time. */
export async function emailLateVoid(
  tx: Prisma.TransactionClient,
  siteUrl: string,
  { partnerId, sale, about, holdsFrom }: LateVoid,
  failure: Failure,
): Promise<void> {
  const { recipient } = await billedParty(tx, partnerId)
  const orderName = sale.orderName || sale.externalId
  const content = { siteUrl, ...recipient, orderName, saleId: sale.id, about, holdsFrom }
  await queueMail(tx, { to: recipient.email, ...voidDelayed({ ...content, isChanged: failure === 'changed' }) })
  await mailAdmins(tx, voidDelayedForAdmins({ ...content, failure: FAILURES[failure] }))
}
