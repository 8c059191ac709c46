import type { Db } from '#server/platform/db.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { monthOf } from '../ledger/place-in-month.ts'
import { closeMonths, issueInvoice, monthsFrom, PATIENCE, readWaiting, type Issued } from './close-months.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

const MOST_PREVIEWED = 100
/** The nightly job does the rest. */
const PATIENCE_OF_PEOPLE_MS = 20_000

/** Ends a transaction without any change. */
class Undone extends Error {}

/**
 * What closing the ended months (UTC) would issue, of 100 partners at most. Each partner's months are closed and undone, so the preview cannot differ
 * from the real thing. `none`: partners with entries that stay off the next invoice, and why. Amounts in minor units.
 */
export async function previewMonths({ db, visit }: Pick<Ask, 'db' | 'visit'>, now = new Date()) {
  const waiting = await readWaiting(db, monthOf(now))
  const shown = waiting.slice(0, MOST_PREVIEWED)
  const issued: Array<Plain<Issued> & { partnerId: string; businessName: string }> = []
  const zero: string[] = []
  const names = await readNames(
    db,
    shown.map(({ partnerId }) => partnerId),
  )
  for (const each of shown) {
    const { partnerId } = each
    const made = await tryMonths(db, visit.siteUrl, each, now)
    issued.push(...made.map((one) => ({ ...plain(one), partnerId, businessName: names.get(partnerId) ?? '' })))
    if (made.length === 0) zero.push(partnerId)
  }
  return {
    /** The last month that closes; earlier ones close with it. */
    month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)),
    issued,
    more: waiting.length - shown.length,
    none: [
      ...zero.map((partnerId) => ({
        ...{ partnerId, businessName: names.get(partnerId) ?? '', sales: 0 },
        reason: 'zero' as const,
      })),
      ...(await listUnconfirmed(db, monthOf(now))),
    ],
  }
}

/** Closes the ended months now, as the nightly job does. What takes longer than 20 seconds is left to that job. @returns the number of invoices */
export async function closeMonthsNow({ db, visit, viewer }: Ask, now = new Date()): Promise<{ made: number }> {
  await db.$transaction((tx) =>
    assertMayMoveMoney(tx, { action: 'months_closed', by: viewer.userId, partnerId: null }, now),
  )
  const made = await closeMonths(db, visit.siteUrl, now, AbortSignal.timeout(PATIENCE_OF_PEOPLE_MS))
  await writeAudit(db, visit, {
    ...{ actorId: viewer.userId, action: 'months_closed', subjectId: 'invoices' },
    data: { made },
  })
  return { made }
}

async function tryMonths(
  db: Db,
  siteUrl: string,
  waiting: Parameters<typeof issueInvoice>[2],
  now: Date,
): Promise<Issued[]> {
  const made: Issued[] = []
  try {
    await db.$transaction(async (tx) => {
      for (const month of monthsFrom(waiting.month, now)) {
        const one = await issueInvoice(tx, siteUrl, { ...waiting, month }, now)
        if (one) made.push(one)
      }
      throw new Undone()
    }, PATIENCE)
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return made
}

type Plain<T> = { [K in keyof T]: T[K] extends bigint ? number : T[K] }

const plain = ({ payableMinor, netMinor, vatMinor, grossMinor, ...one }: Issued): Plain<Issued> => ({
  ...one,
  payableMinor: Number(payableMinor),
  netMinor: Number(netMinor),
  vatMinor: Number(vatMinor),
  grossMinor: Number(grossMinor),
})

async function readNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.partner.findMany({ where: { id: { in: ids } }, select: { id: true, businessName: true } })
  return new Map(rows.map(({ id, businessName }) => [id, businessName]))
}

/** Partners whose sales of ended months earn commission and are on no invoice, because they are not confirmed, 100 at most. */
const listUnconfirmed = (db: Db, before: Date) =>
  db.$queryRaw<Array<{ partnerId: string; businessName: string; sales: number; reason: 'unconfirmed' | 'held' }>>`
    SELECT p.id AS "partnerId", p.business_name AS "businessName", count(*)::int AS sales,
      CASE WHEN c.status = 'pending' THEN 'unconfirmed' ELSE 'held' END AS reason
    FROM conversions c JOIN partners p ON p.id = c.partner_id
    WHERE c.status IN ('pending', 'hold', 'disputed') AND c.ordered_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM invoice_lines l WHERE l.conversion_id = c.id)
    GROUP BY p.id, 4 ORDER BY p.business_name, p.id LIMIT ${MOST_PREVIEWED}`
