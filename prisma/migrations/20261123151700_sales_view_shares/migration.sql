-- A line's commission is its share of what is left of the sale's lines: what went back earns nothing. Where all lines came back and
-- something is left of the sale all the same (it was not paid out), by what they were.
DROP VIEW "sales";
CREATE VIEW "sales" AS
SELECT c.id::text || ':' || l.external_id AS id, c.external_id AS order_id, c.partner_id, l.product_id, k.user_id, c.currency,
  l.net_minor AS sale_amount_minor, c.ledger_currency AS commission_currency,
  coalesce(round(coalesce(e.amount_minor, 0)::numeric * (CASE WHEN s.left_minor = 0 THEN l.net_minor ELSE l.net_minor - l.refunded_minor END)
    / nullif(CASE WHEN s.left_minor = 0 THEN s.net_minor ELSE s.left_minor END, 0)), 0) AS commission_amount_minor,
  CASE WHEN c.ledger_net_minor = 0 THEN NULL ELSE round(coalesce(e.amount_minor, 0)::numeric * 10000 / c.ledger_net_minor) END AS commission_rate_bps,
  c.status, c.ordered_at AS sale_date, i.paid_at AS payment_date
FROM conversions c JOIN conversion_lines l ON l.conversion_id = c.id
CROSS JOIN LATERAL (SELECT sum(net_minor) AS net_minor, sum(net_minor - refunded_minor) AS left_minor FROM conversion_lines WHERE conversion_id = c.id) s
LEFT JOIN outbound_clicks k ON k.id = c.click_id
LEFT JOIN LATERAL (SELECT sum(amount_minor) AS amount_minor FROM commission_entries WHERE conversion_id = c.id) e ON true
LEFT JOIN LATERAL (SELECT max(v.paid_at) AS paid_at FROM invoice_lines n JOIN invoices v ON v.id = n.invoice_id WHERE n.conversion_id = c.id) i ON true
WHERE c.status NOT IN ('tracked');
