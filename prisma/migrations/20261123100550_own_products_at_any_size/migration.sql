-- AlterTable
ALTER TABLE "products" ADD COLUMN     "inventory_minor" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "lookup_text" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "product_view_counts" (
    "partner_id" UUID NOT NULL,
    "period" TEXT NOT NULL,
    "product_id" UUID NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "product_view_counts_pkey" PRIMARY KEY ("partner_id","period","product_id")
);

-- CreateTable
CREATE TABLE "view_count_windows" (
    "period" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "view_count_windows_pkey" PRIMARY KEY ("period")
);

-- Until each product is described anew, soon after the start: without accents taken out, otherwise the same.
UPDATE "products" p SET
  "lookup_text" = concat_ws(E'\n', lower(p."name"), (SELECT string_agg(lower(concat_ws(E'\n', v."sku", v."gtin")), E'\n') FROM "product_variants" v WHERE v."product_id" = p."id")),
  "inventory_minor" = coalesce((SELECT sum(v."price_minor"::bigint * v."stock") FROM "product_variants" v WHERE v."product_id" = p."id" AND v."stock" > 0), 0);

-- A partner's table and figures read this instead of its products: by what was changed last, counts without the rows.
CREATE INDEX "products_own_idx" ON "products" ("partner_id", "updated_at" DESC, "id") INCLUDE ("status", "deleted_at", "created_at", "category_id", "currency", "price_minor", "stock", "inventory_minor");
-- LOW_STOCK of own-products.schema.ts.
CREATE INDEX "products_low_stock_idx" ON "products" ("partner_id", "stock", "name", "id") WHERE "status" = 'active' AND "deleted_at" IS NULL AND "stock" <= 10;
CREATE INDEX "product_view_counts_own_idx" ON "product_view_counts" ("partner_id", "period") INCLUDE ("product_id", "views");
CREATE INDEX "product_view_counts_zero_idx" ON "product_view_counts" ("product_id") WHERE "views" = 0;
