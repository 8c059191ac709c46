-- AlterTable
ALTER TABLE "conversion_files" ADD COLUMN     "is_recorded" BOOLEAN NOT NULL DEFAULT false;
