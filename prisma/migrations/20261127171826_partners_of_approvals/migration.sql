DROP TRIGGER "approvals_are_kept" ON "approvals";

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN "partner_ids" UUID[] NOT NULL DEFAULT '{}';

-- Proposals about a bank statement named no partner; their invoices do.
UPDATE "approvals" a SET "partner_ids" = CASE
  WHEN a."partner_id" IS NOT NULL THEN ARRAY[a."partner_id"]
  WHEN a."action" = 'statement_payments' THEN ARRAY(
    SELECT DISTINCT i."partner_id" FROM jsonb_array_elements(a."input" -> 'payments') payment
    JOIN "invoices" i ON i."id" = (payment ->> 'invoiceId')::uuid ORDER BY 1
  )
  ELSE '{}' END;

ALTER TABLE "approvals" ALTER COLUMN "partner_ids" DROP DEFAULT;
ALTER TABLE "approvals" DROP COLUMN "partner_id";

CREATE TRIGGER approvals_are_kept BEFORE UPDATE OF "id", "action", "subject_id", "partner_ids", "input", "summary", "proposed_by_id", "proposed_at"
  OR DELETE ON "approvals" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
