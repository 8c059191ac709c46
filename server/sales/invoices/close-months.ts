import { DUE_DAY } from '#server/partners/terms.values.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { creditNoteIssued, invoiceIssued } from '#server/mail/invoice-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { getSeller } from '../billing/seller-profile.service.ts'
import { decideVat, groupVat, type Vat } from '../billing/vat.ts'
import { monthName, monthOf } from '../ledger/place-in-month.ts'
import { moveConversions } from '../lifecycle.ts'
import { lockSales } from '../lock-sales.ts'
import { getCredit, settleCreditNotes } from './credit.ts'
import { billedParty } from './billed-party.ts'
import { paySales } from './pay-sales.ts'
import { reportInvoice } from './report-invoice.ts'

/** Options for a partner's transaction. */
const PATIENCE = { timeout: 120_000, maxWait: 120_000 }
/**
 * The minimum number of days to pay if there is no seller profile. A month that is closed late is due a month later.
 */
const MIN_DAYS_TO_PAY = 10

/**
 * Invoices every month that has ended (UTC). An invoice is for one partner and currency. It has all entries of
 * confirmed sales that are not on an invoice yet, with the VAT for the seller's and the buyer's details. If a month's
 * total is zero, it gets no invoice and its entries go on the next one. Each invoice has a separate transaction, so
 * after a crash the next run continues.
 * @param onIssued is called after each invoice or credit note, also if a later one fails
 * @returns the number of invoices and credit notes
 */
export async function closeMonths(
  db: Db,
  siteUrl: string,
  now = new Date(),
  signal?: AbortSignal,
  onIssued?: () => void,
): Promise<number> {
  let made = 0
  for (const waiting of await listMonthsToClose(db, monthOf(now)))
    for (const month of monthsFrom(waiting.month, now)) {
      if (signal?.aborted) return made
      if (!(await closeMonth(db, siteUrl, { ...waiting, month }, now))) continue
      made++
      onIssued?.()
    }
  return made
}

export interface PartnersMonth {
  partnerId: string
  currency: string
  month: Date
}

const nextMonth = (month: Date) => new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))

/** Returns the months that have ended, starting with a given one. */
export function monthsFrom(first: Date, now: Date): Date[] {
  const months: Date[] = []
  for (let month = first; month < monthOf(now); month = nextMonth(month)) months.push(month)
  return months
}

/**
 * Lists the partners with entries from before a month that are not on an invoice, and the month of the earliest one.
 */
export function listMonthsToClose(db: Db, before: Date): Promise<PartnersMonth[]> {
  return db.$queryRaw<PartnersMonth[]>`
    SELECT e.partner_id AS "partnerId", e.currency, date_trunc('month', min(greatest(e.effective_at, c.confirmed_at)))::date AS month
    FROM commission_entries e LEFT JOIN conversions c ON c.id = e.conversion_id
    WHERE NOT EXISTS (SELECT 1 FROM invoice_entries i WHERE i.partner_id = e.partner_id AND i.seq = e.seq)
      AND e.effective_at < ${before} AND (e.conversion_id IS NULL OR c.confirmed_at < ${before}
        AND (c.status = 'confirmed' OR EXISTS (SELECT 1 FROM invoice_lines l WHERE l.conversion_id = c.id)))
    GROUP BY e.partner_id, e.currency ORDER BY e.partner_id, e.currency`
}

interface Line {
  /** Null for a manual entry without a sale. */
  conversionId: string | null
  orderName: string | null
  orderedAt: Date | null
  reason: string
  wasInvoiced: boolean
  /** The VAT of the sale's first invoice; null if there is none. */
  firstTreatment: Vat['treatment'] | null
  firstRateBps: number | null
  baseMinor: bigint
  amountMinor: bigint
  seqs: number[]
}

/** Returns the lines of the month's invoice: one per sale, and one for each entry without a sale. */
function listLines(tx: Prisma.TransactionClient, { partnerId, currency, month }: PartnersMonth): Promise<Line[]> {
  const end = nextMonth(month)
  return tx.$queryRaw<Line[]>`
    SELECT c.id AS "conversionId", c.order_name AS "orderName", c.ordered_at AS "orderedAt",
      f.conversion_id IS NOT NULL AS "wasInvoiced", f.vat_treatment AS "firstTreatment", f.vat_rate_bps AS "firstRateBps", min(e.reason) AS reason,
      sum(e.base_minor)::bigint AS "baseMinor", sum(e.amount_minor)::bigint AS "amountMinor", array_agg(e.seq ORDER BY e.seq) AS seqs
    FROM commission_entries e LEFT JOIN conversions c ON c.id = e.conversion_id
      LEFT JOIN LATERAL (
        SELECT l.conversion_id, l.vat_treatment, l.vat_rate_bps FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
        WHERE l.conversion_id = c.id ORDER BY i.issued_at, i.number LIMIT 1
      ) f ON true
    WHERE e.partner_id = ${partnerId}::uuid AND e.currency = ${currency} AND e.effective_at < ${end}
      AND NOT EXISTS (SELECT 1 FROM invoice_entries i WHERE i.partner_id = e.partner_id AND i.seq = e.seq)
      AND (e.conversion_id IS NULL OR c.confirmed_at < ${end}
        AND (c.status = 'confirmed' OR EXISTS (SELECT 1 FROM invoice_lines l WHERE l.conversion_id = c.id)))
    GROUP BY c.id, f.conversion_id, f.vat_treatment, f.vat_rate_bps, CASE WHEN e.conversion_id IS NULL THEN e.seq END ORDER BY c.ordered_at, c.id, min(e.seq)`
}

async function closeMonth(db: Db, siteUrl: string, closing: PartnersMonth, now: Date): Promise<boolean> {
  return (await db.$transaction((tx) => issueInvoice(tx, siteUrl, closing, now), PATIENCE)) !== null
}

/** The result of closing a month; absent if its total is zero. Amounts in minor units. */
export type Issued = NonNullable<Awaited<ReturnType<typeof issueInvoice>>>

/**
 * Invoices a month of a partner in one currency, and emails the partner.
 * @returns null if there is an invoice already, or its total is zero
 */
export async function issueInvoice(tx: Prisma.TransactionClient, siteUrl: string, closing: PartnersMonth, now: Date) {
  const { partnerId, currency, month } = closing
  await lockSales(tx, partnerId)
  const once = { partnerId_month_currency: { partnerId, month, currency } }
  if (await tx.invoice.findUnique({ where: once, select: { id: true } })) return null
  const lines = await listLines(tx, closing)
  const { billedTo, buyer, recipient } = await billedParty(tx, partnerId)
  const seller = await getSeller(tx, now)
  const lastDay = new Date(nextMonth(month).getTime() - DAY_MS)
  const vatNow = decideVat(seller, buyer, lastDay)
  // A correction has the VAT of the invoice that it corrects, even if VAT has changed since.
  const taxed = lines.map((line) => ({ ...line, ...vatOf(line, vatNow) }))
  const vat = groupVat(taxed)
  const totalMinor = vat.reduce((sum, { netMinor }) => sum + netMinor, 0n)
  const vatMinor = vat.reduce((sum, group) => sum + group.vatMinor, 0n)
  const grossMinor = totalMinor + vatMinor
  if (totalMinor === 0n && vatMinor === 0n) return null
  const isCredit = grossMinor < 0n
  const credit = isCredit ? 0n : await getCredit(tx, partnerId, currency)
  const creditMinor = credit < grossMinor ? credit : grossMinor
  const payableMinor = isCredit ? 0n : grossMinor - creditMinor
  const number = await nextNumber(tx, now)
  const dueOn = dueAfter(month, now, seller?.paymentDays)
  const { id: invoiceId } = await tx.invoice.create({
    data: {
      partnerId,
      number,
      month,
      currency,
      dueOn,
      totalMinor,
      vatMinor,
      payableMinor,
      billedTo,
      ...(seller && { seller }),
      kind: isCredit ? 'credit_note' : 'invoice',
      issuedAt: now,
      creditMinor: isCredit ? 0n : creditMinor,
      status: !isCredit && payableMinor === 0n ? 'settled' : 'open',
    },
    select: { id: true },
  })
  await tx.invoiceLine.createMany({
    data: taxed.map((line, index) => ({
      invoiceId,
      place: index + 1,
      conversionId: line.conversionId,
      description: describe(line),
      baseMinor: line.baseMinor,
      amountMinor: line.amountMinor,
      vatTreatment: line.treatment,
      vatRateBps: line.rateBps,
    })),
  })
  if (seller) await tx.invoiceVat.createMany({ data: vat.map((group) => ({ invoiceId, ...group })) })
  await tx.invoiceEntry.createMany({
    data: lines.flatMap(({ seqs }) => seqs.map((seq) => ({ partnerId, seq, invoiceId }))),
  })
  const sales = lines.flatMap(({ conversionId }) => conversionId ?? [])
  const reason = `on invoice ${number} for ${monthName(month)}`
  await moveConversions(tx, sales, 'confirmed', 'invoiced', { reason, actor: 'system' }, now)
  if (!isCredit && creditMinor > 0n) await settleCreditNotes(tx, partnerId, currency)
  if (payableMinor === 0n) {
    const paid = isCredit ? `${number} is a credit note, so no payment is due` : `credit paid ${number}`
    await paySales(tx, invoiceId, { reason: paid, actor: 'system' }, now)
  }
  await reportInvoice(tx, { id: invoiceId, partnerId }, 'invoice.issued', now)
  const about = { siteUrl, ...recipient, number, month, currency, dueOn }
  await queueMail(tx, {
    to: recipient.email,
    ...(isCredit
      ? creditNoteIssued({ ...about, creditMinor: -grossMinor })
      : invoiceIssued({ ...about, payableMinor, creditMinor })),
  })
  return {
    number,
    month,
    currency,
    payableMinor,
    sales: sales.length,
    netMinor: totalMinor,
    vatMinor,
    grossMinor,
    kind: isCredit ? ('credit_note' as const) : ('invoice' as const),
  }
}

const vatOf = ({ firstTreatment, firstRateBps }: Line, vatNow: Vat): Vat =>
  firstTreatment === null ? vatNow : { treatment: firstTreatment, rateBps: firstRateBps ?? 0 }

/**
 * Returns the next number, such as 'WTF-2026-000012'. Concurrent callers wait for this transaction, so there are no
 * gaps.
 */
async function nextNumber(tx: Prisma.TransactionClient, now: Date): Promise<string> {
  const year = now.getUTCFullYear()
  const [taken] = await tx.$queryRaw<Array<{ last: number }>>`
    INSERT INTO invoice_numbers (year, last) VALUES (${year}::int, 1)
    ON CONFLICT (year) DO UPDATE SET last = invoice_numbers.last + 1 RETURNING last`
  return `WTF-${year}-${String(taken?.last ?? 0).padStart(6, '0')}`
}

/** Returns the 15th of the following month, or a later one if that has passed or is too soon. */
function dueAfter(month: Date, now: Date, leastDays = MIN_DAYS_TO_PAY): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  let due = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, DUE_DAY))
  while (due.getTime() < today + leastDays * DAY_MS)
    due = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, DUE_DAY))
  return due
}

function describe({ orderName, orderedAt, wasInvoiced, reason }: Line): string {
  if (!orderedAt) return reason.replace(/\s+/g, ' ')
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(orderedAt)
  return `Order ${orderName}, ${day}${wasInvoiced ? ', changed since it was invoiced' : ''}`
}
