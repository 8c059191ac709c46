import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { getCredit } from '../invoices/credit.ts'

interface Bound {
  partnerId: string
  conversionId: string | null
  kind: string
  amountMinor: bigint
  currency: string
}

/**
 * Refuses an entry that takes away more than the partner owes for its sale, or in total. The total is confirmed sales
 * that are not on an invoice yet, plus open invoices without VAT, less unused credit. Called with the partner's sales
 * locked, on proposal and again on approval.
 * @throws AppError bad_input; conflict if the sale is not confirmed, invoiced or paid
 */
export async function refuseTooMuch(
  tx: Prisma.TransactionClient,
  { partnerId, conversionId, kind, amountMinor, currency }: Bound,
): Promise<void> {
  if (conversionId) {
    const sale = await tx.conversion.findUniqueOrThrow({ where: { id: conversionId }, select: { status: true } })
    // An entry for a sale in any other status would never be invoiced.
    if (!['confirmed', 'invoiced', 'paid'].includes(sale.status))
      throw new AppError('conflict', `The sale is ${sale.status}. You can only adjust confirmed sales.`, {
        field: 'order',
      })
  }
  if (kind === 'waiver' && amountMinor > 0n)
    throw new AppError('bad_input', 'A waiver must be a negative amount.', { field: 'amount' })
  if (amountMinor >= 0n) return
  const inAll = await owedBy(tx, partnerId, currency)
  const forSale = conversionId ? await owedFor(tx, conversionId) : inAll
  const owed = forSale < inAll ? forSale : inAll
  if (-amountMinor > owed)
    throw new AppError(
      'bad_input',
      `The partner owes ${formatMoney(owed > 0n ? owed : 0n, currency)}${conversionId ? ' for this sale' : ''}. You cannot deduct more than that.`,
      { field: 'amount' },
    )
}

/** Returns the amount owed for a sale, from all of its entries. */
export async function owedFor(tx: Db | Prisma.TransactionClient, conversionId: string): Promise<bigint> {
  const { _sum } = await tx.commissionEntry.aggregate({ where: { conversionId }, _sum: { amountMinor: true } })
  return _sum.amountMinor ?? 0n
}

async function owedBy(tx: Prisma.TransactionClient, partnerId: string, currency: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<Array<{ owed: bigint }>>`
    SELECT (
      (SELECT coalesce(sum(CASE WHEN waits.is_certain THEN waits.amount ELSE least(waits.amount, 0) END), 0) FROM (
        SELECT sum(e.amount_minor) AS amount, bool_and(c.id IS NULL OR c.status IN ('confirmed', 'invoiced', 'paid')) AS is_certain
        FROM commission_entries e LEFT JOIN conversions c ON c.id = e.conversion_id
        WHERE e.partner_id = ${partnerId}::uuid AND e.currency = ${currency}
          AND NOT EXISTS (SELECT 1 FROM invoice_entries x WHERE x.partner_id = e.partner_id AND x.seq = e.seq)
        GROUP BY e.conversion_id) waits)
      + (SELECT coalesce(sum(CASE WHEN gross_minor > total_minor THEN floor(payable_minor::numeric * total_minor / gross_minor) ELSE payable_minor END), 0) FROM invoices
        WHERE partner_id = ${partnerId}::uuid AND currency = ${currency} AND kind = 'invoice' AND status = 'open')
    )::bigint AS owed`
  return (row?.owed ?? 0n) - (await getCredit(tx, partnerId, currency))
}
