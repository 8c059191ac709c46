-- CreateEnum
CREATE TYPE "match_way" AS ENUM ('gtin', 'style', 'look');

-- CreateEnum
CREATE TYPE "match_report_outcome" AS ENUM ('kept', 'separated');

-- CreateTable
CREATE TABLE "item_keys" (
    "product_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "keys" BIGINT[],

    CONSTRAINT "item_keys_pkey" PRIMARY KEY ("product_id")
);

-- CreateTable
CREATE TABLE "item_matches" (
    "product_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "way" "match_way" NOT NULL,
    "evidence" TEXT NOT NULL DEFAULT '',
    "away" SMALLINT,
    "matched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_matches_pkey" PRIMARY KEY ("product_id","other_id")
);

-- CreateTable
CREATE TABLE "item_separations" (
    "product_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "separated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "separated_by_id" UUID,
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "item_separations_pkey" PRIMARY KEY ("product_id","other_id")
);

-- CreateTable
CREATE TABLE "match_reports" (
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "reporter_id" UUID,
    "reporter_hash" TEXT,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" UUID,
    "outcome" "match_report_outcome",

    CONSTRAINT "match_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "match_progress" (
    "name" TEXT NOT NULL,
    "read_to" TEXT NOT NULL,
    "pass_after" UUID,
    "pass_again" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "match_progress_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "item_keys_keys_idx" ON "item_keys" USING GIN ("keys");

-- CreateIndex
CREATE INDEX "item_matches_other_id_idx" ON "item_matches"("other_id");

-- CreateIndex
CREATE INDEX "item_separations_other_id_idx" ON "item_separations"("other_id");

-- CreateIndex
CREATE INDEX "item_separations_separated_at_idx" ON "item_separations"("separated_at");

-- CreateIndex
CREATE INDEX "match_reports_product_id_other_id_idx" ON "match_reports"("product_id", "other_id");

-- CreateIndex
CREATE INDEX "match_reports_other_id_idx" ON "match_reports"("other_id");

-- CreateIndex
CREATE INDEX "match_reports_reporter_id_idx" ON "match_reports"("reporter_id");

-- AddForeignKey
ALTER TABLE "item_keys" ADD CONSTRAINT "item_keys_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_matches" ADD CONSTRAINT "item_matches_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_matches" ADD CONSTRAINT "item_matches_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_separations" ADD CONSTRAINT "item_separations_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_separations" ADD CONSTRAINT "item_separations_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_reports" ADD CONSTRAINT "match_reports_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_reports" ADD CONSTRAINT "match_reports_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_reports" ADD CONSTRAINT "match_reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One product takes many keys and is written rarely: nothing waits to be moved into the index.
ALTER INDEX "item_keys_keys_idx" SET (fastupdate = off);
ALTER TABLE "item_matches" ADD CONSTRAINT "item_matches_order_check" CHECK ("product_id" < "other_id");
ALTER TABLE "item_separations" ADD CONSTRAINT "item_separations_order_check" CHECK ("product_id" < "other_id");
ALTER TABLE "match_reports" ADD CONSTRAINT "match_reports_order_check" CHECK ("product_id" < "other_id");
ALTER TABLE "match_reports" ADD CONSTRAINT "match_reports_resolved_check" CHECK (("resolved_at" IS NULL) = ("outcome" IS NULL));
CREATE UNIQUE INDEX "match_reports_open_reporter_key" ON "match_reports"("product_id", "other_id", "reporter_id") WHERE "resolved_at" IS NULL AND "reporter_id" IS NOT NULL;
CREATE UNIQUE INDEX "match_reports_open_visitor_key" ON "match_reports"("product_id", "other_id", "reporter_hash") WHERE "resolved_at" IS NULL AND "reporter_hash" IS NOT NULL;
CREATE INDEX "match_reports_open_idx" ON "match_reports"("raised_at", "product_id") WHERE "resolved_at" IS NULL;
