-- CreateEnum
CREATE TYPE "product_import_source" AS ENUM ('file', 'feed');

-- CreateEnum
CREATE TYPE "product_file_format" AS ENUM ('shopify', 'wtf', 'mapped');

-- CreateEnum
CREATE TYPE "gone_products" AS ENUM ('keep', 'archive');

-- CreateEnum
CREATE TYPE "product_import_status" AS ENUM ('receiving', 'fetching', 'uploaded', 'unmapped', 'reading', 'read', 'applying', 'applied', 'undoing', 'undone', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "import_finding_kind" AS ENUM ('created', 'changed', 'gone', 'refused', 'warning');

-- CreateTable
CREATE TABLE "product_imports" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "created_by_id" UUID,
    "feed_id" UUID,
    "source" "product_import_source" NOT NULL,
    "file_name" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "format" "product_file_format",
    "layout" JSONB,
    "header_key" TEXT,
    "mapping" JSONB,
    "gone" "gone_products" NOT NULL DEFAULT 'keep',
    "status" "product_import_status" NOT NULL,
    "message" TEXT,
    "is_automatic" BOOLEAN NOT NULL DEFAULT false,
    "is_cancelling" BOOLEAN NOT NULL DEFAULT false,
    "created" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "gone_count" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "warnings" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "applied" INTEGER NOT NULL DEFAULT 0,
    "kept" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "act_id" UUID,
    "undo_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "pictures_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_findings" (
    "import_id" UUID NOT NULL,
    "kind" "import_finding_kind" NOT NULL,
    "place" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "handle" TEXT NOT NULL,
    "product_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "differences" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "import_findings_pkey" PRIMARY KEY ("import_id","kind","place")
);

-- CreateTable
CREATE TABLE "product_feeds" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "created_by_id" UUID,
    "url" TEXT NOT NULL,
    "gone" "gone_products" NOT NULL DEFAULT 'keep',
    "every_hours" SMALLINT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "last_read_at" TIMESTAMPTZ(3),
    "next_read_at" TIMESTAMPTZ(3),
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_feeds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "product_imports_partner_id_created_at_idx" ON "product_imports"("partner_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "product_imports_status_idx" ON "product_imports"("status");

-- CreateIndex
CREATE INDEX "product_feeds_next_read_at_idx" ON "product_feeds"("next_read_at");

-- CreateIndex
CREATE UNIQUE INDEX "product_feeds_partner_id_url_key" ON "product_feeds"("partner_id", "url");

-- AddForeignKey
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_feed_id_fkey" FOREIGN KEY ("feed_id") REFERENCES "product_feeds"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_findings" ADD CONSTRAINT "import_findings_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "product_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_every_hours_check" CHECK ("every_hours" IN (6, 12, 24));
ALTER TABLE "product_feeds" ADD CONSTRAINT "product_feeds_url_check" CHECK ("url" LIKE 'https://%' OR "url" LIKE 'http://%');
