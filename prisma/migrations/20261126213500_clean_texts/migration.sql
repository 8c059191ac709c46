-- By hand. Texts are cleaned on input now (server/platform/clean-text.ts); this cleans those that came before. It leaves joiners and the tags of flags,
-- which depend on what is beside them. Rows without such characters are not written, so no trigger fires for them.
DO $clean$
DECLARE
  hidden CONSTANT text := '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ue000-\uf8ff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000f0000-\U0010ffff]';
  controls CONSTANT text := '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+';
  target record;
  found record;
BEGIN
  FOR target IN
    SELECT * FROM (VALUES
      ('partners', 'id', 'business_name', 'Unnamed store'), ('partners', 'id', 'contact_person', ''), ('partners', 'id', 'business_address', ''),
      ('partners', 'id', 'ethos', ''), ('partners', 'id', 'shipping_policy', ''), ('partners', 'id', 'returns_policy', ''),
      ('partner_content', 'id', 'content', ''), ('partner_media', 'id', 'alt_text', ''), ('brands', 'id', 'name', 'Unnamed'),
      ('products', 'id', 'handle', 'unnamed'), ('products', 'id', 'name', 'Unnamed product'), ('products', 'id', 'description', ''), ('products', 'id', 'description_html', ''),
      ('products', 'id', 'material', ''), ('product_variants', 'id', 'size', '-'), ('product_variants', 'id', 'colour_name', '-'), ('product_variants', 'id', 'sku', '-'),
      ('product_images', 'id', 'alt', ''), ('product_images', 'id', 'colour_name', '-'),
      ('product_reviews', 'id', 'title', ''), ('product_reviews', 'id', 'comment', ''), ('product_reviews', 'id', 'response', ''), ('product_reviews', 'id', 'customer_name', 'Customer'),
      ('partner_feedback', 'id', 'title', ''), ('partner_feedback', 'id', 'comment', ''), ('partner_feedback', 'id', 'response', ''), ('partner_feedback', 'id', 'customer_name', 'Customer'),
      ('profiles', 'user_id', 'full_name', '')
    ) AS texts (tab, key, col, instead)
  LOOP
    FOR found IN EXECUTE format('SELECT %I AS key, %I AS written FROM %I WHERE %I ~ $1 OR %I ~ $2', target.key, target.col, target.tab, target.col, target.col)
      USING hidden, controls
    LOOP
      BEGIN
        EXECUTE format('UPDATE %I SET %I = $1 WHERE %I = $2', target.tab, target.col, target.key)
          USING coalesce(nullif(btrim(regexp_replace(regexp_replace(found.written, hidden, '', 'g'), controls, ' ', 'g')), ''), target.instead), found.key;
      EXCEPTION WHEN unique_violation THEN
        -- Another row has the cleaned name already. Names do no harm as they are: the shop has to start.
        RAISE NOTICE 'left % of % %', target.col, target.tab, found.key;
      END;
    END LOOP;
  END LOOP;
  UPDATE products SET tags = ARRAY(SELECT tag FROM (SELECT btrim(regexp_replace(regexp_replace(given, hidden, '', 'g'), controls, ' ', 'g')) AS tag, place FROM unnest(tags) WITH ORDINALITY AS old (given, place)) AS cleaned WHERE tag <> '' ORDER BY place)
  WHERE array_to_string(tags, ' ') ~ hidden OR array_to_string(tags, ' ') ~ controls;
END
$clean$;
