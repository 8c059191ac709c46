-- CreateEnum
CREATE TYPE "vat_treatment" AS ENUM ('none', 'not_registered', 'domestic', 'reverse_charge', 'outside_scope');

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "seller" JSONB,
ADD COLUMN     "vat_minor" BIGINT NOT NULL DEFAULT 0;
-- Prisma cannot say it. PostgreSQL computes it, so net + VAT = gross always holds.
ALTER TABLE "invoices" ADD COLUMN "gross_minor" BIGINT NOT NULL GENERATED ALWAYS AS ("total_minor" + "vat_minor") STORED;

-- AlterTable
ALTER TABLE "invoice_lines" ADD COLUMN     "vat_rate_bps" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "vat_treatment" "vat_treatment" NOT NULL DEFAULT 'none';

-- CreateTable
CREATE TABLE "invoice_vat" (
    "invoice_id" UUID NOT NULL,
    "treatment" "vat_treatment" NOT NULL,
    "rate_bps" INTEGER NOT NULL,
    "net_minor" BIGINT NOT NULL,
    "vat_minor" BIGINT NOT NULL,

    CONSTRAINT "invoice_vat_pkey" PRIMARY KEY ("invoice_id","treatment","rate_bps")
);

-- CreateTable
CREATE TABLE "seller_profiles" (
    "id" UUID NOT NULL,
    "valid_from" DATE NOT NULL,
    "legal_name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL,
    "company_number" TEXT NOT NULL,
    "vat_number" TEXT NOT NULL,
    "iban" TEXT NOT NULL,
    "bic" TEXT NOT NULL,
    "sort_code" TEXT NOT NULL,
    "account_number" TEXT NOT NULL,
    "payment_days" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,

    CONSTRAINT "seller_profiles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "billing_profiles" (
    "partner_id" UUID NOT NULL,
    "legal_name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL,
    "vat_number" TEXT NOT NULL,
    "purchase_order" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_profiles_pkey" PRIMARY KEY ("partner_id")
);

-- CreateIndex
CREATE INDEX "seller_profiles_valid_from_idx" ON "seller_profiles"("valid_from");

-- AddForeignKey
ALTER TABLE "invoice_vat" ADD CONSTRAINT "invoice_vat_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "billing_profiles" ADD CONSTRAINT "billing_profiles_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DROP TRIGGER invoices_are_kept ON "invoices";
CREATE TRIGGER invoices_are_kept BEFORE UPDATE OF "id", "partner_id", "kind", "number", "month", "currency", "issued_at", "due_on", "total_minor", "vat_minor",
  "credit_minor", "payable_minor", "billed_to", "seller" OR DELETE ON "invoices" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER invoice_vat_is_kept BEFORE UPDATE OR DELETE ON "invoice_vat" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER seller_profiles_are_kept BEFORE UPDATE OR DELETE ON "seller_profiles" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
