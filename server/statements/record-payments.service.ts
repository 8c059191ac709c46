import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { findInvoice, receivePayment } from '#server/sales/invoices/mark-paid.service.ts'
import { lockSales } from '#server/sales/lock-sales.ts'
import { agreeOn, dropApproval } from '#server/two-people/approvals.ts'
import { matchLines, type BankLine } from './match-lines.ts'
import type { RecordPaymentsInput } from './statements.schema.ts'

const PATIENCE_MS = 60_000
const MAX_NOTE = 300

interface Payment {
  line: BankLine
  invoice: Awaited<ReturnType<typeof findInvoice>>
}

/**
 * Records payments of a statement once two administrators agree. Their invoices and sales become paid, and the partners
 * get an email. All in one transaction. A line is refused if its invoice was paid in the meantime, or if it no longer
 * fits.
 * @returns whether it waits for a second administrator, how many were recorded, and why others were refused
 * @throws AppError as `agreeOn`; conflict if a line is refused before anything was proposed, or if none can be recorded
 */
export async function recordPayments(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { statementId, payments }: RecordPaymentsInput,
  now = new Date(),
): Promise<{ isWaiting: boolean; recorded: number; refused: string[] }> {
  const partners = await db.invoice.findMany({
    where: { id: { in: payments.map(({ invoiceId }) => invoiceId) } },
    distinct: ['partnerId'],
    orderBy: { partnerId: 'asc' },
    select: { partnerId: true },
  })
  const partnerIds = partners.map(({ partnerId }) => partnerId)
  return db.$transaction(
    async (tx) => {
      // Locks in the same order everywhere, so that two statements never deadlock.
      for (const partnerId of partnerIds) await lockSales(tx, partnerId)
      const { fitting, refused } = await checkPayments(tx, statementId, payments)
      const ordered = payments.toSorted((one, other) => (one.lineId < other.lineId ? -1 : 1))
      const isOpen = await tx.approval.count({
        where: { action: 'statement_payments', subjectId: statementId, status: 'open' },
      })
      if (!fitting.length || (refused.length && !isOpen))
        throw new AppError('conflict', `${refused.join(' ')} Nothing was recorded. Review the payments again.`)
      const step = {
        action: 'statement_payments' as const,
        subjectId: statementId,
        partnerIds,
        input: { statementId, payments: ordered },
        summary: describe(fitting),
      }
      if (!(await agreeOn(tx, { db, visit, viewer }, step, now))) return { isWaiting: true, recorded: 0, refused }
      for (const { line, invoice } of fitting) {
        const note = `Bank statement, ${line.bookedOn.toISOString().slice(0, 10)}: ${line.reference || line.payer}`
        await receivePayment(
          tx,
          { db, visit, viewer },
          invoice,
          { note: note.slice(0, MAX_NOTE), bankLineId: line.id },
          now,
        )
        await dropApproval(tx, { action: 'payment', subjectId: invoice.id }, viewer.userId, now)
        await tx.bankLine.update({
          where: { id: line.id },
          data: { invoiceId: invoice.id, recordedAt: now, recordedById: viewer.userId },
          select: { id: true },
        })
      }
      return { isWaiting: false, recorded: fitting.length, refused }
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
}

/** Compares the selected payments with the current proposals. */
async function checkPayments(
  tx: Prisma.TransactionClient,
  statementId: string,
  payments: RecordPaymentsInput['payments'],
): Promise<{ fitting: Payment[]; refused: string[] }> {
  const { lines, proposals } = await matchLines(tx, statementId)
  const byId = new Map(lines.map((line) => [line.id, line]))
  const fitting: Payment[] = []
  const refused: string[] = []
  const seen = new Set<string>()
  for (const { lineId, invoiceId } of payments) {
    const line = byId.get(lineId)
    if (!line || seen.has(lineId))
      throw new AppError('bad_input', 'A payment is not on this statement, or is listed twice.')
    seen.add(lineId)
    const proposal = proposals.get(lineId)
    if ((proposal?.kind === 'exact' || proposal?.kind === 'name') && proposal.invoice.id === invoiceId)
      fitting.push({ line, invoice: await findInvoice(tx, invoiceId) })
    else refused.push(await explain(tx, line, invoiceId))
  }
  return { fitting, refused }
}

async function explain(tx: Prisma.TransactionClient, line: BankLine, invoiceId: string): Promise<string> {
  const amount = formatMoney(line.amountMinor, line.currency)
  if (line.recordedAt) return `The payment of ${amount} for ${line.invoice?.number} is already recorded.`
  const invoice = await tx.invoice.findUnique({ where: { id: invoiceId }, select: { number: true, status: true } })
  if (invoice?.status === 'paid') return `${invoice.number} has been paid in the meantime.`
  return `The payment of ${amount} no longer matches ${invoice?.number ?? 'its invoice'}.`
}

/** Describes payments: 'Record 2 payments from a bank statement, €300.00: WTF-2026-000001 (€100.00), ...'. */
function describe(payments: readonly Payment[]): string {
  const totals = new Map<string, bigint>()
  for (const { line } of payments) totals.set(line.currency, (totals.get(line.currency) ?? 0n) + line.amountMinor)
  const sums = [...totals].map(([currency, minor]) => formatMoney(minor, currency)).join(' and ')
  const each = payments.map(
    ({ line, invoice }) =>
      `${invoice.number} to ${invoice.partner.businessName}: ${formatMoney(line.amountMinor, line.currency)} from ${line.payer || 'an unnamed payer'}`,
  )
  const count = payments.length === 1 ? 'one payment' : `${payments.length} payments`
  return [`Record ${count} from a bank statement, ${sums} in total:`, ...each].join('\n')
}
