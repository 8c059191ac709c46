import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney } from '#server/platform/money.schema.ts'

interface Bound {
  partnerId: string
  conversionId: string | null
  kind: string
  amountMinor: bigint
  currency: string
}

/**
 * A waiver takes away no more than is owed: for its sale, or by the partner in all (what no invoice has yet and what is open).
 * Asked with the partner's sales locked, when it is proposed and again when it is approved.
 * @throws AppError bad_input; conflict if the sale is not one that stands
 */
export async function refuseTooMuch(
  tx: Prisma.TransactionClient,
  { partnerId, conversionId, kind, amountMinor, currency }: Bound,
): Promise<void> {
  if (conversionId) {
    const sale = await tx.conversion.findUniqueOrThrow({ where: { id: conversionId }, select: { status: true } })
    // Of a sale that only waits, or is nothing, no invoice would ever have the entry.
    if (!['confirmed', 'invoiced', 'paid'].includes(sale.status))
      throw new AppError('conflict', `The sale is ${sale.status}: only one that is confirmed can be adjusted.`, {
        field: 'order',
      })
  }
  if (kind !== 'waiver') return
  if (amountMinor > 0n) throw new AppError('bad_input', 'A waiver is below zero: it takes away.', { field: 'amount' })
  const owed = conversionId ? await owedFor(tx, conversionId) : await owedBy(tx, partnerId, currency)
  if (-amountMinor > owed)
    throw new AppError('bad_input', `That waives more than is owed: ${formatMoney(owed > 0n ? owed : 0n, currency)}.`, {
      field: 'amount',
    })
}

/** Of a sale, by all of its entries. */
export async function owedFor(tx: Prisma.TransactionClient, conversionId: string): Promise<bigint> {
  const { _sum } = await tx.commissionEntry.aggregate({ where: { conversionId }, _sum: { amountMinor: true } })
  return _sum.amountMinor ?? 0n
}

async function owedBy(tx: Prisma.TransactionClient, partnerId: string, currency: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<Array<{ owed: bigint }>>`
    SELECT (
      (SELECT coalesce(sum(e.amount_minor), 0) FROM commission_entries e
        WHERE e.partner_id = ${partnerId}::uuid AND e.currency = ${currency}
          AND NOT EXISTS (SELECT 1 FROM invoice_entries x WHERE x.partner_id = e.partner_id AND x.seq = e.seq))
      + (SELECT coalesce(sum(payable_minor), 0) FROM invoices
        WHERE partner_id = ${partnerId}::uuid AND currency = ${currency} AND kind = 'invoice' AND status = 'open')
    )::bigint AS owed`
  return row?.owed ?? 0n
}
