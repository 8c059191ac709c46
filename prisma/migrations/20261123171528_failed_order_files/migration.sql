-- AlterEnum
ALTER TYPE "conversion_file_status" ADD VALUE 'failed';

-- AlterTable
ALTER TABLE "conversion_files" ADD COLUMN     "attempts" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "failure" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "next_at" TIMESTAMPTZ(3);
