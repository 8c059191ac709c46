import { STORE_NOTICES } from '#server/partners/settings/preferences-values.schema.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { writeNotice } from '#server/push/write-notice.ts'
import { countNewSales } from './new-sales.ts'

const AT_ONCE = 500
const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Person {
  userId: string
  partnerId: string
  businessName: string
  /** The partner's last ledger entry. */
  head: number
  /** The last entry that the person was notified about; null before the first run for this person. */
  seq: number | null
}

/**
 * Writes push notifications about new sales for the people of a store who want them and have a device for them. One
 * notification covers all sales since the last run. Sales are counted as in emails (`sendSaleMails`). Each is reported
 * once to each person, and the first run for a person only stores the ledger's current end.
 * @returns the number of people with a notification
 */
export async function writeSaleNotices(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  await forgetMarks(db, now)
  let written = 0
  for (let after = [NOBODY, NOBODY]; ;) {
    const people = await peopleBehind(db, after, now)
    for (const person of people) {
      if (signal?.aborted) return written
      try {
        if (await notify(db, person, now)) written++
      } catch (error) {
        const { userId, partnerId } = person
        log.error({ err: error, userId, partnerId }, 'a notification about new sales could not be queued')
      }
    }
    const last = people.at(-1)
    if (!last || people.length < AT_ONCE) return written
    after = [last.userId, last.partnerId]
  }
}

/**
 * Deletes the positions of people without notifications, so that only later sales are reported once they turn them on
 * again.
 */
const forgetMarks = (db: Db, now: Date) => db.$executeRaw`
  DELETE FROM sale_push_marks m WHERE NOT EXISTS (
    SELECT 1 FROM push_subscriptions d JOIN sessions s ON s.id = d.session_id AND s.expires_at > ${now}::timestamptz
    LEFT JOIN dashboard_preferences p ON p.user_id = d.user_id
    WHERE d.user_id = m.user_id AND coalesce(p.push_sales, ${STORE_NOTICES.pushSales}))`

/** Finds people with sales since their last position, or without a position. */
const peopleBehind = (db: Db, [userId, partnerId]: string[], now: Date) => db.$queryRaw<Person[]>`
  SELECT u.id AS "userId", p.id AS "partnerId", p.business_name AS "businessName", coalesce(h.seq, 0) AS head, m.seq
  FROM (
    SELECT DISTINCT d.user_id FROM push_subscriptions d
    JOIN sessions s ON s.id = d.session_id AND s.expires_at > ${now}::timestamptz
  ) devices
  JOIN users u ON u.id = devices.user_id AND u.deletion_requested_at IS NULL AND u.suspended_at IS NULL
  JOIN LATERAL (
    SELECT id FROM partners WHERE owner_id = u.id UNION SELECT partner_id FROM partner_members WHERE user_id = u.id
  ) team ON true
  JOIN partners p ON p.id = team.id AND p.verification_status IN ('pending', 'approved')
  LEFT JOIN dashboard_preferences c ON c.user_id = u.id
  LEFT JOIN ledger_heads h ON h.partner_id = p.id
  LEFT JOIN sale_push_marks m ON m.user_id = u.id AND m.partner_id = p.id
  WHERE (u.id, p.id) > (${userId}::uuid, ${partnerId}::uuid) AND coalesce(c.push_sales, ${STORE_NOTICES.pushSales})
    AND (m.seq IS NULL OR m.seq < h.seq)
  ORDER BY u.id, p.id LIMIT ${AT_ONCE}::int`

async function notify(db: Db, { userId, partnerId, businessName, head, seq }: Person, now: Date): Promise<boolean> {
  if (seq === null) {
    await db.salePushMark.createMany({ data: { userId, partnerId, seq: head }, skipDuplicates: true })
    return false
  }
  const { count, sums, sales } = await countNewSales(db, partnerId, seq, head)
  return db.$transaction(async (tx) => {
    const { count: moved } = await tx.salePushMark.updateMany({
      where: { userId, partnerId, seq },
      data: { seq: head },
    })
    if (!moved || count === 0) return false
    const total = sums.map(({ currency, netMinor }) => formatMoney(netMinor, currency)).join(' and ')
    const [only] = sales
    const message = {
      title: `${businessName}: ${count === 1 ? 'a new sale' : `${count.toLocaleString('en-GB')} new sales`} (${total})`,
      body: only && count === 1 ? only.title : '',
      path: only && count === 1 ? `/brand/dashboard/sales/${only.id}` : '/brand/dashboard/sales',
    }
    await writeNotice(tx, [userId], `sales-${partnerId.slice(-12)}-${head}`, message, now)
    return true
  })
}
