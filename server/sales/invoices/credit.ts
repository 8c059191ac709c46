import type { Prisma } from '#prisma/generated/client.ts'

/** What is left of a partner's credit notes, in minor units, 0 or more. */
export async function readCredit(tx: Prisma.TransactionClient, partnerId: string, currency: string): Promise<bigint> {
  const [sums] = await tx.$queryRaw<Array<{ given: bigint; used: bigint }>>`
    SELECT coalesce(-sum(total_minor) FILTER (WHERE kind = 'credit_note'), 0)::bigint AS given,
      coalesce(sum(credit_minor), 0)::bigint AS used
    FROM invoices WHERE partner_id = ${partnerId}::uuid AND currency = ${currency}`
  return (sums?.given ?? 0n) - (sums?.used ?? 0n)
}

/** Marks the credit notes that are used up. The oldest is used first. */
export async function settleCreditNotes(
  tx: Prisma.TransactionClient,
  partnerId: string,
  currency: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE invoices i SET status = 'settled' FROM (
      SELECT id, sum(-total_minor) OVER (ORDER BY issued_at, number) AS up_to FROM invoices
      WHERE partner_id = ${partnerId}::uuid AND currency = ${currency} AND kind = 'credit_note'
    ) notes, (
      SELECT coalesce(sum(credit_minor), 0) AS used FROM invoices WHERE partner_id = ${partnerId}::uuid AND currency = ${currency}
    ) credit
    WHERE i.id = notes.id AND i.status = 'open' AND notes.up_to <= credit.used`
}
