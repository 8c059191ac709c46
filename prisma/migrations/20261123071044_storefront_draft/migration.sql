-- CreateTable
CREATE TABLE "storefront_drafts" (
    "partner_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "data" JSONB NOT NULL DEFAULT '{}',
    "hero_file_id" UUID,
    "logo_file_id" UUID,
    "discarded_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by_id" UUID,

    CONSTRAINT "storefront_drafts_pkey" PRIMARY KEY ("partner_id")
);

-- CreateIndex
CREATE INDEX "storefront_drafts_hero_file_id_idx" ON "storefront_drafts"("hero_file_id");

-- CreateIndex
CREATE INDEX "storefront_drafts_logo_file_id_idx" ON "storefront_drafts"("logo_file_id");

-- CreateIndex
CREATE INDEX "storefront_drafts_updated_by_id_idx" ON "storefront_drafts"("updated_by_id");

-- AddForeignKey
ALTER TABLE "storefront_drafts" ADD CONSTRAINT "storefront_drafts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storefront_drafts" ADD CONSTRAINT "storefront_drafts_hero_file_id_fkey" FOREIGN KEY ("hero_file_id") REFERENCES "media_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storefront_drafts" ADD CONSTRAINT "storefront_drafts_logo_file_id_fkey" FOREIGN KEY ("logo_file_id") REFERENCES "media_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storefront_drafts" ADD CONSTRAINT "storefront_drafts_updated_by_id_fkey" FOREIGN KEY ("updated_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
