-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "void_reason" TEXT NOT NULL DEFAULT '';
