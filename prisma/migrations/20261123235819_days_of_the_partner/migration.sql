-- CreateTable
CREATE TABLE "rolled_zones" (
    "partner_id" UUID NOT NULL,
    "time_zone" TEXT NOT NULL,

    CONSTRAINT "rolled_zones_pkey" PRIMARY KEY ("partner_id")
);

-- CreateTable
CREATE TABLE "partner_customers" (
    "partner_id" UUID NOT NULL,
    "customer_hash" BYTEA NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "partner_customers_pkey" PRIMARY KEY ("partner_id","customer_hash")
);

-- Days are those of the partner's zone now (the job moves them where that is not UTC), and have their sums in months, so that no page adds up years of days.
INSERT INTO traffic_rollups (partner_id, level, at, views, clicks)
SELECT partner_id, 'month', date_trunc('month', at, 'UTC'), sum(views), sum(clicks) FROM traffic_rollups WHERE level = 'day' GROUP BY 1, 3;
INSERT INTO sale_rollups (partner_id, level, at, status, currency, ledger_currency, sales, net_minor, commission_minor)
SELECT partner_id, 'month', date_trunc('month', at, 'UTC'), status, currency, ledger_currency, sum(sales), sum(net_minor), sum(commission_minor)
FROM sale_rollups WHERE level = 'day' GROUP BY 1, 3, 4, 5, 6;

-- Pages read the sums from the index alone. That takes a table that is vacuumed often: the newest rows change every minute.
ALTER TABLE traffic_rollups DROP CONSTRAINT traffic_rollups_pkey,
  ADD CONSTRAINT traffic_rollups_pkey PRIMARY KEY (partner_id, level, at) INCLUDE (views, clicks);
ALTER TABLE sale_rollups DROP CONSTRAINT sale_rollups_pkey,
  ADD CONSTRAINT sale_rollups_pkey PRIMARY KEY (partner_id, level, at, status, currency, ledger_currency) INCLUDE (sales, net_minor, commission_minor);
ALTER TABLE product_sale_rollups DROP CONSTRAINT product_sale_rollups_pkey,
  ADD CONSTRAINT product_sale_rollups_pkey PRIMARY KEY (partner_id, level, at, product_id, currency) INCLUDE (sales, net_minor);
ALTER TABLE traffic_rollups SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE sale_rollups SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE product_sale_rollups SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Rows come and go all the time here, and every page looks whether there are any.
ALTER TABLE stale_quarters SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- First and last sale of every buyer, kept by triggers in the transaction of the sale. An added sale only widens the two, so such changes may come in any
-- order. Whatever takes a sale away locks the buyer's row first and looks in a statement of its own, which then sees what others committed meanwhile.
CREATE INDEX partner_customers_last_at_idx ON partner_customers (partner_id, last_at, first_at) INCLUDE (customer_hash);
ALTER TABLE partner_customers SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE FUNCTION widen_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO partner_customers (partner_id, customer_hash, first_at, last_at) VALUES (NEW.partner_id, NEW.customer_hash, NEW.ordered_at, NEW.ordered_at)
  ON CONFLICT (partner_id, customer_hash) DO UPDATE
    SET first_at = least(partner_customers.first_at, excluded.first_at), last_at = greatest(partner_customers.last_at, excluded.last_at)
    WHERE partner_customers.first_at > excluded.first_at OR partner_customers.last_at < excluded.last_at;
  RETURN NULL;
END $$;

CREATE FUNCTION look_at_customer_again() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold record;
BEGIN
  PERFORM 1 FROM partner_customers WHERE partner_id = OLD.partner_id AND customer_hash = OLD.customer_hash FOR UPDATE;
  SELECT min(ordered_at) AS first_at, max(ordered_at) AS last_at INTO sold FROM conversions
    WHERE partner_id = OLD.partner_id AND customer_hash = OLD.customer_hash AND status NOT IN ('tracked', 'cancelled');
  IF sold.first_at IS NULL THEN
    DELETE FROM partner_customers WHERE partner_id = OLD.partner_id AND customer_hash = OLD.customer_hash;
  ELSE
    UPDATE partner_customers SET first_at = sold.first_at, last_at = sold.last_at WHERE partner_id = OLD.partner_id AND customer_hash = OLD.customer_hash;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER conversions_buyer_added AFTER INSERT ON conversions FOR EACH ROW
  WHEN (NEW.customer_hash IS NOT NULL AND NEW.status NOT IN ('tracked', 'cancelled')) EXECUTE FUNCTION widen_customer();
CREATE TRIGGER conversions_buyer_changed AFTER UPDATE ON conversions FOR EACH ROW
  WHEN (OLD.customer_hash IS NOT NULL AND OLD.status NOT IN ('tracked', 'cancelled') AND (
    NEW.status IN ('tracked', 'cancelled')
    OR (OLD.partner_id, OLD.customer_hash, OLD.ordered_at) IS DISTINCT FROM (NEW.partner_id, NEW.customer_hash, NEW.ordered_at)))
  EXECUTE FUNCTION look_at_customer_again();
-- After the one above by its name: what that one took away with the old buyer may be there with the new one.
CREATE TRIGGER conversions_buyer_changed_to AFTER UPDATE ON conversions FOR EACH ROW
  WHEN (NEW.customer_hash IS NOT NULL AND NEW.status NOT IN ('tracked', 'cancelled') AND (
    OLD.status IN ('tracked', 'cancelled')
    OR (OLD.partner_id, OLD.customer_hash, OLD.ordered_at) IS DISTINCT FROM (NEW.partner_id, NEW.customer_hash, NEW.ordered_at)))
  EXECUTE FUNCTION widen_customer();
CREATE TRIGGER conversions_buyer_removed AFTER DELETE ON conversions FOR EACH ROW
  WHEN (OLD.customer_hash IS NOT NULL AND OLD.status NOT IN ('tracked', 'cancelled')) EXECUTE FUNCTION look_at_customer_again();

INSERT INTO partner_customers (partner_id, customer_hash, first_at, last_at)
SELECT partner_id, customer_hash, min(ordered_at), max(ordered_at) FROM conversions
WHERE customer_hash IS NOT NULL AND status NOT IN ('tracked', 'cancelled') GROUP BY 1, 2;
