-- DropIndex
DROP INDEX "shopify_connections_partner_id_key";

-- DropIndex
DROP INDEX "conversions_partner_id_external_id_key";

-- AlterTable
ALTER TABLE "held_orders" DROP CONSTRAINT "held_orders_pkey",
ADD COLUMN     "store_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
ADD CONSTRAINT "held_orders_pkey" PRIMARY KEY ("partner_id", "external_id", "store_id");

-- AlterTable
ALTER TABLE "product_imports" ADD COLUMN     "connection_id" UUID;

-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "store_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- AlterTable
ALTER TABLE "order_refunds" DROP CONSTRAINT "order_refunds_pkey",
ADD COLUMN     "store_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
ADD CONSTRAINT "order_refunds_pkey" PRIMARY KEY ("partner_id", "external_order_id", "store_id", "external_id");

-- AlterTable
ALTER TABLE "order_cancellations" DROP CONSTRAINT "order_cancellations_pkey",
ADD COLUMN     "store_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
ADD CONSTRAINT "order_cancellations_pkey" PRIMARY KEY ("partner_id", "external_order_id", "store_id");

-- CreateIndex
CREATE UNIQUE INDEX "shopify_connections_partner_id_platform_shop_id_key" ON "shopify_connections"("partner_id", "platform", "shop_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversions_partner_id_external_id_store_id_key" ON "conversions"("partner_id", "external_id", "store_id");

-- AddForeignKey
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "shopify_connections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- At most one of a partner's stores is connected.
CREATE UNIQUE INDEX "shopify_connections_one_connected" ON "shopify_connections" ("partner_id") WHERE "status" <> 'revoked';

-- So far a partner had one connection, and its next store took it over. The audit log says which store was connected when. Without an entry, it was
-- always the present one.
CREATE TEMPORARY TABLE "store_times" AS
SELECT c."partner_id", a."data" ->> 'shop' AS "shop", coalesce(a."data" ->> 'currency', c."currency") AS "currency", a."at",
  coalesce(lead(a."at") OVER times, c."disconnected_at") AS "until",
  a."data" ->> 'shop' = last_value(a."data" ->> 'shop') OVER (times ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS "is_present",
  c."id" AS "connection_id"
FROM "shopify_connections" c JOIN "audit_log" a ON a."subject_id" = c."partner_id"::text
WHERE a."action" = 'store_connected' AND a."data" ->> 'shop' IS NOT NULL
WINDOW times AS (PARTITION BY c."partner_id" ORDER BY a."at", a."id");
INSERT INTO "store_times"
SELECT "partner_id", "shop", "currency", '-infinity', "disconnected_at", true, "id" FROM "shopify_connections" c
WHERE NOT EXISTS (SELECT FROM "store_times" t WHERE t."partner_id" = c."partner_id");

-- Former stores get their own connections. Shopify's id of a store is not in the log.
INSERT INTO "shopify_connections" ("id", "partner_id", "platform", "shop", "shop_id", "shop_name", "currency", "mode", "key_id", "api_version", "status",
  "status_reason", "connected_at", "disconnected_at")
SELECT gen_random_uuid(), "partner_id", (CASE WHEN "shop" LIKE '%.myshopify.com' THEN 'shopify' ELSE 'woocommerce' END)::"store_platform", "shop",
  CASE WHEN "shop" LIKE '%.myshopify.com' THEN 'unknown: ' ELSE '' END || "shop", "shop", max("currency"), 'token', '', '', 'revoked',
  'You disconnected it.', max("at"), max("until")
FROM "store_times" WHERE NOT "is_present" GROUP BY "partner_id", "shop";
UPDATE "store_times" t SET "connection_id" = c."id" FROM "shopify_connections" c
WHERE NOT t."is_present" AND c."partner_id" = t."partner_id" AND c."shop" = t."shop";

UPDATE "conversions" s SET "store_id" = c."id"
FROM "store_times" t JOIN "shopify_connections" c ON c."id" = t."connection_id"
WHERE t."partner_id" = s."partner_id" AND c."platform"::text = s."source"::text AND s."created_at" >= t."at" AND (t."until" IS NULL OR s."created_at" < t."until");
UPDATE "order_refunds" r SET "store_id" = s."store_id" FROM "conversions" s
WHERE s."partner_id" = r."partner_id" AND s."external_id" = r."external_order_id" AND s."store_id" <> r."store_id";
UPDATE "order_refunds" r SET "store_id" = t."connection_id" FROM "store_times" t
WHERE r."awaits_order" AND t."partner_id" = r."partner_id" AND r."created_at" >= t."at" AND (t."until" IS NULL OR r."created_at" < t."until");
UPDATE "order_cancellations" o SET "store_id" = t."connection_id" FROM "store_times" t
WHERE t."partner_id" = o."partner_id" AND o."created_at" >= t."at" AND (t."until" IS NULL OR o."created_at" < t."until");
UPDATE "held_orders" o SET "store_id" = t."connection_id" FROM "store_times" t
WHERE t."partner_id" = o."partner_id" AND o."held_at" >= t."at" AND (t."until" IS NULL OR o."held_at" < t."until");
UPDATE "product_imports" i SET "connection_id" = c."id" FROM "shopify_connections" c
WHERE i."source" = 'store' AND c."partner_id" = i."partner_id" AND c."shop" = i."file_name";

-- Older messages that wait belong to the latest former store. Products stay with the present store: nothing tells which of them it also has, because its
-- import does not write unchanged products. Its next import or comparison archives those that it lacks.
CREATE TEMPORARY TABLE "former_stores" AS
SELECT "partner_id", (array_agg("connection_id" ORDER BY "at" DESC) FILTER (WHERE NOT "is_present"))[1] AS "former_id",
  (array_agg("connection_id") FILTER (WHERE "is_present"))[1] AS "present_id", min("at") FILTER (WHERE "is_present") AS "since"
FROM "store_times" GROUP BY "partner_id"
HAVING max("at") FILTER (WHERE NOT "is_present") < min("at") FILTER (WHERE "is_present");
UPDATE "webhook_events" e SET "connection_id" = f."former_id" FROM "former_stores" f
WHERE e."connection_id" = f."present_id" AND e."status" <> 'done' AND e."received_at" < f."since";
DROP TABLE "store_times", "former_stores";
