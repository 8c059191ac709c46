import { invoiceReminder } from '#server/mail/invoice-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { log } from '#server/platform/log.ts'
import { billedParty } from './billed-party.ts'

const AT_ONCE = 100
/** The reminders of an invoice, in days after its due date: at most one before, one on and three after it. */
const REMINDERS = [-3, 0, 1, 8, 22] as const

/**
 * Reminds partners of open invoices: before they are due, on the day, and when they are overdue (days in UTC). Each
 * reminder is sent at most once. Missed reminders are skipped, and failed ones are retried by the next run.
 * @returns the number of queued emails
 */
export async function remindInvoices(db: Db, siteUrl: string, now = new Date(), signal?: AbortSignal): Promise<number> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  let written = 0
  const failed = new Set<string>()
  // Sends the latest reminder first, so that its recipients get none of the earlier ones.
  for (const [index, days] of [...REMINDERS.entries()].toReversed()) {
    const due = {
      kind: 'invoice',
      status: 'open',
      dueOn: { lte: new Date(today - days * DAY_MS) },
      reminders: { lte: index },
      payableMinor: { gt: 0 },
    } as const
    for (let after = ''; ;) {
      const where = { ...due, number: { gt: after } }
      const invoices = await db.invoice.findMany({ where, orderBy: { number: 'asc' }, take: AT_ONCE })
      for (const { id, partnerId, number, month, currency, dueOn, payableMinor } of invoices) {
        if (signal?.aborted) return written
        // Without this, an earlier reminder would be sent now, and the failed one as a second email later.
        if (failed.has(id)) continue
        try {
          const isWritten = await db.$transaction(async (tx) => {
            const { count } = await tx.invoice.updateMany({
              where: { id, ...due },
              data: { remindedAt: now, reminders: index + 1 },
            })
            if (!count) return false
            const { recipient } = await billedParty(tx, partnerId)
            const daysOverdue = Math.round((today - dueOn.getTime()) / DAY_MS)
            const about = { siteUrl, ...recipient, number, month, currency, dueOn, payableMinor, daysOverdue }
            await queueMail(tx, { to: recipient.email, ...invoiceReminder(about) })
            return true
          })
          if (isWritten) written++
        } catch (error) {
          if (isDatabaseAway(error)) throw error
          failed.add(id)
          log.error({ err: error, invoiceId: id }, 'an invoice reminder failed')
        }
      }
      const last = invoices.at(-1)
      if (!last || invoices.length < AT_ONCE) break
      after = last.number
    }
  }
  return written
}
