-- AlterTable
ALTER TABLE "product_changes" ADD COLUMN     "is_told" BOOLEAN NOT NULL DEFAULT true;

-- By hand from here: what Prisma's schema cannot say.

-- Feeds of the catalogue are read by what has changed since (server/open-data). The index reads every write of a product; most of them change
-- nothing that a feed tells (popularity every hour, search words, drafts), and a write of more than 10,000 products at once must not send every
-- reader back to the whole feed for that. A product whose search_version is 0 counts as changed: its brand, store or category was renamed.
CREATE OR REPLACE FUNCTION note_products_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM written LIMIT 10001) some_rows) > 10000 THEN
    INSERT INTO product_changes (kind, is_told) VALUES ('all', EXISTS (SELECT 1 FROM written WHERE status = 'active'));
  ELSE
    INSERT INTO product_changes (kind, product_id, is_told) SELECT 'product', id, status = 'active' FROM written;
  END IF;
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;

CREATE FUNCTION note_products_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM written LIMIT 10001) some_rows) > 10000 THEN
    INSERT INTO product_changes (kind, is_told)
    VALUES ('all', EXISTS (SELECT 1 FROM written JOIN former ON former.id = written.id WHERE (former.status = 'active' OR written.status = 'active') AND (written.search_version = 0
      OR (former.partner_id, former.brand_id, former.category_id, former.name, former.description, former.status, former.taken_down_at, former.material, former.gender, former.currency, former.price_minor, former.price_max_minor, former.original_price_minor, former.is_in_stock, former.created_at, former.updated_at, former.stock IS NOT DISTINCT FROM 0)
      IS DISTINCT FROM (written.partner_id, written.brand_id, written.category_id, written.name, written.description, written.status, written.taken_down_at, written.material, written.gender, written.currency, written.price_minor, written.price_max_minor, written.original_price_minor, written.is_in_stock, written.created_at, written.updated_at, written.stock IS NOT DISTINCT FROM 0))));
  ELSE
    INSERT INTO product_changes (kind, product_id, is_told)
    SELECT 'product', written.id, (former.status = 'active' OR written.status = 'active') AND (written.search_version = 0
      OR (former.partner_id, former.brand_id, former.category_id, former.name, former.description, former.status, former.taken_down_at, former.material, former.gender, former.currency, former.price_minor, former.price_max_minor, former.original_price_minor, former.is_in_stock, former.created_at, former.updated_at, former.stock IS NOT DISTINCT FROM 0)
      IS DISTINCT FROM (written.partner_id, written.brand_id, written.category_id, written.name, written.description, written.status, written.taken_down_at, written.material, written.gender, written.currency, written.price_minor, written.price_max_minor, written.original_price_minor, written.is_in_stock, written.created_at, written.updated_at, written.stock IS NOT DISTINCT FROM 0)) FROM written JOIN former ON former.id = written.id;
  END IF;
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;
DROP TRIGGER products_updated ON "products";
CREATE TRIGGER products_updated AFTER UPDATE ON "products" REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_products_updated();

-- Variants and pictures of too many products to name are a change of their own kind: those that name nothing are also exchange rates, which no
-- feed tells. What a transaction has told of a product already must have been told to feeds too.
ALTER TABLE "product_changes" DROP CONSTRAINT "product_changes_kind_check";
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_kind_check" CHECK ("kind" IN ('product', 'names', 'all', 'pages', 'parts') AND ("kind" = 'product') = ("product_id" IS NOT NULL));
CREATE OR REPLACE FUNCTION note_product_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT DISTINCT product_id FROM written LIMIT 10001) some_products) > 10000 THEN
    INSERT INTO product_changes (kind) VALUES ('parts');
  ELSE
    INSERT INTO product_changes (kind, about_id)
    SELECT DISTINCT 'pages', product_id FROM written
    EXCEPT SELECT 'pages', coalesce(product_id, about_id) FROM product_changes WHERE xid = pg_current_xact_id() AND is_told;
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('product_changes', '');
  END IF;
  RETURN NULL;
END $$;

CREATE INDEX "product_changes_told_idx" ON "product_changes" ("xid") WHERE "is_told";

-- As before, but a partner's drafts are nothing that a feed ever told.
CREATE OR REPLACE FUNCTION note_partner_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.business_name <> NEW.business_name THEN
    UPDATE products SET search_version = 0 WHERE partner_id = NEW.id;
  ELSIF OLD.verification_status <> NEW.verification_status OR OLD.is_paused <> NEW.is_paused THEN
    IF (SELECT count(*) FROM (SELECT 1 FROM products WHERE partner_id = NEW.id LIMIT 10001) some_rows) > 10000 THEN
      INSERT INTO product_changes (kind) VALUES ('all');
    ELSE
      INSERT INTO product_changes (kind, product_id, is_told) SELECT 'product', id, status = 'active' FROM products WHERE partner_id = NEW.id;
    END IF;
    PERFORM pg_notify('product_changes', '');
  END IF;
  RETURN NULL;
END $$;
