-- DropForeignKey
ALTER TABLE "wishlist_items" DROP CONSTRAINT "wishlist_items_product_id_fkey";

-- AlterTable
ALTER TABLE "wishlist_items" ADD COLUMN     "added_currency" CHAR(3),
ADD COLUMN     "added_price_minor" INTEGER,
ADD COLUMN     "dearer_since" TIMESTAMPTZ(3),
ADD COLUMN     "drop_percent" SMALLINT,
ADD COLUMN     "last_facts" JSONB,
ADD COLUMN     "note" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "size" TEXT,
ADD COLUMN     "target_currency" CHAR(3),
ADD COLUMN     "target_minor" INTEGER,
ADD COLUMN     "usual_currency" CHAR(3),
ADD COLUMN     "usual_price_minor" INTEGER,
ADD COLUMN     "was_below_target" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "was_in_stock" BOOLEAN,
ADD COLUMN     "was_low_stock" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "watches_stock" BOOLEAN NOT NULL DEFAULT true,
ALTER COLUMN "product_id" DROP NOT NULL;

-- What was saved before this counts as saved at today's price.
UPDATE "wishlist_items" item SET "added_currency" = p."currency", "added_price_minor" = p."price_minor" FROM "products" p WHERE p."id" = item."product_id";
ALTER TABLE "wishlist_items" ALTER COLUMN "added_currency" SET NOT NULL, ALTER COLUMN "added_price_minor" SET NOT NULL;
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_values_check" CHECK ("priority" BETWEEN 1 AND 5 AND "drop_percent" BETWEEN 0 AND 95 AND "target_minor" >= 0 AND ("target_minor" IS NULL) = ("target_currency" IS NULL));

-- CreateTable
CREATE TABLE "removed_wishes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "product_id" UUID,
    "batch_id" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "item" JSONB NOT NULL,

    CONSTRAINT "removed_wishes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wishlist_events" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "happened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailed_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "wishlist_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wishlist_settings" (
    "user_id" UUID NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "quiet_from" SMALLINT NOT NULL DEFAULT 21,
    "quiet_until" SMALLINT NOT NULL DEFAULT 8,
    "drop_percent" SMALLINT NOT NULL DEFAULT 10,
    "last_digest_at" TIMESTAMPTZ(3),

    CONSTRAINT "wishlist_settings_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "wishlist_shares" (
    "user_id" UUID NOT NULL,
    "token" TEXT,
    "title" TEXT NOT NULL DEFAULT '',
    "shared_at" TIMESTAMPTZ(3),

    CONSTRAINT "wishlist_shares_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "removed_wishes_user_id_removed_at_idx" ON "removed_wishes"("user_id", "removed_at");

-- CreateIndex
CREATE INDEX "removed_wishes_removed_at_idx" ON "removed_wishes"("removed_at");

-- CreateIndex
CREATE UNIQUE INDEX "removed_wishes_user_id_product_id_key" ON "removed_wishes"("user_id", "product_id");

-- CreateIndex
CREATE INDEX "wishlist_events_user_id_happened_at_idx" ON "wishlist_events"("user_id", "happened_at");

-- CreateIndex
CREATE INDEX "wishlist_events_item_id_idx" ON "wishlist_events"("item_id");

-- CreateIndex
CREATE INDEX "wishlist_events_happened_at_idx" ON "wishlist_events"("happened_at");

-- CreateIndex
CREATE UNIQUE INDEX "wishlist_shares_token_key" ON "wishlist_shares"("token");

-- CreateIndex
CREATE INDEX "product_views_user_id_viewed_at_idx" ON "product_views"("user_id", "viewed_at");

-- AddForeignKey
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removed_wishes" ADD CONSTRAINT "removed_wishes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_events" ADD CONSTRAINT "wishlist_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_settings" ADD CONSTRAINT "wishlist_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_shares" ADD CONSTRAINT "wishlist_shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever wished for a product that is deleted keeps what it was.
CREATE FUNCTION keep_wished_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wishlist_items SET last_facts = jsonb_build_object(
    'name', OLD.name,
    'brand', (SELECT name FROM brands WHERE id = OLD.brand_id),
    'category', (SELECT name FROM categories WHERE id = OLD.category_id),
    'currency', OLD.currency,
    'priceMinor', OLD.price_minor,
    'originalPriceMinor', OLD.original_price_minor
  ) WHERE product_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER products_wished BEFORE DELETE ON "products" FOR EACH ROW EXECUTE FUNCTION keep_wished_facts();
