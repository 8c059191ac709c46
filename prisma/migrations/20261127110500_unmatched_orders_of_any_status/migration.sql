-- Cancelled and test orders count too: sales/bounds-of-unmatched.ts.
DROP INDEX "conversions_unmatched_idx";
CREATE INDEX "conversions_unmatched_idx" ON "conversions" ("partner_id", "created_at") WHERE "match_level" IS NULL AND "lock_at" IS NULL;
