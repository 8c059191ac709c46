import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerStatus } from '#server/partners/partner-status.schema.ts'
import type { Db } from '#server/platform/db.ts'

const MAX_SHOWN = 100

/** Returns the unused credit of a partner's credit notes, in minor units, 0 or more. */
export async function getCredit(tx: Prisma.TransactionClient, partnerId: string, currency: string): Promise<bigint> {
  const [sums] = await tx.$queryRaw<Array<{ given: bigint; used: bigint }>>`
    SELECT coalesce(-sum(gross_minor) FILTER (WHERE kind = 'credit_note'), 0)::bigint AS given,
      coalesce(sum(credit_minor), 0)::bigint AS used
    FROM invoices WHERE partner_id = ${partnerId}::uuid AND currency = ${currency}`
  return (sums?.given ?? 0n) - (sums?.used ?? 0n)
}

/** Marks credit notes that are used up, the oldest first. */
export async function settleCreditNotes(
  tx: Prisma.TransactionClient,
  partnerId: string,
  currency: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE invoices i SET status = 'settled' FROM (
      SELECT id, sum(-gross_minor) OVER (ORDER BY issued_at, number) AS up_to FROM invoices
      WHERE partner_id = ${partnerId}::uuid AND currency = ${currency} AND kind = 'credit_note'
    ) notes, (
      SELECT coalesce(sum(credit_minor), 0) AS used FROM invoices WHERE partner_id = ${partnerId}::uuid AND currency = ${currency}
    ) credit
    WHERE i.id = notes.id AND i.status = 'open' AND notes.up_to <= credit.used`
}

/**
 * Lists partners with unused credit, the oldest first, 100 at most. `openMinor` is in minor units, above 0. `since` is
 * when (UTC) the oldest credit note with unused credit was issued. If the partner is not approved, its credit may never
 * be used.
 */
export const listOpenCredit = (db: Db) =>
  db.$queryRaw<
    Array<{
      partnerId: string
      businessName: string
      status: PartnerStatus
      currency: string
      openMinor: number
      since: Date
    }>
  >`
    SELECT p.id AS "partnerId", p.business_name AS "businessName", c.currency, c.open::float8 AS "openMinor", c.since,
      p.verification_status::text AS status
    FROM (
      SELECT partner_id, currency,
        coalesce(-sum(gross_minor) FILTER (WHERE kind = 'credit_note'), 0) - coalesce(sum(credit_minor), 0) AS open,
        min(issued_at) FILTER (WHERE kind = 'credit_note' AND status = 'open') AS since
      FROM invoices GROUP BY partner_id, currency
    ) c JOIN partners p ON p.id = c.partner_id
    WHERE c.open > 0 ORDER BY c.since, p.id LIMIT ${MAX_SHOWN}`
