-- AlterTable
ALTER TABLE "product_imports" ADD COLUMN     "operation_id" TEXT;
