-- CreateEnum
CREATE TYPE "commission_basis" AS ENUM ('sales_value', 'sales_count');

-- AlterEnum
ALTER TYPE "verification_status" ADD VALUE 'rejected';

-- AlterTable
ALTER TABLE "partner_invitations" ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "invited_by_id" UUID,
ADD COLUMN     "mail_id" UUID,
ADD COLUMN     "opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "partner_id" UUID,
ADD COLUMN     "round" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "product_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "status_changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "status_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "target_monthly_minor" INTEGER;

-- CreateTable
CREATE TABLE "commission_plans" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "basis" "commission_basis" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "commission_plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commission_tiers" (
    "plan_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "from_value" INTEGER NOT NULL,
    "up_to" INTEGER,
    "rate_bps" INTEGER NOT NULL,

    CONSTRAINT "commission_tiers_pkey" PRIMARY KEY ("plan_id","from_value")
);

-- CreateTable
CREATE TABLE "partner_agreements" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "terms_version" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accepted_by_id" UUID,

    CONSTRAINT "partner_agreements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "commission_plans_name_version_key" ON "commission_plans"("name", "version");

-- CreateIndex
CREATE INDEX "partner_agreements_partner_id_accepted_at_idx" ON "partner_agreements"("partner_id", "accepted_at");

-- CreateIndex
CREATE INDEX "partner_invitations_sent_at_idx" ON "partner_invitations"("sent_at" DESC);

-- CreateIndex
CREATE INDEX "partner_invitations_mail_id_idx" ON "partner_invitations"("mail_id");

-- CreateIndex
CREATE INDEX "partner_invitations_partner_id_idx" ON "partner_invitations"("partner_id");

-- CreateIndex
CREATE INDEX "partners_verification_status_created_at_idx" ON "partners"("verification_status", "created_at");

-- AddForeignKey
ALTER TABLE "commission_tiers" ADD CONSTRAINT "commission_tiers_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commission_plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_agreements" ADD CONSTRAINT "partner_agreements_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_agreements" ADD CONSTRAINT "partner_agreements_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commission_plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_agreements" ADD CONSTRAINT "partner_agreements_accepted_by_id_fkey" FOREIGN KEY ("accepted_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One address, one open invitation; one plan that newcomers accept.
CREATE UNIQUE INDEX "partner_invitations_open_key" ON "partner_invitations"("email") WHERE "status" IN ('sent', 'opened');
CREATE UNIQUE INDEX "commission_plans_active_key" ON "commission_plans"("is_active") WHERE "is_active";
ALTER TABLE "commission_tiers" ADD CONSTRAINT "commission_tiers_bracket" CHECK ("from_value" >= 0 AND ("up_to" IS NULL OR "up_to" > "from_value") AND "rate_bps" BETWEEN 0 AND 10000);

INSERT INTO "commission_plans" ("id", "name", "version", "basis", "currency", "is_active") VALUES
  ('019ae000-0000-7000-8000-000000000001', 'Standard', 1, 'sales_value', 'GBP', true),
  ('019ae000-0000-7000-8000-000000000002', 'Performance', 1, 'sales_count', 'GBP', false);
INSERT INTO "commission_tiers" ("plan_id", "name", "from_value", "up_to", "rate_bps") VALUES
  ('019ae000-0000-7000-8000-000000000001', 'Starter', 0, 2500000, 1000),
  ('019ae000-0000-7000-8000-000000000001', 'Growth', 2500000, 7500000, 800),
  ('019ae000-0000-7000-8000-000000000001', 'Scale', 7500000, 12500000, 600),
  ('019ae000-0000-7000-8000-000000000001', 'Elite', 12500000, NULL, 500),
  ('019ae000-0000-7000-8000-000000000002', 'Starter', 0, 50, 1000),
  ('019ae000-0000-7000-8000-000000000002', 'Growth', 50, 200, 1500),
  ('019ae000-0000-7000-8000-000000000002', 'Scale', 200, 500, 2000),
  ('019ae000-0000-7000-8000-000000000002', 'Elite', 500, NULL, 2500);

-- What partners have accepted stays as they accepted it: a change is another version.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is never changed: add another version', TG_TABLE_NAME;
END $$;
CREATE TRIGGER commission_tiers_are_kept BEFORE UPDATE OR DELETE ON "commission_tiers" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER commission_plans_are_kept BEFORE UPDATE OF "id", "name", "version", "basis", "currency" OR DELETE ON "commission_plans" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER partner_agreements_are_kept BEFORE UPDATE OF "id", "partner_id", "plan_id", "terms_version", "accepted_at" ON "partner_agreements" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Nor does a plan get further tiers once somebody has accepted it.
CREATE FUNCTION refuse_late_tier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM partner_agreements WHERE plan_id = NEW.plan_id) THEN
    RAISE EXCEPTION 'partners have accepted this plan: add another version';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER commission_tiers_are_whole BEFORE INSERT ON "commission_tiers" FOR EACH ROW EXECUTE FUNCTION refuse_late_tier();
