-- AlterTable
ALTER TABLE "conversion_flags" ADD COLUMN     "proposed_at" TIMESTAMPTZ(3),
ADD COLUMN     "proposed_by_id" UUID;
