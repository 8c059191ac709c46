-- Kept pages expire when a review that they show changes, not when one is written, judged away, flagged or sought in vain: anybody could
-- keep all pages from being kept.
DROP TRIGGER product_reviews_changed ON "product_reviews";
CREATE TRIGGER product_reviews_added AFTER INSERT ON "product_reviews" FOR EACH ROW
  WHEN (NEW.status = 'approved') EXECUTE FUNCTION note_pages_changed();
CREATE TRIGGER product_reviews_removed AFTER DELETE ON "product_reviews" FOR EACH ROW
  WHEN (OLD.status = 'approved') EXECUTE FUNCTION note_pages_changed();
CREATE TRIGGER product_reviews_shown_anew AFTER UPDATE ON "product_reviews" FOR EACH ROW
  WHEN ((OLD.status = 'approved' OR NEW.status = 'approved')
    AND (OLD.status, OLD.rating, OLD.title, OLD.comment, OLD.customer_name, OLD.verified_purchase, OLD.helpful_votes, OLD.response)
      IS DISTINCT FROM (NEW.status, NEW.rating, NEW.title, NEW.comment, NEW.customer_name, NEW.verified_purchase, NEW.helpful_votes, NEW.response))
  EXECUTE FUNCTION note_pages_changed();
