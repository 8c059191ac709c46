-- A product's page leads to size advice only where there is some, so it changes with its store's tables.
CREATE TRIGGER size_tables_changed AFTER INSERT OR UPDATE OR DELETE ON "size_tables" FOR EACH ROW EXECUTE FUNCTION note_pages_about('partner_id');
