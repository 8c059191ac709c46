-- How many products each store has in stock, for home and /stores: read from the index alone.
CREATE INDEX "products_in_stock_idx" ON "products" ("partner_id") WHERE "status" = 'active' AND "taken_down_at" IS NULL AND "is_in_stock";
