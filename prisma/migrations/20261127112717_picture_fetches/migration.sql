-- AlterTable
ALTER TABLE "product_imports" DROP COLUMN "pictures_at";

-- CreateTable
CREATE TABLE "picture_fetches" (
    "image_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "picture_fetches_pkey" PRIMARY KEY ("image_id")
);

-- CreateIndex
CREATE INDEX "picture_fetches_partner_id_next_at_idx" ON "picture_fetches"("partner_id", "next_at");

-- CreateIndex
CREATE INDEX "picture_fetches_url_idx" ON "picture_fetches" USING HASH ("url");

-- AddForeignKey
ALTER TABLE "picture_fetches" ADD CONSTRAINT "picture_fetches_image_id_fkey" FOREIGN KEY ("image_id") REFERENCES "product_images"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "picture_fetches" ADD CONSTRAINT "picture_fetches_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Pictures that failed before are tried again.
INSERT INTO "picture_fetches" ("image_id", "partner_id", "url", "next_at")
SELECT i."id", p."partner_id", i."source_url", now()
FROM "product_images" i JOIN "products" p ON p."id" = i."product_id"
WHERE i."file_id" IS NULL AND i."source_url" IS NOT NULL;
