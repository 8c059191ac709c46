-- AlterTable
ALTER TABLE "second_factors" ADD COLUMN     "wrong_codes" INTEGER NOT NULL DEFAULT 0;
