-- The store's page links to its website only while the proof of its host is there. The nightly check writes each row.
CREATE TRIGGER partner_domains_proof_changed AFTER UPDATE OF "lost_at" ON "partner_domains" FOR EACH ROW
  WHEN ((OLD."lost_at" IS NULL) <> (NEW."lost_at" IS NULL)) EXECUTE FUNCTION note_pages_about('partner_id');
