-- AlterTable
ALTER TABLE "product_events" ADD COLUMN     "currency" CHAR(3);

-- As the activity page has read it so far. The price history of removed variants is gone, so events keep their currency from now on.
UPDATE "product_events" e SET "currency" = coalesce(
  e."before" ->> 'currency',
  (SELECT p."currency" FROM "products" p WHERE p."id" = e."product_id"),
  (SELECT s."currency" FROM "partners" s WHERE s."id" = e."partner_id"),
  'USD');
-- Of products that had another currency, the latest one before the event.
UPDATE "product_events" e SET "currency" = latest."currency" FROM (
  SELECT DISTINCT ON (o."id") o."id", h."currency" FROM "product_events" o
  JOIN "price_history" h ON h."product_id" = o."product_id" AND h."changed_at" <= o."created_at"
  WHERE o."before" ->> 'currency' IS NULL AND o."product_id" IN (
    SELECT p."id" FROM "products" p JOIN "price_history" f ON f."product_id" = p."id" AND f."currency" <> p."currency")
  ORDER BY o."id", h."changed_at" DESC
) latest WHERE latest."id" = e."id";

ALTER TABLE "product_events" ALTER COLUMN "currency" SET NOT NULL;
