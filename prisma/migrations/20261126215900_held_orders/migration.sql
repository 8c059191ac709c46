-- AlterTable
ALTER TABLE "sale_rollups" ALTER COLUMN "net_minor" SET DATA TYPE DECIMAL(38,0),
ALTER COLUMN "commission_minor" SET DATA TYPE DECIMAL(38,0);

-- AlterTable
ALTER TABLE "product_sale_rollups" ALTER COLUMN "net_minor" SET DATA TYPE DECIMAL(38,0);

-- AlterTable
ALTER TABLE "order_refunds" ADD COLUMN     "awaits_order" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "held_orders" (
    "partner_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "source" "conversion_source" NOT NULL,
    "order" JSONB NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "value_minor" BIGINT NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_at" TIMESTAMPTZ(3),

    CONSTRAINT "held_orders_pkey" PRIMARY KEY ("partner_id","external_id")
);

-- CreateIndex
CREATE INDEX "held_orders_refused_at_idx" ON "held_orders"("refused_at");

-- AddForeignKey
ALTER TABLE "held_orders" ADD CONSTRAINT "held_orders_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counted before another one is kept: sales/bounds-of-unmatched.ts.
CREATE INDEX "conversions_unmatched_idx" ON "conversions" ("partner_id", "created_at") WHERE "match_level" IS NULL AND "status" = 'tracked';
CREATE INDEX "order_refunds_awaiting_idx" ON "order_refunds" ("partner_id") WHERE "awaits_order";
