-- By hand: Prisma's schema knows no partial indexes.

-- The click that a repeat carries on. By the visitor alone, a visitor who clicks without end would have all his clicks read for each.
CREATE INDEX "outbound_clicks_repeat_idx" ON "outbound_clicks" ("visitor_id", "product_id", "clicked_at") WHERE "is_valid";
