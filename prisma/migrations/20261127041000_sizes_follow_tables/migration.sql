-- A size table decides which numbered sizes a letter is (search/attributes/worn-sizes.ts), so products are described anew when their table changes.
CREATE FUNCTION note_size_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE products SET search_version = 0 WHERE partner_id = OLD.partner_id AND brand_id = OLD.brand_id AND search_version <> 0;
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.brand_id <> OLD.brand_id OR NEW.partner_id <> OLD.partner_id) THEN
    UPDATE products SET search_version = 0 WHERE partner_id = NEW.partner_id AND brand_id = NEW.brand_id AND search_version <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER size_table_written AFTER INSERT OR DELETE ON size_tables FOR EACH ROW EXECUTE FUNCTION note_size_table();
CREATE TRIGGER size_table_changed AFTER UPDATE OF rows, removed_at, judgement, brand_id, category_id, audience ON size_tables FOR EACH ROW
WHEN (OLD.rows <> NEW.rows OR OLD.removed_at IS DISTINCT FROM NEW.removed_at OR OLD.judgement IS DISTINCT FROM NEW.judgement
  OR OLD.brand_id <> NEW.brand_id OR OLD.category_id <> NEW.category_id OR OLD.audience <> NEW.audience)
EXECUTE FUNCTION note_size_table();
