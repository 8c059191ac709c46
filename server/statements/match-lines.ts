import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { BilledTo } from '#server/sales/invoices/billed-party.ts'
import {
  numbersIn,
  PAID_BY_HAND_DAYS,
  proposePayments,
  SAME_TRANSFER_DAYS,
  type EarlierLine,
  type KnownInvoice,
  type Proposal,
} from './propose-payments.ts'

const SHOWN = {
  id: true,
  place: true,
  bookedOn: true,
  amountMinor: true,
  currency: true,
  reference: true,
  payer: true,
  payerIban: true,
  recordedAt: true,
  undoneAt: true,
  undoReason: true,
  invoice: { select: { id: true, number: true } },
} satisfies Prisma.BankLineSelect

export type BankLine = Prisma.BankLineGetPayload<{ select: typeof SHOWN }>

/** Reads the lines of a statement in order, with a proposal for each that is not recorded yet. */
export async function matchLines(
  db: Db | Prisma.TransactionClient,
  statementId: string,
): Promise<{ lines: BankLine[]; proposals: Map<string, Proposal> }> {
  const lines = await db.bankLine.findMany({ where: { statementId }, orderBy: { place: 'asc' }, select: SHOWN })
  const open = lines.filter(({ recordedAt }) => recordedAt === null)
  if (!open.length) return { lines, proposals: new Map() }
  const earlier = await findEarlier(db, statementId)
  const numbers = open.flatMap(({ reference }) => numbersIn(reference))
  const invoices = await findInvoices(db, statementId, [...numbers, ...earlier.map(({ number }) => number)])
  return { lines, proposals: proposePayments(open, invoices, earlier) }
}

/** Finds payments that were recorded from other statements and may be lines of this one in another format. */
const findEarlier = (db: Db | Prisma.TransactionClient, statementId: string) =>
  db.$queryRaw<EarlierLine[]>`
    SELECT DISTINCT e.id, e.booked_on AS "bookedOn", e.amount_minor AS "amountMinor", e.currency, e.reference, e.payer,
      e.payer_iban AS "payerIban", e.undone_at IS NOT NULL AS "isUndone", i.number
    FROM bank_lines l JOIN bank_lines e ON e.amount_minor = l.amount_minor AND e.currency = l.currency
      AND e.statement_id <> l.statement_id AND abs(e.booked_on - l.booked_on) <= ${SAME_TRANSFER_DAYS}::int
    JOIN invoices i ON i.id = e.invoice_id
    WHERE l.statement_id = ${statementId}::uuid AND l.recorded_at IS NULL`

type FoundInvoice = Omit<KnownInvoice, 'names'> & { billedTo: BilledTo; businessName: string }

/** Finds invoices with these numbers, and those with a line's amount that are open or were paid at about that time. */
async function findInvoices(
  db: Db | Prisma.TransactionClient,
  statementId: string,
  numbers: readonly string[],
): Promise<KnownInvoice[]> {
  // Numbers are passed as one array, because PostgreSQL accepts 65,535 parameters and a reference may contain several
  // numbers.
  const found = await db.$queryRaw<FoundInvoice[]>`
    WITH fitting AS (
      SELECT id FROM invoices WHERE number = ANY(${numbers}::text[])
      UNION
      SELECT i.id FROM bank_lines l JOIN invoices i ON i.payable_minor = l.amount_minor AND i.currency = l.currency
      WHERE l.statement_id = ${statementId}::uuid AND l.recorded_at IS NULL AND i.kind = 'invoice'
        AND (i.status = 'open' OR abs(i.paid_at::date - l.booked_on) <= ${PAID_BY_HAND_DAYS}::int)
    )
    SELECT i.id, i.number, i.kind::text, i.status::text, i.currency, i.payable_minor AS "payableMinor", i.billed_to AS "billedTo",
      p.business_name AS "businessName", CASE WHEN NOT EXISTS (
        SELECT FROM bank_lines b WHERE b.invoice_id = i.id AND b.undone_at IS NULL) THEN i.paid_at END AS "paidByHandAt"
    FROM fitting JOIN invoices i USING (id) JOIN partners p ON p.id = i.partner_id
    ORDER BY i.due_on, i.number`
  return found.map(({ billedTo, businessName, ...invoice }) => ({
    ...invoice,
    names: [billedTo.legalName ?? '', billedTo.businessName, businessName].filter(Boolean),
  }))
}
