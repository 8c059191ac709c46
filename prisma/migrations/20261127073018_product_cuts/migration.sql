-- AlterTable
ALTER TABLE "products" ADD COLUMN     "cuts" TEXT[] DEFAULT ARRAY[]::TEXT[];
