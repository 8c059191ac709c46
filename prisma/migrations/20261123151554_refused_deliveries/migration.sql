-- AlterTable
ALTER TABLE "shopify_connections" ADD COLUMN     "last_refused_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "reconciliations" ADD COLUMN     "begun_at" TIMESTAMPTZ(3);
