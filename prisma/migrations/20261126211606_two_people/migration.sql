-- CreateEnum
CREATE TYPE "ApprovalStatus" AS ENUM ('open', 'approved', 'rejected', 'withdrawn');

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "partner_id" UUID,
    "input" JSONB NOT NULL,
    "summary" TEXT NOT NULL,
    "status" "ApprovalStatus" NOT NULL DEFAULT 'open',
    "proposed_by_id" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approvals_status_proposed_at_idx" ON "approvals"("status", "proposed_at");

-- Nobody approves what they have asked for themselves, and what was decided on is what was asked for.
CREATE UNIQUE INDEX "approvals_open_once" ON "approvals" ("action", "subject_id") WHERE "status" = 'open';
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_two_people" CHECK (
  ("status" = 'open') = ("decided_by_id" IS NULL) AND ("status" = 'open') = ("decided_at" IS NULL)
  AND ("status" NOT IN ('approved', 'rejected') OR "decided_by_id" <> "proposed_by_id")
  AND ("status" <> 'withdrawn' OR "decided_by_id" = "proposed_by_id"));
CREATE TRIGGER approvals_are_kept BEFORE UPDATE OF "id", "action", "subject_id", "partner_id", "input", "summary", "proposed_by_id", "proposed_at"
  OR DELETE ON "approvals" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER approvals_stay BEFORE TRUNCATE ON "approvals" FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
