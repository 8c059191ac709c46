CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('customer', 'partner', 'admin');

-- CreateEnum
CREATE TYPE "verification_status" AS ENUM ('pending', 'approved', 'suspended');

-- CreateEnum
CREATE TYPE "store_platform" AS ENUM ('shopify', 'wix', 'woocommerce', 'other');

-- CreateEnum
CREATE TYPE "partner_media_type" AS ENUM ('hero_image', 'logo', 'promotional_video', 'promotional_image');

-- CreateEnum
CREATE TYPE "partner_content_type" AS ENUM ('hero_title', 'hero_subtitle', 'store_description', 'about_section');

-- CreateEnum
CREATE TYPE "invitation_status" AS ENUM ('sent', 'opened', 'accepted', 'expired', 'revoked');

-- CreateEnum
CREATE TYPE "feedback_status" AS ENUM ('pending', 'investigating', 'resolved', 'closed');

-- CreateEnum
CREATE TYPE "feedback_priority" AS ENUM ('low', 'medium', 'high', 'urgent');

-- CreateEnum
CREATE TYPE "feedback_category" AS ENUM ('service', 'shipping', 'quality', 'communication', 'overall');

-- CreateEnum
CREATE TYPE "product_status" AS ENUM ('draft', 'active', 'archived');

-- CreateEnum
CREATE TYPE "review_status" AS ENUM ('pending', 'approved', 'rejected', 'spam');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "role" "user_role" NOT NULL DEFAULT 'customer',
    "search_mode" TEXT NOT NULL DEFAULT 'normal',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profiles" (
    "user_id" UUID NOT NULL,
    "full_name" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "address" TEXT NOT NULL DEFAULT '',
    "city" TEXT NOT NULL DEFAULT '',
    "country" TEXT NOT NULL DEFAULT '',
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "language" TEXT NOT NULL DEFAULT 'en',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "waitlist" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "browser" TEXT NOT NULL DEFAULT 'Unknown',
    "location" TEXT NOT NULL DEFAULT 'Unknown',
    "time_spent_seconds" INTEGER NOT NULL DEFAULT 0,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "waitlist_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partners" (
    "id" UUID NOT NULL,
    "owner_id" UUID,
    "business_name" TEXT NOT NULL,
    "contact_person" TEXT NOT NULL DEFAULT '',
    "business_address" TEXT NOT NULL DEFAULT '',
    "business_type" TEXT NOT NULL DEFAULT 'ecommerce',
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL DEFAULT '',
    "website_url" TEXT,
    "platform" "store_platform" NOT NULL DEFAULT 'other',
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "ethos" TEXT NOT NULL DEFAULT '',
    "shipping_policy" TEXT NOT NULL DEFAULT '',
    "returns_policy" TEXT NOT NULL DEFAULT '',
    "agreed_to_marketing" BOOLEAN NOT NULL DEFAULT false,
    "verification_status" "verification_status" NOT NULL DEFAULT 'pending',
    "utm_source" TEXT NOT NULL DEFAULT 'WTF',
    "utm_medium" TEXT NOT NULL DEFAULT 'affiliate',
    "utm_campaign" TEXT NOT NULL DEFAULT 'launch-product',
    "sends_ref" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_domains" (
    "host" TEXT NOT NULL,
    "partner_id" UUID NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_domains_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "partner_media" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "media_type" "partner_media_type" NOT NULL,
    "file_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL DEFAULT '',
    "alt_text" TEXT NOT NULL DEFAULT '',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "display_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_content" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "content_type" "partner_content_type" NOT NULL,
    "content" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partner_content_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_invitations" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "business_name" TEXT NOT NULL,
    "contact_person" TEXT NOT NULL,
    "personal_message" TEXT NOT NULL DEFAULT '',
    "token_hash" BYTEA NOT NULL,
    "status" "invitation_status" NOT NULL DEFAULT 'sent',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partner_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_feedback" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT NOT NULL,
    "rating" SMALLINT NOT NULL,
    "category" "feedback_category" NOT NULL DEFAULT 'overall',
    "title" TEXT NOT NULL DEFAULT '',
    "comment" TEXT NOT NULL DEFAULT '',
    "order_id" TEXT,
    "status" "feedback_status" NOT NULL DEFAULT 'pending',
    "priority" "feedback_priority" NOT NULL DEFAULT 'medium',
    "response" TEXT,
    "response_date" TIMESTAMPTZ(3),
    "resolved_by" UUID,
    "resolved_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partner_feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "parent_id" UUID,
    "level" SMALLINT NOT NULL DEFAULT 0,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "file_id" UUID,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "brands" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,

    CONSTRAINT "brands_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "products" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "category_id" UUID,
    "handle" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "description_html" TEXT,
    "status" "product_status" NOT NULL DEFAULT 'draft',
    "tags" TEXT[],
    "style_tags" TEXT[],
    "colour_palette" TEXT[],
    "material" TEXT NOT NULL DEFAULT '',
    "gender" TEXT NOT NULL DEFAULT '',
    "target_audience" TEXT NOT NULL DEFAULT '',
    "is_featured" BOOLEAN NOT NULL DEFAULT false,
    "product_url" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "currency" CHAR(3) NOT NULL,
    "price_minor" INTEGER NOT NULL,
    "price_max_minor" INTEGER NOT NULL,
    "original_price_minor" INTEGER,
    "price_base_minor" INTEGER NOT NULL,
    "stock" INTEGER,
    "is_in_stock" BOOLEAN NOT NULL,
    "search_text" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "synced_at" TIMESTAMPTZ(3),

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_variants" (
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "size" TEXT,
    "colour_name" TEXT,
    "colour_hex" CHAR(7),
    "options" JSONB NOT NULL DEFAULT '{}',
    "sku" TEXT,
    "gtin" TEXT,
    "currency" CHAR(3) NOT NULL,
    "price_minor" INTEGER NOT NULL,
    "original_price_minor" INTEGER,
    "stock" INTEGER,

    CONSTRAINT "product_variants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_images" (
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "alt" TEXT NOT NULL DEFAULT '',
    "colour_name" TEXT,
    "source_url" TEXT,
    "file_id" UUID,

    CONSTRAINT "product_images_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_history" (
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "variant_id" UUID,
    "currency" CHAR(3) NOT NULL,
    "price_minor" INTEGER NOT NULL,
    "original_price_minor" INTEGER,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exchange_rates" (
    "currency" CHAR(3) NOT NULL,
    "to_base" DECIMAL(12,6) NOT NULL,
    "as_of" DATE NOT NULL,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("currency")
);

-- CreateTable
CREATE TABLE "product_reviews" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "user_id" UUID,
    "rating" SMALLINT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "comment" TEXT NOT NULL DEFAULT '',
    "customer_name" TEXT NOT NULL,
    "customer_email" TEXT NOT NULL,
    "verified_purchase" BOOLEAN NOT NULL DEFAULT false,
    "helpful_votes" INTEGER NOT NULL DEFAULT 0,
    "status" "review_status" NOT NULL DEFAULT 'pending',
    "response" TEXT,
    "response_date" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wishlist_items" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "priority" SMALLINT NOT NULL DEFAULT 3,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wishlist_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_files" (
    "id" UUID NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "mime_type" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "colour" CHAR(7) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_views" (
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "visitor_id" TEXT NOT NULL,
    "user_id" UUID,
    "viewed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbound_clicks" (
    "id" TEXT NOT NULL,
    "clicked_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "partner_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "variant_id" UUID,
    "user_id" UUID,
    "visitor_id" TEXT NOT NULL,
    "surface" TEXT NOT NULL,
    "position" INTEGER,
    "search_id" TEXT,
    "destination_url" TEXT NOT NULL,
    "destination_host" TEXT NOT NULL,
    "price_minor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "stock" INTEGER,
    "referrer_path" TEXT,
    "browser_family" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "ip_hash" TEXT,
    "is_valid" BOOLEAN NOT NULL,
    "invalid_reason" TEXT,
    "duplicate_of" TEXT,

    CONSTRAINT "outbound_clicks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ip_salts" (
    "day" DATE NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "ip_salts_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_email_key" ON "waitlist"("email");

-- CreateIndex
CREATE UNIQUE INDEX "partners_business_name_key" ON "partners"("business_name");

-- CreateIndex
CREATE UNIQUE INDEX "partners_email_key" ON "partners"("email");

-- CreateIndex
CREATE INDEX "partners_owner_id_idx" ON "partners"("owner_id");

-- CreateIndex
CREATE INDEX "partners_created_at_idx" ON "partners"("created_at" DESC);

-- CreateIndex
CREATE INDEX "partner_domains_partner_id_idx" ON "partner_domains"("partner_id");

-- CreateIndex
CREATE INDEX "partner_media_partner_id_media_type_display_order_idx" ON "partner_media"("partner_id", "media_type", "display_order");

-- CreateIndex
CREATE UNIQUE INDEX "partner_content_partner_id_content_type_key" ON "partner_content"("partner_id", "content_type");

-- CreateIndex
CREATE UNIQUE INDEX "partner_invitations_token_hash_key" ON "partner_invitations"("token_hash");

-- CreateIndex
CREATE INDEX "partner_invitations_email_idx" ON "partner_invitations"("email");

-- CreateIndex
CREATE INDEX "partner_feedback_partner_id_created_at_idx" ON "partner_feedback"("partner_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "categories_slug_key" ON "categories"("slug");

-- CreateIndex
CREATE INDEX "categories_parent_id_sort_order_idx" ON "categories"("parent_id", "sort_order");

-- CreateIndex
CREATE UNIQUE INDEX "brands_slug_key" ON "brands"("slug");

-- CreateIndex
CREATE INDEX "products_brand_id_idx" ON "products"("brand_id");

-- CreateIndex
CREATE INDEX "products_category_id_idx" ON "products"("category_id");

-- CreateIndex
CREATE UNIQUE INDEX "products_partner_id_handle_key" ON "products"("partner_id", "handle");

-- CreateIndex
CREATE INDEX "product_variants_product_id_position_idx" ON "product_variants"("product_id", "position");

-- CreateIndex
CREATE INDEX "product_variants_sku_idx" ON "product_variants"("sku");

-- CreateIndex
CREATE INDEX "product_variants_gtin_idx" ON "product_variants"("gtin");

-- CreateIndex
CREATE INDEX "product_images_product_id_position_idx" ON "product_images"("product_id", "position");

-- CreateIndex
CREATE INDEX "price_history_product_id_changed_at_idx" ON "price_history"("product_id", "changed_at");

-- CreateIndex
CREATE INDEX "product_reviews_product_id_status_created_at_idx" ON "product_reviews"("product_id", "status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "wishlist_items_product_id_idx" ON "wishlist_items"("product_id");

-- CreateIndex
CREATE UNIQUE INDEX "wishlist_items_user_id_product_id_key" ON "wishlist_items"("user_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "media_files_sha256_key" ON "media_files"("sha256");

-- CreateIndex
CREATE INDEX "product_views_visitor_id_product_id_viewed_at_idx" ON "product_views"("visitor_id", "product_id", "viewed_at");

-- CreateIndex
CREATE INDEX "product_views_partner_id_viewed_at_idx" ON "product_views"("partner_id", "viewed_at");

-- CreateIndex
CREATE INDEX "product_views_viewed_at_idx" ON "product_views"("viewed_at");

-- CreateIndex
CREATE INDEX "outbound_clicks_visitor_id_clicked_at_idx" ON "outbound_clicks"("visitor_id", "clicked_at");

-- CreateIndex
CREATE INDEX "outbound_clicks_partner_id_clicked_at_idx" ON "outbound_clicks"("partner_id", "clicked_at");

-- CreateIndex
CREATE INDEX "outbound_clicks_product_id_clicked_at_idx" ON "outbound_clicks"("product_id", "clicked_at");

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partners" ADD CONSTRAINT "partners_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_domains" ADD CONSTRAINT "partner_domains_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_media" ADD CONSTRAINT "partner_media_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_media" ADD CONSTRAINT "partner_media_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_content" ADD CONSTRAINT "partner_content_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_feedback" ADD CONSTRAINT "partner_feedback_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand from here: what Prisma's schema cannot say.

-- Lists show active products only; each sort walks one of these.
CREATE INDEX "products_list_featured_idx" ON "products" ("is_featured" DESC, "created_at" DESC, "id" DESC) WHERE "status" = 'active';
CREATE INDEX "products_list_newest_idx" ON "products" ("created_at" DESC, "id" DESC) WHERE "status" = 'active';
CREATE INDEX "products_list_price_idx" ON "products" ("price_base_minor", "id") WHERE "status" = 'active';
CREATE INDEX "products_list_name_idx" ON "products" (lower("name"), "id") WHERE "status" = 'active';
CREATE INDEX "products_list_partner_idx" ON "products" ("partner_id", "created_at" DESC, "id" DESC) WHERE "status" = 'active';
CREATE INDEX "products_list_category_idx" ON "products" ("category_id", "created_at" DESC, "id" DESC) WHERE "status" = 'active';
CREATE INDEX "products_search_text_idx" ON "products" USING gin ("search_text" gin_trgm_ops);

-- What trends, and what is to be forgotten, is read by time alone.
CREATE INDEX "outbound_clicks_valid_idx" ON "outbound_clicks" ("clicked_at") WHERE "is_valid";
CREATE INDEX "outbound_clicks_ip_hash_idx" ON "outbound_clicks" ("ip_hash", "clicked_at") WHERE "ip_hash" IS NOT NULL;

-- One primary image a product.
CREATE UNIQUE INDEX "product_images_primary_idx" ON "product_images" ("product_id") WHERE "is_primary";

ALTER TABLE "products" ADD CONSTRAINT "products_price_check" CHECK ("price_minor" >= 0 AND "price_max_minor" >= "price_minor");
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_price_check" CHECK ("price_minor" >= 0);
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_rating_check" CHECK ("rating" BETWEEN 1 AND 5);
ALTER TABLE "partner_feedback" ADD CONSTRAINT "partner_feedback_rating_check" CHECK ("rating" BETWEEN 1 AND 5);
ALTER TABLE "outbound_clicks" ADD CONSTRAINT "outbound_clicks_reason_check" CHECK ("is_valid" = ("invalid_reason" IS NULL));

-- What the specification calls product_clicks: the clicks that count.
CREATE VIEW "product_clicks" AS
  SELECT "id", "partner_id", "product_id", "clicked_at" FROM "outbound_clicks" WHERE "is_valid";

INSERT INTO "exchange_rates" ("currency", "to_base", "as_of") VALUES
  ('USD', 1, '2026-11-01'), ('GBP', 1.31, '2026-11-01'), ('EUR', 1.16, '2026-11-01'), ('CAD', 0.71, '2026-11-01');
