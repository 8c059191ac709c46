-- CreateEnum
CREATE TYPE "product_flag_kind" AS ENUM ('counterfeit', 'wrong_content', 'offensive', 'prohibited', 'not_as_described', 'other', 'price_collapsed', 'foreign_brand', 'no_picture');

-- CreateEnum
CREATE TYPE "product_flag_outcome" AS ENUM ('kept', 'taken_down', 'lapsed');

-- CreateEnum
CREATE TYPE "appeal_kind" AS ENUM ('promotion', 'product', 'picture', 'partner', 'review', 'review_flag');

-- CreateEnum
CREATE TYPE "appeal_outcome" AS ENUM ('upheld', 'overturned', 'lapsed');

-- AlterTable
ALTER TABLE "products" ADD COLUMN     "taken_down_at" TIMESTAMPTZ(3),
ADD COLUMN     "taken_down_by_id" UUID,
ADD COLUMN     "taken_down_reason" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "product_reviews" ADD COLUMN     "flag_refused_at" TIMESTAMPTZ(3),
ADD COLUMN     "former_comment" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "former_rating" SMALLINT,
ADD COLUMN     "former_title" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "partner_media" ADD COLUMN     "former_file_id" UUID,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "taken_down_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "product_flags" (
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "kind" "product_flag_kind" NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "reporter_id" UUID,
    "reporter_hash" TEXT,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" UUID,
    "outcome" "product_flag_outcome",
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "product_flags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "appeals" (
    "id" UUID NOT NULL,
    "kind" "appeal_kind" NOT NULL,
    "subject_id" UUID NOT NULL,
    "decision_at" TIMESTAMPTZ(3) NOT NULL,
    "decision_by_id" UUID,
    "decision_reason" TEXT NOT NULL DEFAULT '',
    "subject" TEXT NOT NULL,
    "partner_id" UUID,
    "user_id" UUID,
    "words" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "outcome" "appeal_outcome",
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "product_flags_product_id_raised_at_idx" ON "product_flags"("product_id", "raised_at");

-- CreateIndex
CREATE INDEX "product_flags_reporter_id_idx" ON "product_flags"("reporter_id");

-- CreateIndex
CREATE INDEX "appeals_decided_at_raised_at_idx" ON "appeals"("decided_at", "raised_at");

-- CreateIndex
CREATE INDEX "appeals_partner_id_idx" ON "appeals"("partner_id");

-- CreateIndex
CREATE INDEX "appeals_user_id_idx" ON "appeals"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "appeals_kind_subject_id_decision_at_key" ON "appeals"("kind", "subject_id", "decision_at");

-- CreateIndex
CREATE INDEX "partner_media_former_file_id_idx" ON "partner_media"("former_file_id");

-- AddForeignKey
ALTER TABLE "product_flags" ADD CONSTRAINT "product_flags_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_flags" ADD CONSTRAINT "product_flags_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_media" ADD CONSTRAINT "partner_media_former_file_id_fkey" FOREIGN KEY ("former_file_id") REFERENCES "media_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- By hand from here: what Prisma's schema cannot say.

-- One open report of a person, and one open finding of a rule, per product.
CREATE UNIQUE INDEX "product_flags_open_reporter_key" ON "product_flags"("product_id", "reporter_id") WHERE "resolved_at" IS NULL AND "reporter_id" IS NOT NULL;
CREATE UNIQUE INDEX "product_flags_open_visitor_key" ON "product_flags"("product_id", "reporter_hash") WHERE "resolved_at" IS NULL AND "reporter_hash" IS NOT NULL;
CREATE UNIQUE INDEX "product_flags_open_rule_key" ON "product_flags"("product_id", "kind") WHERE "resolved_at" IS NULL AND "kind" IN ('price_collapsed', 'foreign_brand', 'no_picture');
CREATE INDEX "product_flags_open_idx" ON "product_flags"("raised_at", "product_id") WHERE "resolved_at" IS NULL;
ALTER TABLE "product_flags" ADD CONSTRAINT "product_flags_resolved_check" CHECK (("resolved_at" IS NULL) = ("outcome" IS NULL));
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_check" CHECK (("decided_at" IS NULL) = ("outcome" IS NULL));
-- What is taken down is never the page's picture.
ALTER TABLE "partner_media" ADD CONSTRAINT "partner_media_taken_down_check" CHECK ("taken_down_at" IS NULL OR NOT "is_active");
CREATE INDEX "partner_media_unseen_idx" ON "partner_media"("created_at") WHERE "media_type" IN ('hero_image', 'logo') AND "seen_at" IS NULL;
CREATE INDEX "products_taken_down_idx" ON "products"("taken_down_at") WHERE "taken_down_at" IS NOT NULL;
