-- AlterTable
ALTER TABLE "products" ADD COLUMN     "appearances" BYTEA NOT NULL DEFAULT '\x';

-- AlterTable
ALTER TABLE "media_files" ADD COLUMN     "appearance" BYTEA;
