-- AlterTable
ALTER TABLE "bank_statements" ADD COLUMN     "is_unsigned" BOOLEAN NOT NULL DEFAULT false;
