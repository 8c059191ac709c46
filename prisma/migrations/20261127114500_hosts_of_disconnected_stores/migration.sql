-- Stores that were disconnected before: another partner who connects the same store takes its hosts over.
UPDATE "partner_domains" d SET "lost_at" = now()
WHERE d."proof" = 'store' AND d."lost_at" IS NULL
  AND NOT EXISTS (SELECT FROM "shopify_connections" c WHERE c."partner_id" = d."partner_id" AND c."status" <> 'revoked');
