-- AlterTable
ALTER TABLE "product_reviews" ADD COLUMN     "click_id" TEXT,
ADD COLUMN     "edited_at" TIMESTAMPTZ(3),
ADD COLUMN     "flag_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "flagged_at" TIMESTAMPTZ(3),
ADD COLUMN     "judge_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "judged_at" TIMESTAMPTZ(3),
ADD COLUMN     "judged_by_id" UUID,
ADD COLUMN     "response_by_id" UUID,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "partner_feedback" ADD COLUMN     "flag_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "flagged_at" TIMESTAMPTZ(3),
ADD COLUMN     "user_id" UUID;

-- CreateTable
CREATE TABLE "review_pictures" (
    "review_id" UUID NOT NULL,
    "place" SMALLINT NOT NULL,
    "file_id" UUID NOT NULL,

    CONSTRAINT "review_pictures_pkey" PRIMARY KEY ("review_id","place")
);

-- CreateTable
CREATE TABLE "review_votes" (
    "review_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "voted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_votes_pkey" PRIMARY KEY ("review_id","user_id")
);

-- CreateTable
CREATE TABLE "review_requests" (
    "conversion_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_requests_pkey" PRIMARY KEY ("conversion_id")
);

-- CreateIndex
CREATE INDEX "review_pictures_file_id_idx" ON "review_pictures"("file_id");

-- CreateIndex
CREATE INDEX "review_votes_user_id_idx" ON "review_votes"("user_id");

-- CreateIndex
CREATE INDEX "review_requests_user_id_idx" ON "review_requests"("user_id");

-- CreateIndex
CREATE INDEX "product_reviews_partner_id_status_created_at_idx" ON "product_reviews"("partner_id", "status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "product_reviews_status_created_at_idx" ON "product_reviews"("status", "created_at");

-- CreateIndex
CREATE INDEX "product_reviews_user_id_idx" ON "product_reviews"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_reviews_product_id_user_id_key" ON "product_reviews"("product_id", "user_id");

-- CreateIndex
CREATE INDEX "partner_feedback_user_id_idx" ON "partner_feedback"("user_id");

-- AddForeignKey
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_pictures" ADD CONSTRAINT "review_pictures_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "product_reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_pictures" ADD CONSTRAINT "review_pictures_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "product_reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_feedback" ADD CONSTRAINT "partner_feedback_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
