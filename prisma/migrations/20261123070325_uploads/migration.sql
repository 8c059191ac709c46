-- CreateEnum
CREATE TYPE "upload_slot" AS ENUM ('productPicture', 'heroImage', 'logo', 'promotionalImage', 'promotionalVideo');

-- CreateEnum
CREATE TYPE "upload_status" AS ENUM ('waiting', 'stored', 'used', 'refused');

-- CreateEnum
CREATE TYPE "media_review" AS ENUM ('pending', 'approved', 'rejected');

-- DropForeignKey
ALTER TABLE "partner_media" DROP CONSTRAINT "partner_media_file_id_fkey";

-- AlterTable
ALTER TABLE "media_files" ADD COLUMN     "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "partner_media" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "review" "media_review",
ADD COLUMN     "review_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "reviewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reviewed_by_id" UUID,
ADD COLUMN     "video_id" UUID,
ALTER COLUMN "file_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "media_videos" (
    "id" UUID NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "mime_type" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "is_playable" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_videos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL DEFAULT '',
    "partner_id" UUID NOT NULL,
    "user_id" UUID,
    "slot" "upload_slot" NOT NULL,
    "file_name" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,
    "status" "upload_status" NOT NULL DEFAULT 'waiting',
    "file_id" UUID,
    "video_id" UUID,
    "message" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stored_at" TIMESTAMPTZ(3),

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "media_videos_sha256_key" ON "media_videos"("sha256");

-- CreateIndex
CREATE INDEX "media_videos_stored_at_idx" ON "media_videos"("stored_at");

-- CreateIndex
CREATE INDEX "uploads_partner_id_status_idx" ON "uploads"("partner_id", "status");

-- CreateIndex
CREATE INDEX "uploads_status_created_at_idx" ON "uploads"("status", "created_at");

-- CreateIndex
CREATE INDEX "uploads_file_id_idx" ON "uploads"("file_id");

-- CreateIndex
CREATE INDEX "uploads_video_id_idx" ON "uploads"("video_id");

-- CreateIndex
CREATE INDEX "media_files_stored_at_idx" ON "media_files"("stored_at");

-- CreateIndex
CREATE INDEX "partner_media_review_created_at_idx" ON "partner_media"("review", "created_at");

-- CreateIndex
CREATE INDEX "partner_media_file_id_idx" ON "partner_media"("file_id");

-- CreateIndex
CREATE INDEX "partner_media_video_id_idx" ON "partner_media"("video_id");

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "media_videos"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_media" ADD CONSTRAINT "partner_media_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_media" ADD CONSTRAINT "partner_media_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "media_videos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_media" ADD CONSTRAINT "partner_media_reviewed_by_id_fkey" FOREIGN KEY ("reviewed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

UPDATE "partner_media" SET "review" = 'pending' WHERE "media_type" IN ('promotional_image', 'promotional_video');

ALTER TABLE "partner_media"
  ADD CONSTRAINT "partner_media_one_file" CHECK (num_nonnulls("file_id", "video_id") = 1 AND ("video_id" IS NOT NULL) = ("media_type" = 'promotional_video')),
  ADD CONSTRAINT "partner_media_review_of_promotions" CHECK (("review" IS NOT NULL) = ("media_type" IN ('promotional_image', 'promotional_video')));

ALTER TABLE "uploads"
  ADD CONSTRAINT "uploads_byte_size" CHECK ("byte_size" >= 0),
  ADD CONSTRAINT "uploads_one_file" CHECK (num_nonnulls("file_id", "video_id") <= 1);
