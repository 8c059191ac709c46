-- CreateEnum
CREATE TYPE "adjustment_status" AS ENUM ('proposed', 'approved', 'rejected', 'withdrawn');

-- CreateEnum
CREATE TYPE "dispute_outcome" AS ENUM ('stands', 'does_not_count');

-- CreateTable
CREATE TABLE "entered_rates" (
    "id" UUID NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "to_base" DECIMAL(12,6) NOT NULL,
    "as_of" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "entered_by_id" UUID NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entered_rates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "adjustments" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "conversion_id" UUID,
    "kind" "entry_kind" NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "adjustment_status" NOT NULL DEFAULT 'proposed',
    "proposed_by_id" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "decision" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "adjustments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sale_disputes" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "conversion_id" UUID NOT NULL,
    "from_status" "conversion_status" NOT NULL,
    "reason" TEXT NOT NULL,
    "opened_by_id" UUID NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" "dispute_outcome",
    "decision" TEXT NOT NULL DEFAULT '',
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "sale_disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "entered_rates_currency_as_of_idx" ON "entered_rates"("currency", "as_of" DESC);

-- CreateIndex
CREATE INDEX "adjustments_status_proposed_at_idx" ON "adjustments"("status", "proposed_at");

-- CreateIndex
CREATE INDEX "adjustments_partner_id_idx" ON "adjustments"("partner_id");

-- CreateIndex
CREATE INDEX "sale_disputes_outcome_opened_at_idx" ON "sale_disputes"("outcome", "opened_at");

-- CreateIndex
CREATE INDEX "sale_disputes_conversion_id_idx" ON "sale_disputes"("conversion_id");

-- AddForeignKey
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_conversion_id_fkey" FOREIGN KEY ("conversion_id") REFERENCES "conversions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_disputes" ADD CONSTRAINT "sale_disputes_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_disputes" ADD CONSTRAINT "sale_disputes_conversion_id_fkey" FOREIGN KEY ("conversion_id") REFERENCES "conversions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nobody approves what they have proposed themselves, and a waiver only ever takes away.
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_amount" CHECK ("kind" IN ('waiver', 'manual') AND "amount_minor" <> 0 AND ("kind" = 'manual' OR "amount_minor" < 0));
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_two_people" CHECK (
  ("status" = 'proposed') = ("decided_by_id" IS NULL) AND ("status" = 'proposed') = ("decided_at" IS NULL)
  AND ("status" NOT IN ('approved', 'rejected') OR "decided_by_id" <> "proposed_by_id")
  AND ("status" <> 'withdrawn' OR "decided_by_id" = "proposed_by_id"));
-- What was decided on is what was proposed.
CREATE TRIGGER adjustments_are_kept BEFORE UPDATE OF "id", "partner_id", "conversion_id", "kind", "amount_minor", "currency", "reason", "proposed_by_id", "proposed_at"
  OR DELETE ON "adjustments" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

CREATE UNIQUE INDEX "sale_disputes_open_once" ON "sale_disputes" ("conversion_id") WHERE "outcome" IS NULL;
ALTER TABLE "sale_disputes" ADD CONSTRAINT "sale_disputes_decided" CHECK (("outcome" IS NULL) = ("decided_at" IS NULL));

ALTER TABLE "entered_rates" ADD CONSTRAINT "entered_rates_above_zero" CHECK ("to_base" > 0);
CREATE TRIGGER entered_rates_only_grow BEFORE UPDATE OR DELETE ON "entered_rates" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
