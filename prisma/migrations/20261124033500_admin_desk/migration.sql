-- What waits for administrators (server/admin/waiting.service.ts).
CREATE INDEX "conversion_flags_open_idx" ON "conversion_flags" ("raised_at") WHERE "resolved_at" IS NULL;
CREATE INDEX "conversions_without_rate_idx" ON "conversions" ("ordered_at") WHERE "status" = 'tracked' AND "status_reason" LIKE 'there is no exchange rate%';

-- What administrators search (server/admin/search-everything.service.ts). Rows that change often have no trigrams: each change would write all of them again.
CREATE INDEX "users_email_words_idx" ON "users" USING GIN ("email" gin_trgm_ops);
CREATE INDEX "profiles_full_name_words_idx" ON "profiles" USING GIN ("full_name" gin_trgm_ops);
CREATE INDEX "products_name_key_idx" ON "products" ("name_key" text_pattern_ops);
CREATE INDEX "mails_to_address_idx" ON "mails" (lower("to_address") text_pattern_ops);
