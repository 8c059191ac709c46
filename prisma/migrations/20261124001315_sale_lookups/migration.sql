-- One index over whose a text is and what is in it: without the first, words that all partners' sales have would be looked up in all of them.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateTable
CREATE TABLE "sale_lookups" (
    "conversion_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "sale_lookups_pkey" PRIMARY KEY ("conversion_id")
);

-- The same as server/sales/search-sales.ts writes.
INSERT INTO "sale_lookups" ("conversion_id", "partner_id", "text")
SELECT c."id", c."partner_id", concat_ws(E'\n', nullif(c."order_name", ''), c."external_id", c."click_id", (
  SELECT string_agg(concat_ws(E'\n', nullif(l."title", ''), nullif(l."sku", '')), E'\n' ORDER BY l."place") FROM "conversion_lines" l WHERE l."conversion_id" = c."id"))
FROM "conversions" c;

-- CreateIndex
CREATE INDEX "sale_lookups_partner_id_text_idx" ON "sale_lookups" USING GIN ("partner_id" uuid_ops, "text" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "sale_lookups" ADD CONSTRAINT "sale_lookups_conversion_id_fkey" FOREIGN KEY ("conversion_id") REFERENCES "conversions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
