-- AlterTable
ALTER TABLE "product_variants" ADD COLUMN     "store_link" TEXT;
