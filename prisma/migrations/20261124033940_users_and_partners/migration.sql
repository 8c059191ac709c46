-- AlterEnum
ALTER TYPE "token_purpose" ADD VALUE 'account_export';

-- CreateIndex
CREATE INDEX "mails_to_address_created_at_idx" ON "mails"("to_address", "created_at" DESC);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_by_id" UUID,
ADD COLUMN     "suspension_reason" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "partner_agreements" ADD COLUMN     "from_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "plan_offers" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "offered_by_id" UUID,
    "offered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accepted_at" TIMESTAMPTZ(3),
    "declined_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_offers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_staff" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "customer_hash" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "added_by_id" UUID,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_staff_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "plan_offers_partner_id_offered_at_idx" ON "plan_offers"("partner_id", "offered_at");

-- CreateIndex
CREATE INDEX "plan_offers_offered_by_id_idx" ON "plan_offers"("offered_by_id");

-- CreateIndex
CREATE INDEX "partner_staff_added_by_id_idx" ON "partner_staff"("added_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "partner_staff_partner_id_customer_hash_key" ON "partner_staff"("partner_id", "customer_hash");

-- CreateIndex
CREATE INDEX "users_suspended_by_id_idx" ON "users"("suspended_by_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_by_id_fkey" FOREIGN KEY ("suspended_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_offers" ADD CONSTRAINT "plan_offers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_offers" ADD CONSTRAINT "plan_offers_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commission_plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_offers" ADD CONSTRAINT "plan_offers_offered_by_id_fkey" FOREIGN KEY ("offered_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_staff" ADD CONSTRAINT "partner_staff_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_staff" ADD CONSTRAINT "partner_staff_added_by_id_fkey" FOREIGN KEY ("added_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- One offer is open at a time.
CREATE UNIQUE INDEX "plan_offers_open_key" ON "plan_offers"("partner_id") WHERE "accepted_at" IS NULL AND "declined_at" IS NULL AND "withdrawn_at" IS NULL;

-- From when an agreement holds is agreed too.
DROP TRIGGER partner_agreements_are_kept ON "partner_agreements";
CREATE TRIGGER partner_agreements_are_kept BEFORE UPDATE OF "id", "partner_id", "plan_id", "terms_version", "accepted_at", "from_at" ON "partner_agreements" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What administrators look for among all accounts, most of which are none of these.
CREATE INDEX "users_suspended_idx" ON "users"("suspended_at") WHERE "suspended_at" IS NOT NULL;
CREATE INDEX "users_closing_idx" ON "users"("deletion_requested_at") WHERE "deletion_requested_at" IS NOT NULL;
CREATE INDEX "users_unverified_idx" ON "users"("created_at") WHERE "email_verified_at" IS NULL;
CREATE INDEX "users_special_idx" ON "users"("role", "created_at") WHERE "role" <> 'customer';
CREATE INDEX "users_created_at_idx" ON "users"("created_at", "id");
