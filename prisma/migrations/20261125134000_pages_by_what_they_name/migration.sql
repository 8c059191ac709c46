-- Kept pages last until something that they name changes, so a change of what pages show says which product or partner it is about.
ALTER TABLE "product_changes" ADD COLUMN "about_id" UUID;
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_about_check" CHECK ("about_id" IS NULL OR "kind" = 'pages');

-- The argument is the column that names the product or the partner.
CREATE FUNCTION note_pages_about() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (kind, about_id)
  VALUES ('pages', (to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0])::uuid);
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;

DROP TRIGGER partner_media_changed ON "partner_media";
DROP TRIGGER partner_content_changed ON "partner_content";
DROP TRIGGER partner_domains_changed ON "partner_domains";
CREATE TRIGGER partner_media_changed AFTER INSERT OR UPDATE OR DELETE ON "partner_media" FOR EACH ROW EXECUTE FUNCTION note_pages_about('partner_id');
CREATE TRIGGER partner_content_changed AFTER INSERT OR UPDATE OR DELETE ON "partner_content" FOR EACH ROW EXECUTE FUNCTION note_pages_about('partner_id');
CREATE TRIGGER partner_domains_changed AFTER INSERT OR UPDATE OR DELETE ON "partner_domains" FOR EACH ROW EXECUTE FUNCTION note_pages_about('partner_id');

-- Also what a store's page shows of how to reach it, which until now showed by the page's age.
DROP TRIGGER partners_shown_anew ON "partners";
CREATE TRIGGER partners_shown_anew AFTER UPDATE ON "partners" FOR EACH ROW
  WHEN ((OLD.business_name, OLD.website_url, OLD.ethos, OLD.shipping_policy, OLD.returns_policy, OLD.verification_status, OLD.is_paused, OLD.email, OLD.contact_email, OLD.phone)
    IS DISTINCT FROM (NEW.business_name, NEW.website_url, NEW.ethos, NEW.shipping_policy, NEW.returns_policy, NEW.verification_status, NEW.is_paused, NEW.email, NEW.contact_email, NEW.phone))
  EXECUTE FUNCTION note_pages_about('id');

DROP TRIGGER product_reviews_added ON "product_reviews";
DROP TRIGGER product_reviews_removed ON "product_reviews";
DROP TRIGGER product_reviews_shown_anew ON "product_reviews";
CREATE TRIGGER product_reviews_added AFTER INSERT ON "product_reviews" FOR EACH ROW
  WHEN (NEW.status = 'approved') EXECUTE FUNCTION note_pages_about('product_id');
CREATE TRIGGER product_reviews_removed AFTER DELETE ON "product_reviews" FOR EACH ROW
  WHEN (OLD.status = 'approved') EXECUTE FUNCTION note_pages_about('product_id');
CREATE TRIGGER product_reviews_shown_anew AFTER UPDATE ON "product_reviews" FOR EACH ROW
  WHEN ((OLD.status = 'approved' OR NEW.status = 'approved')
    AND (OLD.status, OLD.rating, OLD.title, OLD.comment, OLD.customer_name, OLD.verified_purchase, OLD.helpful_votes, OLD.response, OLD.response_date, OLD.edited_at)
      IS DISTINCT FROM (NEW.status, NEW.rating, NEW.title, NEW.comment, NEW.customer_name, NEW.verified_purchase, NEW.helpful_votes, NEW.response, NEW.response_date, NEW.edited_at))
  EXECUTE FUNCTION note_pages_about('product_id');

-- A review's pictures come and go by themselves too. That of a review which is not shown changes no page.
CREATE FUNCTION note_review_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (kind, about_id)
  SELECT DISTINCT 'pages', r.product_id FROM product_reviews r WHERE r.id IN (SELECT review_id FROM written) AND r.status = 'approved';
  IF FOUND THEN
    PERFORM pg_notify('product_changes', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_pictures_added AFTER INSERT ON "review_pictures" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_review_pictures();
CREATE TRIGGER review_pictures_removed AFTER DELETE ON "review_pictures" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_review_pictures();

-- Variants and pictures are mostly written with their product, which then has told of itself already.
CREATE FUNCTION note_product_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT DISTINCT product_id FROM written LIMIT 10001) some_products) > 10000 THEN
    INSERT INTO product_changes (kind) VALUES ('pages');
  ELSE
    INSERT INTO product_changes (kind, about_id)
    SELECT DISTINCT 'pages', product_id FROM written
    EXCEPT SELECT 'pages', coalesce(product_id, about_id) FROM product_changes WHERE xid = pg_current_xact_id();
  END IF;
  IF FOUND THEN
    PERFORM pg_notify('product_changes', '');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_variants_added AFTER INSERT ON "product_variants" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_variants_changed AFTER UPDATE ON "product_variants" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_variants_removed AFTER DELETE ON "product_variants" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_added AFTER INSERT ON "product_images" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_changed AFTER UPDATE ON "product_images" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_removed AFTER DELETE ON "product_images" REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();

CREATE TRIGGER exchange_rates_changed AFTER INSERT OR UPDATE OR DELETE ON "exchange_rates" FOR EACH STATEMENT EXECUTE FUNCTION note_pages_changed();
