-- A change of more than 10,000 products names its partners (kind 'all' with about_id), so that search indexes read those partners' products instead
-- of the whole catalogue. A change of more than 20 partners names none. Readers of feeds and offers treat both alike.
ALTER TABLE "product_changes" DROP CONSTRAINT "product_changes_about_check";
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_about_check" CHECK ("about_id" IS NULL OR "kind" IN ('pages', 'all'));

CREATE FUNCTION partners_to_reload(partner_ids uuid[]) RETURNS SETOF uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cardinality(partner_ids) > 20 THEN NULL ELSE id END FROM unnest(partner_ids) id
  LIMIT CASE WHEN cardinality(partner_ids) > 20 THEN 1 ELSE 20 END
$$;

CREATE OR REPLACE FUNCTION note_products_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM written LIMIT 10001) some_rows) > 10000 THEN
    INSERT INTO product_changes (kind, about_id, is_told)
    SELECT 'all', id, EXISTS (SELECT 1 FROM written WHERE status = 'active')
    FROM partners_to_reload(ARRAY(SELECT DISTINCT partner_id FROM written)) id;
  ELSE
    INSERT INTO product_changes (kind, product_id, is_told) SELECT 'product', id, status = 'active' FROM written;
  END IF;
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_products_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM written LIMIT 10001) some_rows) > 10000 THEN
    INSERT INTO product_changes (kind, about_id, is_told)
    SELECT 'all', id, EXISTS (SELECT 1 FROM written JOIN former ON former.id = written.id WHERE (former.status = 'active' OR written.status = 'active') AND (written.search_version = 0
      OR (former.partner_id, former.brand_id, former.category_id, former.name, former.description, former.status, former.taken_down_at, former.material, former.gender, former.currency, former.price_minor, former.price_max_minor, former.original_price_minor, former.is_in_stock, former.created_at, former.updated_at, former.stock IS NOT DISTINCT FROM 0)
      IS DISTINCT FROM (written.partner_id, written.brand_id, written.category_id, written.name, written.description, written.status, written.taken_down_at, written.material, written.gender, written.currency, written.price_minor, written.price_max_minor, written.original_price_minor, written.is_in_stock, written.created_at, written.updated_at, written.stock IS NOT DISTINCT FROM 0)))
    FROM partners_to_reload(ARRAY(SELECT partner_id FROM written UNION SELECT partner_id FROM former)) id;
  ELSE
    INSERT INTO product_changes (kind, product_id, is_told)
    SELECT 'product', written.id, (former.status = 'active' OR written.status = 'active') AND (written.search_version = 0
      OR (former.partner_id, former.brand_id, former.category_id, former.name, former.description, former.status, former.taken_down_at, former.material, former.gender, former.currency, former.price_minor, former.price_max_minor, former.original_price_minor, former.is_in_stock, former.created_at, former.updated_at, former.stock IS NOT DISTINCT FROM 0)
      IS DISTINCT FROM (written.partner_id, written.brand_id, written.category_id, written.name, written.description, written.status, written.taken_down_at, written.material, written.gender, written.currency, written.price_minor, written.price_max_minor, written.original_price_minor, written.is_in_stock, written.created_at, written.updated_at, written.stock IS NOT DISTINCT FROM 0)) FROM written JOIN former ON former.id = written.id;
  END IF;
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_partner_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.business_name <> NEW.business_name THEN
    UPDATE products SET search_version = 0 WHERE partner_id = NEW.id;
  ELSIF OLD.verification_status <> NEW.verification_status OR OLD.is_paused <> NEW.is_paused THEN
    IF (SELECT count(*) FROM (SELECT 1 FROM products WHERE partner_id = NEW.id LIMIT 10001) some_rows) > 10000 THEN
      INSERT INTO product_changes (kind, about_id) VALUES ('all', NEW.id);
    ELSE
      INSERT INTO product_changes (kind, product_id, is_told) SELECT 'product', id, status = 'active' FROM products WHERE partner_id = NEW.id;
    END IF;
    PERFORM pg_notify('product_changes', '');
  END IF;
  RETURN NULL;
END $$;
