-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "paid_told_at" TIMESTAMPTZ(3);

-- Until now nobody asked: those that are known were told of when they were paid.
UPDATE "conversions" SET "paid_told_at" = "paid_at";
