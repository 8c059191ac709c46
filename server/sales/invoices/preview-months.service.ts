import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCK_NOT_AVAILABLE, sqlStateOf } from '#server/platform/sql-state.ts'
import { Turns } from '#server/platform/turns.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { monthOf } from '../ledger/place-in-month.ts'
import type { CloseMonthsInput } from '../sales-for-admins.schema.ts'
import {
  closeMonths,
  issueInvoice,
  monthsFrom,
  listMonthsToClose,
  type Issued,
  type PartnersMonth,
} from './close-months.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

const MAX_PREVIEWED = 100
const PREVIEW_MS = 5_000
/** Partners whose sales are locked, for example by a running closing, are skipped instead of waiting. */
const LOCK_MS = 1_000
const PATIENCE = { timeout: 15_000, maxWait: 5_000 }
/** Previews write and roll back, so they must not pile up. */
const TURNS = new Turns({ atOnce: 1, waiting: 3, retryAfterSeconds: 10 })
/** How long administrators wait for the closing. The nightly job does the rest. */
const PATIENCE_OF_PEOPLE_MS = 20_000

/** Thrown to roll back a transaction. */
class Undone extends Error {}

interface Without {
  partnerId: string
  businessName: string
  sales: number
  reason: 'zero' | 'invoiced' | 'unconfirmed' | 'held'
}

/**
 * Previews the invoices that closing the ended months (UTC) would issue, for 100 partners at most, and within 5
 * seconds. Each partner's months are closed and rolled back, so the preview equals the real result. `none`: partners
 * with entries that stay off the next invoice, and why. Amounts in minor units.
 * @param previewMs for tests
 * @throws AppError as `assertMayMoveMoney`
 * @throws TooMuchAsked if too many others are waiting
 */
export const previewMonths = ({ db, visit, viewer }: Ask, now = new Date(), previewMs = PREVIEW_MS) =>
  TURNS.run('all', async () => {
    await assertMayClose({ db, viewer }, now)
    const until = performance.now() + previewMs
    const waiting = await listMonthsToClose(db, monthOf(now))
    const issued: Array<Plain<Issued> & { partnerId: string }> = []
    const without: Array<Omit<Without, 'businessName'>> = []
    let shown = 0
    for (const each of waiting.slice(0, MAX_PREVIEWED)) {
      if (performance.now() >= until) break
      const made = await tryMonths(db, visit.siteUrl, each, now)
      if (made === 'busy') continue
      shown++
      issued.push(...made.map((one) => ({ ...plain(one), partnerId: each.partnerId })))
      if (made.length) continue
      const reason = await reasonWithout(db, each, lastMonth(now))
      if (!without.some((one) => one.partnerId === each.partnerId && one.reason === reason))
        without.push({ partnerId: each.partnerId, sales: 0, reason })
    }
    const names = await listNames(
      db,
      [...issued, ...without].map(({ partnerId }) => partnerId),
    )
    const named = <Row extends { partnerId: string }>(row: Row) => ({
      ...row,
      businessName: names.get(row.partnerId) ?? '',
    })
    return {
      /** The last month to close. Earlier ones are closed with it. */
      month: lastMonth(now),
      issued: issued.map(named),
      more: waiting.length - shown,
      none: [...without.map(named), ...(await listUnconfirmed(db, monthOf(now)))] satisfies Without[],
    }
  })

/**
 * Closes the ended months now, as the nightly job does. If this takes longer than 20 seconds, that job does the rest.
 * @returns the number of invoices, and whether all were issued
 * @throws AppError as `assertMayMoveMoney`; conflict if another month has ended since the preview
 */
export async function closeMonthsNow({ db, visit, viewer }: Ask, { month }: CloseMonthsInput, now = new Date()) {
  await assertMayClose({ db, viewer }, now)
  if (month !== lastMonth(now).toISOString().slice(0, 7))
    throw new AppError('conflict', 'Another month has ended since you opened this page. Check the preview again.')
  const signal = AbortSignal.timeout(PATIENCE_OF_PEOPLE_MS)
  let made = 0
  let isComplete = false
  try {
    await closeMonths(db, visit.siteUrl, now, signal, () => made++)
    isComplete = !signal.aborted
  } finally {
    await writeAudit(db, visit, {
      actorId: viewer.userId,
      action: 'months_closed',
      subjectId: 'invoices',
      data: { month, made, isComplete },
    })
  }
  return { made, isComplete }
}

const assertMayClose = ({ db, viewer }: Pick<Ask, 'db' | 'viewer'>, now: Date) =>
  db.$transaction((tx) => assertMayMoveMoney(tx, { action: 'months_closed', by: viewer.userId, partnerId: null }, now))

const lastMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))

async function tryMonths(db: Db, siteUrl: string, waiting: PartnersMonth, now: Date): Promise<Issued[] | 'busy'> {
  const made: Issued[] = []
  try {
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`
      for (const month of monthsFrom(waiting.month, now)) {
        const one = await issueInvoice(tx, siteUrl, { ...waiting, month }, now)
        if (one) made.push(one)
      }
      throw new Undone()
    }, PATIENCE)
  } catch (error) {
    if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) return 'busy'
    if (!(error instanceof Undone)) throw error
  }
  return made
}

/**
 * Returns why a month's entries are on no invoice: they arrived after the month was closed and wait for the next one,
 * or they add up to zero.
 */
async function reasonWithout(db: Db, { partnerId, currency }: PartnersMonth, month: Date) {
  const once = { partnerId_month_currency: { partnerId, month, currency } }
  return (await db.invoice.findUnique({ where: once, select: { id: true } }))
    ? ('invoiced' as const)
    : ('zero' as const)
}

type Plain<T> = { [K in keyof T]: T[K] extends bigint ? number : T[K] }

const plain = ({ payableMinor, netMinor, vatMinor, grossMinor, ...one }: Issued): Plain<Issued> => ({
  ...one,
  payableMinor: Number(payableMinor),
  netMinor: Number(netMinor),
  vatMinor: Number(vatMinor),
  grossMinor: Number(grossMinor),
})

async function listNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.partner.findMany({ where: { id: { in: ids } }, select: { id: true, businessName: true } })
  return new Map(rows.map(({ id, businessName }) => [id, businessName]))
}

/**
 * Lists up to 100 partners whose sales of ended months earn commission but are on no invoice, because they are not
 * confirmed.
 */
const listUnconfirmed = (db: Db, before: Date) =>
  db.$queryRaw<Array<{ partnerId: string; businessName: string; sales: number; reason: 'unconfirmed' | 'held' }>>`
    SELECT p.id AS "partnerId", p.business_name AS "businessName", count(*)::int AS sales,
      CASE WHEN c.status = 'pending' THEN 'unconfirmed' ELSE 'held' END AS reason
    FROM conversions c JOIN partners p ON p.id = c.partner_id
    WHERE c.status IN ('pending', 'hold', 'disputed') AND c.ordered_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM invoice_lines l WHERE l.conversion_id = c.id)
    GROUP BY p.id, 4 ORDER BY p.business_name, p.id LIMIT ${MAX_PREVIEWED}`
