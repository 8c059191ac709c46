import { startBefore } from '#server/analytics/local-clock.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { newSales } from '#server/mail/sale-mails.ts'
import { DEFAULT_SALE_EMAILS, type SaleEmails } from '#server/partners/settings/preferences-values.schema.ts'
import { stopStoreMailPath } from '#server/partners/settings/preferences.service.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { countNewSales } from './new-sales.ts'

const AT_ONCE = 500
/**
 * The maximum number of emails "within minutes" to a person on one day (UTC). Later sales wait for the next day's first
 * email.
 */
export const MAX_SALE_MAILS = 24
/** When daily emails are sent, in the partner's time zone. */
const MORNING_MS = 8 * 3_600_000
const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Person {
  userId: string
  email: string
  name: string
  partnerId: string
  businessName: string
  timeZone: string
  choice: SaleEmails
  /** The partner's last ledger entry. */
  head: number
  /** Null before the first run for this person. */
  mark: { seq: number; mailedAt: string; mails: number } | null
}

/**
 * Emails new sales to each person of a store who has chosen this: within minutes, or in the morning of the partner's
 * time zone. A sale is new with its first ledger entry, and entries are numbered without gaps, so each sale is emailed
 * once to each person, however often this runs. The first run for a person only stores the ledger's current end. A
 * failed email is retried by the next run, and does not delay others.
 * @returns the number of queued emails
 */
export async function sendSaleMails(db: Db, siteUrl: string, now = new Date(), signal?: AbortSignal): Promise<number> {
  let written = 0
  for (let after = [NOBODY, NOBODY]; ;) {
    const people = await peopleBehind(db, after)
    for (const person of people) {
      if (signal?.aborted) return written
      try {
        if (!person.mark) await beginMark(db, person, now)
        else if (isDue(person.choice, person.mark, person.timeZone, now) && (await mailSales(db, siteUrl, person, now)))
          written++
      } catch (error) {
        const { userId, partnerId } = person
        log.error({ err: error, userId, partnerId }, 'new sales were not emailed')
      }
    }
    const last = people.at(-1)
    if (!last || people.length < AT_ONCE) return written
    after = [last.userId, last.partnerId]
  }
}

/** Finds people with sales since their last position, or without a position. */
const peopleBehind = (db: Db, [userId, partnerId]: string[]) => db.$queryRaw<Person[]>`
  SELECT u.id AS "userId", u.email, coalesce(f.full_name, '') AS name, p.id AS "partnerId", p.business_name AS "businessName",
    p.time_zone AS "timeZone", coalesce(d.email_sales::text, ${DEFAULT_SALE_EMAILS}) AS choice, coalesce(h.seq, 0) AS head,
    CASE WHEN m.user_id IS NOT NULL THEN jsonb_build_object('seq', m.seq, 'mailedAt', m.mailed_at, 'mails', m.mails) END AS mark
  FROM (SELECT owner_id AS user_id, id AS partner_id FROM partners UNION SELECT user_id, partner_id FROM partner_members) t
  JOIN partners p ON p.id = t.partner_id AND p.verification_status IN ('pending', 'approved')
  JOIN users u ON u.id = t.user_id AND u.email_verified_at IS NOT NULL AND u.deletion_requested_at IS NULL
  LEFT JOIN profiles f ON f.user_id = u.id
  LEFT JOIN dashboard_preferences d ON d.user_id = u.id
  LEFT JOIN ledger_heads h ON h.partner_id = p.id
  LEFT JOIN sale_mail_marks m ON m.user_id = u.id AND m.partner_id = p.id
  WHERE (u.id, p.id) > (${userId}::uuid, ${partnerId}::uuid) AND coalesce(d.email_sales::text, ${DEFAULT_SALE_EMAILS}) <> 'off'
    AND (m.seq IS NULL OR m.seq < h.seq)
  ORDER BY u.id, p.id LIMIT ${AT_ONCE}::int`

const beginMark = (db: Db, { userId, partnerId, head }: Person, now: Date) =>
  db.saleMailMark.createMany({ data: { userId, partnerId, seq: head, mailedAt: now }, skipDuplicates: true })

function isDue(choice: SaleEmails, mark: NonNullable<Person['mark']>, timeZone: string, now: Date): boolean {
  const last = new Date(mark.mailedAt)
  if (choice === 'instant') return mark.mails < MAX_SALE_MAILS || dayOf(last) !== dayOf(now)
  const morning = startBefore('day', timeZone, now.getTime(), 0) + MORNING_MS
  return now.getTime() >= morning && last.getTime() < morning
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

async function mailSales(db: Db, siteUrl: string, person: Person, now: Date): Promise<boolean> {
  const { userId, partnerId, email, name, businessName, choice, head, mark } = person
  if (!mark) return false
  const unsubscribeLink = await stopStoreMailPath(db, 'emailSales', userId)
  const { count, sums, sales } = await countNewSales(db, partnerId, mark.seq, head)
  const mails = dayOf(new Date(mark.mailedAt)) === dayOf(now) ? mark.mails + 1 : 1
  return db.$transaction(async (tx) => {
    const moved = await tx.saleMailMark.updateMany({
      where: { userId, partnerId, seq: mark.seq },
      data: { seq: head, ...(count > 0 && { mailedAt: now, mails }) },
    })
    if (!moved.count || count === 0) return false
    const about = { siteUrl, name, businessName, sales, count, sums, isDaily: choice === 'daily', unsubscribeLink }
    await queueMail(tx, { to: email, ...newSales(about) })
    return true
  })
}
