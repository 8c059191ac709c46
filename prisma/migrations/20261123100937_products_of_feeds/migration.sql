-- CreateTable
CREATE TABLE "feed_products" (
    "feed_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "feed_products_pkey" PRIMARY KEY ("feed_id","product_id")
);

-- CreateIndex
CREATE INDEX "feed_products_product_id_idx" ON "feed_products"("product_id");

-- AddForeignKey
ALTER TABLE "feed_products" ADD CONSTRAINT "feed_products_feed_id_fkey" FOREIGN KEY ("feed_id") REFERENCES "product_feeds"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feed_products" ADD CONSTRAINT "feed_products_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What feeds have brought so far. Not what a feed has only archived since: that it no longer names.
INSERT INTO "feed_products" ("feed_id", "product_id")
SELECT last.feed_id, last.product_id
FROM (
  SELECT DISTINCT ON (i.feed_id, e.product_id) i.feed_id, e.product_id, e.type, e.changes
  FROM "product_events" e JOIN "product_imports" i ON i.act_id = e.act_id JOIN "products" p ON p.id = e.product_id
  WHERE i.feed_id IS NOT NULL
  ORDER BY i.feed_id, e.product_id, e.id DESC
) last
WHERE NOT (last.type = 'updated' AND jsonb_array_length(last.changes) = 1
  AND last.changes @> '[{"field": "status", "after": "archived"}]');
