-- AlterEnum
ALTER TYPE "ApprovalStatus" ADD VALUE 'elapsed';

-- As text: a new value cannot be used in the transaction that adds it.
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_two_people";
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_two_people" CHECK (
  ("status" = 'open') = ("decided_by_id" IS NULL) AND ("status" = 'open') = ("decided_at" IS NULL)
  AND ("status" NOT IN ('approved', 'rejected') OR "decided_by_id" <> "proposed_by_id")
  AND ("status"::text NOT IN ('withdrawn', 'elapsed') OR "decided_by_id" = "proposed_by_id")
  AND ("status"::text <> 'elapsed' OR "action" = 'dispute_void'));

-- AlterTable
ALTER TABLE "approvals" ALTER COLUMN "partner_ids" SET DEFAULT ARRAY[]::UUID[];
