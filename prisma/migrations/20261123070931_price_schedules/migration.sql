-- CreateEnum
CREATE TYPE "price_schedule_status" AS ENUM ('scheduled', 'running', 'finished', 'cancelled', 'failed');

-- CreateTable
CREATE TABLE "price_schedules" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "percent_off" SMALLINT,
    "price_minor" INTEGER,
    "currency" CHAR(3) NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "status" "price_schedule_status" NOT NULL DEFAULT 'scheduled',
    "prices" JSONB NOT NULL DEFAULT '[]',
    "note" TEXT NOT NULL DEFAULT '',
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "price_schedules_product_id_starts_at_idx" ON "price_schedules"("product_id", "starts_at" DESC);

-- CreateIndex
CREATE INDEX "price_schedules_status_starts_at_idx" ON "price_schedules"("status", "starts_at");

-- AddForeignKey
ALTER TABLE "price_schedules" ADD CONSTRAINT "price_schedules_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_schedules" ADD CONSTRAINT "price_schedules_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_schedules" ADD CONSTRAINT "price_schedules_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "price_schedules" ADD CONSTRAINT "price_schedules_amount_check" CHECK (("percent_off" IS NULL) <> ("price_minor" IS NULL) AND coalesce("percent_off" BETWEEN 1 AND 99, true) AND coalesce("price_minor" >= 0, true));
ALTER TABLE "price_schedules" ADD CONSTRAINT "price_schedules_time_check" CHECK ("ends_at" > "starts_at");
