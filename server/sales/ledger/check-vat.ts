import type { Prisma } from '#prisma/generated/client.ts'

/**
 * Recalculates the VAT of a partner's invoices to the cent. Each rate must be applied to the sum of its lines, and the
 * parts must add up to the invoice's net, VAT and gross. The amount to pay must follow from the gross. Corrections must
 * have the VAT of the sale's first invoice.
 * @returns each wrong invoice
 */
export async function checkVat(tx: Prisma.TransactionClient, partnerId: string) {
  const wrong = await tx.$queryRaw<Array<{ number: string; what: string }>>`
    WITH lines AS (
      SELECT l.invoice_id, l.vat_treatment AS treatment, l.vat_rate_bps AS rate, sum(l.amount_minor) AS net
      FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id WHERE i.partner_id = ${partnerId}::uuid GROUP BY 1, 2, 3
    ), parts AS (
      SELECT v.invoice_id, sum(v.net_minor) AS net, sum(v.vat_minor) AS vat,
        bool_or(v.vat_minor <> round(v.net_minor::numeric * v.rate_bps / 10000)) AS is_off,
        bool_or(v.rate_bps <> 0 AND v.treatment <> 'domestic') AS is_odd
      FROM invoice_vat v JOIN invoices i ON i.id = v.invoice_id WHERE i.partner_id = ${partnerId}::uuid GROUP BY 1
    ), firsts AS (
      SELECT i.number, l.vat_treatment, l.vat_rate_bps,
        first_value(l.vat_treatment) OVER sale AS treatment, first_value(l.vat_rate_bps) OVER sale AS rate
      FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id WHERE i.partner_id = ${partnerId}::uuid AND l.conversion_id IS NOT NULL
      WINDOW sale AS (PARTITION BY l.conversion_id ORDER BY i.issued_at, i.number)
    )
    SELECT i.number, 'its lines and its VAT do not have the same rates and amounts' AS what FROM invoices i
      WHERE i.partner_id = ${partnerId}::uuid AND i.seller IS NOT NULL AND EXISTS (
        SELECT 1 FROM (SELECT * FROM lines WHERE invoice_id = i.id) l
        FULL JOIN (SELECT * FROM invoice_vat WHERE invoice_id = i.id) v ON v.treatment = l.treatment AND v.rate_bps = l.rate
        WHERE l.net IS DISTINCT FROM v.net_minor)
    UNION ALL SELECT i.number, 'its VAT does not follow from its rates' FROM invoices i LEFT JOIN parts p ON p.invoice_id = i.id
      WHERE i.partner_id = ${partnerId}::uuid AND (coalesce(p.is_off, false) OR coalesce(p.is_odd, false) OR i.vat_minor <> coalesce(p.vat, 0)
        OR i.total_minor <> coalesce(p.net, i.total_minor) OR (i.seller IS NULL) <> (p.invoice_id IS NULL))
    UNION ALL SELECT i.number, 'net, VAT, credit and the amount to pay do not add up' FROM invoices i
      WHERE i.partner_id = ${partnerId}::uuid AND (i.gross_minor <> i.total_minor + i.vat_minor
        OR (i.kind = 'credit_note') <> (i.gross_minor < 0)
        OR i.payable_minor <> CASE WHEN i.kind = 'credit_note' THEN 0 ELSE i.gross_minor - i.credit_minor END)
    UNION ALL SELECT DISTINCT number, 'it corrects a sale at another VAT rate' FROM firsts
      WHERE vat_treatment <> treatment OR vat_rate_bps <> rate`
  return wrong.map(({ number, what }) => ({ partnerId, what: `invoice ${number}: ${what}` }))
}
