-- What partners have flagged and nobody has looked at yet: few rows among many, asked for on every page of administrators.
CREATE INDEX "product_reviews_flagged_idx" ON "product_reviews" ("flagged_at", "id") WHERE "flagged_at" IS NOT NULL;
CREATE INDEX "partner_feedback_flagged_idx" ON "partner_feedback" ("flagged_at", "id") WHERE "flagged_at" IS NOT NULL;

-- The same words in another review, whatever their spaces, punctuation and case: server/feedback/suspicion.ts asks it in the same form.
CREATE INDEX "product_reviews_words_idx" ON "product_reviews" (md5(regexp_replace(lower("comment"), '[[:space:][:punct:]]+', '', 'g')));
