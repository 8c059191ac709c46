-- What analytics/insights counts of a partner's clicks is read from these alone: a year may be a million of them.
CREATE INDEX "outbound_clicks_funnel_idx" ON "outbound_clicks" ("partner_id", "clicked_at") INCLUDE ("product_id", "surface") WHERE "is_valid";
CREATE INDEX "outbound_clicks_searched_idx" ON "outbound_clicks" ("partner_id", "clicked_at") INCLUDE ("search_id", "visitor_id") WHERE "is_valid" AND "search_id" IS NOT NULL;

-- Quartiles of the prices of a category.
CREATE INDEX "products_prices_idx" ON "products" ("category_id") INCLUDE ("partner_id", "price_base_minor") WHERE "status" = 'active';
