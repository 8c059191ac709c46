-- What pages show besides products. A change of it is told like one of a product: kept pages expire by it, the index has nothing to do.
ALTER TABLE "product_changes" DROP CONSTRAINT "product_changes_kind_check";
ALTER TABLE "product_changes" ADD CONSTRAINT "product_changes_kind_check" CHECK ("kind" IN ('product', 'names', 'all', 'pages') AND ("kind" = 'product') = ("product_id" IS NOT NULL));

CREATE FUNCTION note_pages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (kind) VALUES ('pages');
  PERFORM pg_notify('product_changes', '');
  RETURN NULL;
END $$;
CREATE TRIGGER partner_media_changed AFTER INSERT OR UPDATE OR DELETE ON "partner_media" FOR EACH ROW EXECUTE FUNCTION note_pages_changed();
CREATE TRIGGER partner_content_changed AFTER INSERT OR UPDATE OR DELETE ON "partner_content" FOR EACH ROW EXECUTE FUNCTION note_pages_changed();
CREATE TRIGGER partner_domains_changed AFTER INSERT OR UPDATE OR DELETE ON "partner_domains" FOR EACH ROW EXECUTE FUNCTION note_pages_changed();
CREATE TRIGGER product_reviews_changed AFTER INSERT OR UPDATE OR DELETE ON "product_reviews" FOR EACH STATEMENT EXECUTE FUNCTION note_pages_changed();
CREATE TRIGGER partners_shown_anew AFTER UPDATE OF "business_name", "website_url", "ethos", "shipping_policy", "returns_policy", "verification_status" ON "partners" FOR EACH STATEMENT EXECUTE FUNCTION note_pages_changed();
