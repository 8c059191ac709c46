-- AlterTable
ALTER TABLE "media_files" ADD COLUMN     "drawn_width" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "media_files_drawn_width_idx" ON "media_files"("drawn_width");
