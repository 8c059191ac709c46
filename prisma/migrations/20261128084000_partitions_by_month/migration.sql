-- Views and clicks in a partition for each month of their ids (docs/decisions/2026-11-28-partitions.md). The partitions are in a schema of their own,
-- so that the lists of the shop's tables contain only the partitioned table.
CREATE SCHEMA "partitions";

-- The smallest id of a moment: 'wc_' and ten letters of Crockford's base 32, or a UUID that begins with the milliseconds.
CREATE FUNCTION "partitions".first_id(parent text, moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE parent WHEN 'outbound_clicks' THEN 'wc_' || (
      SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (ms >> (5 * place) & 31)::int + 1, 1), '' ORDER BY place DESC) FROM generate_series(0, 9) place)
    ELSE rpad(lpad(to_hex(ms), 12, '0'), 32, '0')::uuid::text END
  FROM (SELECT floor(extract(epoch FROM moment) * 1000)::bigint AS ms) m
$$;

-- No row is more than a day later than its id, so that PostgreSQL leaves out a partition when it looks for later rows.
CREATE FUNCTION "partitions".latest(parent text, until date) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('CONSTRAINT latest CHECK (%I < %L)', CASE parent WHEN 'outbound_clicks' THEN 'clicked_at' ELSE 'viewed_at' END,
    (until + 1)::timestamp AT TIME ZONE 'UTC')
$$;

-- Adds the partition from one first of a month to another; without `since`, of everything before. Takes its rows out of the default partition. False if
-- these ids have a partition.
CREATE FUNCTION "partitions".add(parent text, since date, until date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  name text := parent || coalesce(to_char(since, '_YYYY_MM'), to_char(until, '_"before"_YYYY_MM'));
  bounds text := format('FROM (%s) TO (%L)', coalesce(quote_literal("partitions".first_id(parent, since::timestamp AT TIME ZONE 'UTC')), 'MINVALUE'),
    "partitions".first_id(parent, until::timestamp AT TIME ZONE 'UTC'));
BEGIN
  IF EXISTS (
    SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = format('public.%I', parent)::regclass
      AND (c.relname = name OR c.relname LIKE '%\_before\_%' AND (since IS NULL OR right(c.relname, 7) > to_char(since, 'YYYY_MM')))) THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS, %s)', name, parent, "partitions".latest(parent, until));
  EXECUTE format('WITH moved AS (DELETE FROM partitions.%I WHERE (%L IS NULL OR id >= %2$L) AND id < %L RETURNING *) INSERT INTO partitions.%I SELECT * FROM moved',
    parent || '_default', "partitions".first_id(parent, since::timestamp AT TIME ZONE 'UTC'), "partitions".first_id(parent, until::timestamp AT TIME ZONE 'UTC'), name);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES %s', parent, name, bounds);
  RETURN true;
END $$;

DROP VIEW "sales";
DROP VIEW "product_clicks";

-- The table so far becomes the partition of everything before the next month. It is read twice and not written again. Rows with a later id (without a time)
-- go to the default partition.
DO $$
DECLARE
  parent text;
  first_month date := date_trunc('month', now() AT TIME ZONE 'UTC');
  next_month date := first_month + interval '1 month';
  statement text;
  made text[];
  is_empty boolean;
  first_id text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['outbound_clicks', 'product_views'] LOOP
    SELECT array_agg(pg_get_indexdef(indexrelid)) INTO made FROM pg_index WHERE indrelid = format('public.%I', parent)::regclass AND NOT indisprimary;
    SELECT made || array_agg(pg_get_triggerdef(oid)) INTO made FROM pg_trigger WHERE tgrelid = format('public.%I', parent)::regclass AND NOT tgisinternal;
    EXECUTE format('ALTER TABLE public.%I SET SCHEMA partitions', parent);
    EXECUTE format('ALTER TABLE partitions.%I RENAME TO before', parent);
    EXECUTE format('DROP TRIGGER %I ON partitions.before', parent || '_late');
    EXECUTE format('CREATE TABLE public.%I (LIKE partitions.before INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CONSTRAINT %I PRIMARY KEY (id)) PARTITION BY RANGE (id)',
      parent, parent || '_pkey');
    FOREACH statement IN ARRAY made LOOP
      EXECUTE statement;
    END LOOP;
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF public.%I DEFAULT', parent || '_default', parent);
    EXECUTE 'SELECT NOT EXISTS (SELECT FROM partitions.before)' INTO is_empty;
    IF is_empty THEN
      DROP TABLE partitions.before;
      PERFORM "partitions".add(parent, first_month, next_month);
    ELSE
      first_id := "partitions".first_id(parent, next_month::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('WITH moved AS (DELETE FROM partitions.before WHERE id >= %L RETURNING *) INSERT INTO partitions.%I SELECT * FROM moved', first_id, parent || '_default');
      -- Lets PostgreSQL attach the table without reading it again.
      EXECUTE format('ALTER TABLE partitions.before ADD CONSTRAINT bound CHECK (id < %L)', first_id);
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.before FOR VALUES FROM (MINVALUE) TO (%L)', parent, first_id);
      ALTER TABLE partitions.before DROP CONSTRAINT bound;
      -- With rows of the future (a clock was wrong) this partition is always read.
      BEGIN
        EXECUTE format('ALTER TABLE partitions.before ADD %s', "partitions".latest(parent, next_month));
      EXCEPTION WHEN check_violation THEN NULL;
      END;
      EXECUTE format('ALTER TABLE partitions.before RENAME TO %I', parent || to_char(next_month, '_"before"_YYYY_MM'));
    END IF;
    FOR month IN 1..3 LOOP
      PERFORM "partitions".add(parent, (first_month + make_interval(months => month))::date, (first_month + make_interval(months => month + 1))::date);
    END LOOP;
  END LOOP;
END $$;

CREATE VIEW "product_clicks" AS
  SELECT "id", "partner_id", "product_id", "clicked_at" FROM "outbound_clicks" WHERE "is_valid";
CREATE VIEW "sales" AS
SELECT c.id::text || ':' || l.external_id AS id, c.external_id AS order_id, c.partner_id, l.product_id, k.user_id, c.currency,
  l.net_minor AS sale_amount_minor, c.ledger_currency AS commission_currency,
  coalesce(round(coalesce(e.amount_minor, 0)::numeric * (CASE WHEN s.left_minor = 0 THEN l.net_minor ELSE l.net_minor - l.refunded_minor END)
    / nullif(CASE WHEN s.left_minor = 0 THEN s.net_minor ELSE s.left_minor END, 0)), 0) AS commission_amount_minor,
  CASE WHEN c.ledger_net_minor = 0 THEN NULL ELSE round(coalesce(e.amount_minor, 0)::numeric * 10000 / c.ledger_net_minor) END AS commission_rate_bps,
  c.status, c.ordered_at AS sale_date, i.paid_at AS payment_date
FROM conversions c JOIN conversion_lines l ON l.conversion_id = c.id
CROSS JOIN LATERAL (SELECT sum(net_minor) AS net_minor, sum(net_minor - refunded_minor) AS left_minor FROM conversion_lines WHERE conversion_id = c.id) s
LEFT JOIN outbound_clicks k ON k.id = c.click_id
LEFT JOIN LATERAL (SELECT sum(amount_minor) AS amount_minor FROM commission_entries WHERE conversion_id = c.id) e ON true
LEFT JOIN LATERAL (SELECT max(v.paid_at) AS paid_at FROM invoice_lines n JOIN invoices v ON v.id = n.invoice_id WHERE n.conversion_id = c.id) i ON true
WHERE c.status NOT IN ('tracked');
