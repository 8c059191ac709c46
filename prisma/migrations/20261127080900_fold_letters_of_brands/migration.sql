-- Slugs of brands with letters that are folded since (server/catalogue/search-text.ts): 'straße' is 'strasse'. Addresses with the old slug keep working: what
-- they name is folded, too. Where another brand has the slug already, both stay: the next import moves the products to it.
WITH folded AS (
  SELECT DISTINCT ON (new) id, new FROM (
    SELECT id, regexp_replace(left(replace(replace(replace(replace(translate(slug, 'øłıđðħŧŋ', 'oliddhtn'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'), 80), '-+$', '') AS new
    FROM brands WHERE slug ~ '[œæøłßıđðþħŧŋ]'
  ) each ORDER BY new, id
)
UPDATE brands b SET slug = folded.new FROM folded
WHERE b.id = folded.id AND NOT EXISTS (SELECT FROM brands other WHERE other.slug = folded.new);
