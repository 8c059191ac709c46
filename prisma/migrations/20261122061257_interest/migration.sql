-- AlterTable
ALTER TABLE "product_views" ADD COLUMN     "ip_hash" TEXT,
ADD COLUMN     "is_first_of_address" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "outbound_clicks" ADD COLUMN     "is_first_of_address" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "search_log" ADD COLUMN     "is_counted" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "search_marks" (
    "mark" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "search_marks_pkey" PRIMARY KEY ("mark")
);

-- By hand from here: what Prisma's schema cannot say.

-- What an address has added today. Hashes are purged, so both stay small however long the tables grow.
CREATE INDEX "outbound_clicks_address_idx" ON "outbound_clicks" ("ip_hash", "product_id") WHERE "is_valid" AND "ip_hash" IS NOT NULL;
CREATE INDEX "product_views_address_idx" ON "product_views" ("ip_hash", "product_id") WHERE "ip_hash" IS NOT NULL;

-- Clicks that still have a hash are judged like new ones; those without, and looks, which never had one, stand as they were counted.
UPDATE "outbound_clicks" SET "is_first_of_address" = false WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (PARTITION BY "ip_hash", "product_id" ORDER BY "clicked_at", "id") AS "number"
    FROM "outbound_clicks" WHERE "is_valid" AND "ip_hash" IS NOT NULL
  ) "numbered" WHERE "number" > 1
);
