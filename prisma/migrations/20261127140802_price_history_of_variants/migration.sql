-- The history of removed variants is shown nowhere.
DELETE FROM "price_history" h WHERE NOT EXISTS (SELECT FROM "product_variants" v WHERE v."id" = h."variant_id");

-- AlterTable
ALTER TABLE "price_history" ALTER COLUMN "variant_id" SET NOT NULL;

-- AddForeignKey
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_variant_id_fkey" FOREIGN KEY ("variant_id") REFERENCES "product_variants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
