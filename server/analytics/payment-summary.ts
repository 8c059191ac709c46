import type { Prisma } from '#prisma/generated/client.ts'
import { othersOf } from './counted-sales.ts'
import type { OverdueInvoices, Owed } from './analytics.types.ts'

/**
 * Returns the paid, open and not yet invoiced amounts of a partner and its unused credit, from its invoices, which
 * later refunds never change. Amounts in minor units; invoiced amounts include VAT. `processing` is negative if more
 * was refunded than is owed.
 * @param currency of its ledger
 */
export async function getPaymentSummary(
  tx: Prisma.TransactionClient,
  partnerId: string,
  currency: string,
): Promise<{ processing: Owed; paid: Owed; credit: Owed }> {
  const rows = await tx.$queryRaw<Array<{ currency: string; paid: number; processing: number; credit: number }>>`
    SELECT currency, sum(paid)::float8 AS paid, sum(processing)::float8 AS processing, sum(credit)::float8 AS credit FROM (
      SELECT currency, CASE WHEN status = 'paid' THEN payable_minor ELSE 0 END AS paid,
        CASE WHEN status = 'open' THEN payable_minor ELSE 0 END AS processing,
        CASE WHEN kind = 'credit_note' THEN -gross_minor ELSE 0 END - credit_minor AS credit
      FROM invoices WHERE partner_id = ${partnerId}::uuid
      UNION ALL
      SELECT e.currency, 0, e.amount_minor, 0 FROM commission_entries e LEFT JOIN conversions c ON c.id = e.conversion_id
      WHERE e.partner_id = ${partnerId}::uuid
        AND NOT EXISTS (SELECT 1 FROM invoice_entries x WHERE x.partner_id = e.partner_id AND x.seq = e.seq)
        AND (e.conversion_id IS NULL OR c.confirmed_at IS NOT NULL
          AND (c.status = 'confirmed' OR EXISTS (SELECT 1 FROM invoice_lines l WHERE l.conversion_id = c.id)))
    ) amounts GROUP BY currency`
  const owed = (name: 'processing' | 'paid' | 'credit'): Owed => ({
    minor: rows.find((row) => row.currency === currency)?.[name] ?? 0,
    others: othersOf(
      currency,
      rows.map((row) => [row.currency, row[name]]),
    ),
  })
  return { processing: owed('processing'), paid: owed('paid'), credit: owed('credit') }
}

/** Returns overdue invoices. An invoice is overdue from the day after its due date (UTC). */
export async function getOverdue(tx: Prisma.TransactionClient, partnerId: string, now: Date): Promise<OverdueInvoices> {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const where = { partnerId, kind: 'invoice', status: 'open', dueOn: { lt: today } } as const
  const sums = await tx.invoice.groupBy({
    by: ['currency'],
    where,
    _count: true,
    _sum: { payableMinor: true },
    orderBy: { currency: 'asc' },
  })
  const oldest = await tx.invoice.findFirst({
    where,
    orderBy: [{ dueOn: 'asc' }, { number: 'asc' }],
    select: { id: true, number: true, dueOn: true },
  })
  return {
    invoices: sums.reduce((total, { _count }) => total + _count, 0),
    amounts: sums.map(({ currency, _sum }) => ({ currency, minor: Number(_sum.payableMinor ?? 0n) })),
    oldest,
  }
}
