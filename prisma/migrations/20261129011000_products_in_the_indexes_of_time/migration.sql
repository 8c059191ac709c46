-- Trends read the product of every view and click of a week or month. With the product in the index, they do not read
-- the tables.
DROP INDEX "outbound_clicks_valid_idx";
CREATE INDEX "outbound_clicks_valid_idx" ON "outbound_clicks" ("clicked_at") INCLUDE ("product_id", "is_first_of_address") WHERE "is_valid";
DROP INDEX "product_views_viewed_at_idx";
CREATE INDEX "product_views_viewed_at_idx" ON "product_views" ("viewed_at") INCLUDE ("product_id", "is_first_of_address");
