import { invoiceReminder } from '#server/mail/invoice-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Db } from '#server/platform/db.ts'
import { billedParty } from './billed-party.ts'

const AT_ONCE = 100

/**
 * Sends a reminder, once each, for open invoices that were due before today (UTC).
 * @returns how many emails were queued
 */
export async function remindInvoices(db: Db, siteUrl: string, now = new Date(), signal?: AbortSignal): Promise<number> {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  let written = 0
  for (;;) {
    const due = { kind: 'invoice', status: 'open', dueOn: { lt: today }, remindedAt: null } as const
    const invoices = await db.invoice.findMany({ where: due, orderBy: { number: 'asc' }, take: AT_ONCE })
    for (const { id, partnerId, number, month, currency, dueOn, payableMinor } of invoices) {
      if (signal?.aborted) return written
      const isWritten = await db.$transaction(async (tx) => {
        const { count } = await tx.invoice.updateMany({ where: { id, ...due }, data: { remindedAt: now } })
        if (!count) return false
        const { recipient } = await billedParty(tx, partnerId)
        const mail = invoiceReminder({ siteUrl, ...recipient, number, month, currency, dueOn, payableMinor })
        await queueMail(tx, { to: recipient.email, ...mail })
        return true
      })
      if (isWritten) written++
    }
    if (invoices.length < AT_ONCE) return written
  }
}
