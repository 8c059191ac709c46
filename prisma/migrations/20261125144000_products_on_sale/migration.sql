-- What is on sale, newest first, for home: a walk over all products would look for it for long where little is reduced.
CREATE INDEX "products_on_sale_idx" ON "products" ("created_at" DESC, "id" DESC) WHERE "status" = 'active' AND "taken_down_at" IS NULL AND "original_price_minor" > "price_minor";
