-- An answer that is sent once more as it was is an answer to the review's new words: the page says so by its date.
DROP TRIGGER product_reviews_shown_anew ON "product_reviews";
CREATE TRIGGER product_reviews_shown_anew AFTER UPDATE ON "product_reviews" FOR EACH ROW
  WHEN ((OLD.status = 'approved' OR NEW.status = 'approved')
    AND (OLD.status, OLD.rating, OLD.title, OLD.comment, OLD.customer_name, OLD.verified_purchase, OLD.helpful_votes, OLD.response, OLD.response_date)
      IS DISTINCT FROM (NEW.status, NEW.rating, NEW.title, NEW.comment, NEW.customer_name, NEW.verified_purchase, NEW.helpful_votes, NEW.response, NEW.response_date))
  EXECUTE FUNCTION note_pages_changed();
