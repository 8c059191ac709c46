-- CreateEnum
CREATE TYPE "review_fit" AS ENUM ('ran_small', 'true_to_size', 'ran_large');

-- CreateEnum
CREATE TYPE "size_audience" AS ENUM ('women', 'men', 'unisex');

-- CreateEnum
CREATE TYPE "size_source" AS ENUM ('brand', 'partner', 'measured');

-- CreateEnum
CREATE TYPE "size_measures" AS ENUM ('body', 'garment');

-- AlterTable
ALTER TABLE "product_reviews" ADD COLUMN     "fit" "review_fit",
ADD COLUMN     "size_bought" TEXT;

-- CreateTable
CREATE TABLE "size_tables" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "category_id" UUID NOT NULL,
    "audience" "size_audience" NOT NULL,
    "source" "size_source" NOT NULL,
    "measures" "size_measures" NOT NULL,
    "ease_mm" SMALLINT,
    "rows" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "size_tables_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "size_table_versions" (
    "table_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "source" "size_source" NOT NULL,
    "measures" "size_measures" NOT NULL,
    "ease_mm" SMALLINT,
    "rows" JSONB NOT NULL,
    "saved_by_name" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "size_table_versions_pkey" PRIMARY KEY ("table_id","revision")
);

-- CreateTable
CREATE TABLE "shopper_sizes" (
    "user_id" UUID NOT NULL,
    "sizes" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shopper_sizes_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "size_tables_brand_id_idx" ON "size_tables"("brand_id");

-- CreateIndex
CREATE INDEX "size_tables_category_id_idx" ON "size_tables"("category_id");

-- CreateIndex
CREATE UNIQUE INDEX "size_tables_partner_id_brand_id_category_id_audience_key" ON "size_tables"("partner_id", "brand_id", "category_id", "audience");

-- AddForeignKey
ALTER TABLE "size_tables" ADD CONSTRAINT "size_tables_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "size_tables" ADD CONSTRAINT "size_tables_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "size_tables" ADD CONSTRAINT "size_tables_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "size_table_versions" ADD CONSTRAINT "size_table_versions_table_id_fkey" FOREIGN KEY ("table_id") REFERENCES "size_tables"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shopper_sizes" ADD CONSTRAINT "shopper_sizes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a review says of the fit is shown, so kept pages follow it.
DROP TRIGGER product_reviews_shown_anew ON "product_reviews";
CREATE TRIGGER product_reviews_shown_anew AFTER UPDATE ON "product_reviews" FOR EACH ROW
  WHEN ((OLD.status = 'approved' OR NEW.status = 'approved')
    AND (OLD.status, OLD.rating, OLD.title, OLD.comment, OLD.customer_name, OLD.verified_purchase, OLD.helpful_votes, OLD.response, OLD.response_date, OLD.edited_at, OLD.fit, OLD.size_bought)
      IS DISTINCT FROM (NEW.status, NEW.rating, NEW.title, NEW.comment, NEW.customer_name, NEW.verified_purchase, NEW.helpful_votes, NEW.response, NEW.response_date, NEW.edited_at, NEW.fit, NEW.size_bought))
  EXECUTE FUNCTION note_pages_about('product_id');

-- What the newest reviews of a partner say of the fit: read with every advice.
CREATE INDEX "product_reviews_fit_idx" ON "product_reviews" ("partner_id", "created_at" DESC) WHERE "status" = 'approved' AND "fit" IS NOT NULL;
