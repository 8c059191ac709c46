-- AlterTable
ALTER TABLE "products" ADD COLUMN     "feed_id" UUID;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_feed_id_fkey" FOREIGN KEY ("feed_id") REFERENCES "product_feeds"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- For what a feed no longer names, and for feeds that are removed.
CREATE INDEX "products_feed_idx" ON "products" ("feed_id", "id") WHERE "feed_id" IS NOT NULL;

-- What feeds have brought so far.
UPDATE "products" p SET "feed_id" = brought.feed_id
FROM (
  SELECT DISTINCT ON (e.product_id) e.product_id, i.feed_id
  FROM "product_events" e JOIN "product_imports" i ON i.act_id = e.act_id
  WHERE i.feed_id IS NOT NULL
  ORDER BY e.product_id, e.id DESC
) brought
WHERE brought.product_id = p.id;
