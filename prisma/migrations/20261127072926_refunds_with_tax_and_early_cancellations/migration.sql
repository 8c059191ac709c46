-- AlterTable
ALTER TABLE "order_refunds" ADD COLUMN     "gross_other_minor" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "order_cancellations" (
    "partner_id" UUID NOT NULL,
    "external_order_id" TEXT NOT NULL,
    "cancelled_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_cancellations_pkey" PRIMARY KEY ("partner_id","external_order_id")
);

-- CreateIndex
CREATE INDEX "order_cancellations_created_at_idx" ON "order_cancellations"("created_at");

-- What Shopify calls discrepancies is in the store's own prices. Of refunds whose order has not come yet we cannot tell who sent them.
UPDATE "order_refunds" r SET "gross_other_minor" = r."other_minor", "other_minor" = 0
FROM "conversions" c
WHERE c."partner_id" = r."partner_id" AND c."external_id" = r."external_order_id" AND c."source" = 'shopify' AND r."other_minor" <> 0;
