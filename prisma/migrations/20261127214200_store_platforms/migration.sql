-- AlterEnum
ALTER TYPE "conversion_source" ADD VALUE 'woocommerce';

-- AlterTable
ALTER TABLE "shopify_connections" ADD COLUMN     "platform" "store_platform" NOT NULL DEFAULT 'shopify';
