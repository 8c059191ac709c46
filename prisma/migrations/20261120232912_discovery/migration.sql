-- AlterTable
ALTER TABLE "products" ADD COLUMN     "colours" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "materials" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "name_key" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "popularity" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "search_version" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "sizes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "media_files" ADD COLUMN     "palette" JSONB;

-- CreateTable
CREATE TABLE "product_changes" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "product_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_log" (
    "id" UUID NOT NULL,
    "searched_at" TIMESTAMPTZ(3) NOT NULL,
    "query" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "filters" JSONB NOT NULL DEFAULT '{}',
    "partner_id" UUID,
    "found" INTEGER NOT NULL,
    "clicked_position" INTEGER,
    "clicked_at" TIMESTAMPTZ(3),

    CONSTRAINT "search_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_days" (
    "day" DATE NOT NULL,
    "query" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "partner_key" TEXT NOT NULL DEFAULT '',
    "shown" TEXT NOT NULL,
    "searches" INTEGER NOT NULL,
    "found_nothing" INTEGER NOT NULL,
    "clicks" INTEGER NOT NULL,

    CONSTRAINT "search_days_pkey" PRIMARY KEY ("day","query","mode","partner_key")
);

-- CreateTable
CREATE TABLE "app_secrets" (
    "name" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_secrets_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "product_changes_changed_at_idx" ON "product_changes"("changed_at");

-- CreateIndex
CREATE INDEX "search_log_searched_at_idx" ON "search_log"("searched_at");

-- By hand from here: what Prisma's schema cannot say.

-- Lists are answered by the index in the process (server/search/product-index.ts); these served them before.
DROP INDEX "products_search_text_idx";
DROP INDEX "products_list_featured_idx";
DROP INDEX "products_list_price_idx";
DROP INDEX "products_list_name_idx";

-- The nightly count of popularity looks for those that have some.
CREATE INDEX "products_popular_idx" ON "products" ("id") WHERE "popularity" > 0;
CREATE INDEX "products_unread_idx" ON "products" ("id") WHERE "search_version" = 0;

-- A reader that was at transaction T has seen every change whose transaction was over then, and asks for the others: ids alone
-- would not do, because a lower one may be committed later.
ALTER TABLE "product_changes" ADD COLUMN "xid" XID8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX "product_changes_xid_idx" ON "product_changes" ("xid");
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_kind_check" CHECK ("kind" IN ('product', 'names', 'all') AND ("kind" = 'product') = ("product_id" IS NOT NULL));

CREATE FUNCTION note_products_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM written LIMIT 10001) some_rows) > 10000 THEN
    INSERT INTO product_changes (kind) VALUES ('all');
  ELSE
    INSERT INTO product_changes (kind, product_id) SELECT 'product', id FROM written;
  END IF;
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;
CREATE TRIGGER products_inserted AFTER INSERT ON "products" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_products_written();
CREATE TRIGGER products_updated AFTER UPDATE ON "products" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_products_written();
CREATE TRIGGER products_deleted AFTER DELETE ON "products" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_products_written();

CREATE FUNCTION note_partner_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.business_name <> NEW.business_name THEN
    UPDATE products SET search_version = 0 WHERE partner_id = NEW.id;
  ELSIF OLD.verification_status <> NEW.verification_status THEN
    IF (SELECT count(*) FROM (SELECT 1 FROM products WHERE partner_id = NEW.id LIMIT 10001) some_rows) > 10000 THEN
      INSERT INTO product_changes (kind) VALUES ('all');
    ELSE
      INSERT INTO product_changes (kind, product_id) SELECT 'product', id FROM products WHERE partner_id = NEW.id;
    END IF;
    PERFORM pg_notify('product_changes', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER partners_updated AFTER UPDATE ON "partners" FOR EACH ROW EXECUTE FUNCTION note_partner_updated();

CREATE FUNCTION note_names_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (kind) VALUES ('names');
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;
CREATE TRIGGER brands_changed AFTER INSERT OR UPDATE OR DELETE ON "brands" FOR EACH STATEMENT EXECUTE FUNCTION note_names_changed();
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION note_names_changed();

CREATE FUNCTION unread_renamed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'brands' THEN
    UPDATE products SET search_version = 0 WHERE brand_id = NEW.id;
  ELSE
    WITH RECURSIVE below AS (
      SELECT NEW.id AS id UNION SELECT child.id FROM categories child JOIN below ON child.parent_id = below.id
    )
    UPDATE products SET search_version = 0 WHERE category_id IN (SELECT id FROM below);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER brands_renamed AFTER UPDATE ON "brands" FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION unread_renamed_products();
CREATE TRIGGER categories_renamed AFTER UPDATE ON "categories" FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION unread_renamed_products();
