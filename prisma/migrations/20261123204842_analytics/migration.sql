-- CreateEnum
CREATE TYPE "rollup_level" AS ENUM ('quarter', 'day', 'month');

-- CreateEnum
CREATE TYPE "stale_kind" AS ENUM ('traffic', 'sales');

-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "traffic_rollups" (
    "partner_id" UUID NOT NULL,
    "level" "rollup_level" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "views" INTEGER NOT NULL,
    "clicks" INTEGER NOT NULL,

    CONSTRAINT "traffic_rollups_pkey" PRIMARY KEY ("partner_id","level","at")
);

-- CreateTable
CREATE TABLE "sale_rollups" (
    "partner_id" UUID NOT NULL,
    "level" "rollup_level" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" "conversion_status" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "ledger_currency" TEXT NOT NULL,
    "sales" INTEGER NOT NULL,
    "net_minor" BIGINT NOT NULL,
    "commission_minor" BIGINT NOT NULL,

    CONSTRAINT "sale_rollups_pkey" PRIMARY KEY ("partner_id","level","at","status","currency","ledger_currency")
);

-- CreateTable
CREATE TABLE "stale_quarters" (
    "id" BIGSERIAL NOT NULL,
    "kind" "stale_kind" NOT NULL,
    "partner_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stale_quarters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rollup_marks" (
    "name" TEXT NOT NULL,
    "settled_to" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rollup_marks_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "stale_quarters_partner_id_kind_at_idx" ON "stale_quarters"("partner_id", "kind", "at");

-- AlterTable
ALTER TABLE "product_view_counts" ADD COLUMN     "clicks" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "product_sale_rollups" (
    "partner_id" UUID NOT NULL,
    "level" "rollup_level" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "product_id" UUID NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "sales" INTEGER NOT NULL,
    "net_minor" BIGINT NOT NULL,

    CONSTRAINT "product_sale_rollups_pkey" PRIMARY KEY ("partner_id","level","at","product_id","currency")
);

-- The buyers of a partner, from the index alone.
CREATE INDEX "conversions_buyers_idx" ON "conversions" ("partner_id", "customer_hash", "ordered_at") WHERE "customer_hash" IS NOT NULL AND "status" NOT IN ('tracked', 'cancelled');

-- Without clicks until they are counted anew, which the job does when it starts.
DELETE FROM view_count_windows;
DELETE FROM product_view_counts;

-- What was written since a quarter was counted. Views and clicks are written within seconds of their time; of what is half a minute late (a backfill,
-- a seed, a clock that goes wrong) the quarter is counted again, and of whatever was counted already. The job counts what is a minute and a half old,
-- so nothing falls between the two.
CREATE FUNCTION mark_late_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_quarters (kind, partner_id, at)
  SELECT DISTINCT 'traffic'::stale_kind, partner_id, date_bin('15 minutes', viewed_at, '1970-01-01 00:00:00+00')
  FROM added WHERE viewed_at < greatest(clock_timestamp() - interval '30 seconds', (SELECT settled_to FROM rollup_marks WHERE name = 'traffic'));
  RETURN NULL;
END $$;
CREATE TRIGGER product_views_late AFTER INSERT ON "product_views" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_late_views();

CREATE FUNCTION mark_late_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_quarters (kind, partner_id, at)
  SELECT DISTINCT 'traffic'::stale_kind, partner_id, date_bin('15 minutes', clicked_at, '1970-01-01 00:00:00+00')
  FROM added WHERE is_valid AND clicked_at < greatest(clock_timestamp() - interval '30 seconds', (SELECT settled_to FROM rollup_marks WHERE name = 'traffic'));
  RETURN NULL;
END $$;
CREATE TRIGGER outbound_clicks_late AFTER INSERT ON "outbound_clicks" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_late_clicks();

-- Sales change for months: every change of what is counted marks the quarter of the order.
CREATE FUNCTION mark_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stale_quarters (kind, partner_id, at) VALUES ('sales', OLD.partner_id, date_bin('15 minutes', OLD.ordered_at, '1970-01-01 00:00:00+00'));
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND (NEW.ordered_at <> OLD.ordered_at OR NEW.partner_id <> OLD.partner_id)) THEN
    INSERT INTO stale_quarters (kind, partner_id, at) VALUES ('sales', NEW.partner_id, date_bin('15 minutes', NEW.ordered_at, '1970-01-01 00:00:00+00'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER conversions_counted AFTER INSERT OR DELETE ON "conversions" FOR EACH ROW EXECUTE FUNCTION mark_sale();
CREATE TRIGGER conversions_recounted AFTER UPDATE ON "conversions" FOR EACH ROW
  WHEN ((OLD.status, OLD.net_minor, OLD.currency, OLD.ledger_currency, OLD.ordered_at, OLD.partner_id)
    IS DISTINCT FROM (NEW.status, NEW.net_minor, NEW.currency, NEW.ledger_currency, NEW.ordered_at, NEW.partner_id))
  EXECUTE FUNCTION mark_sale();

CREATE FUNCTION mark_sales_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_quarters (kind, partner_id, at)
  SELECT DISTINCT 'sales'::stale_kind, c.partner_id, date_bin('15 minutes', c.ordered_at, '1970-01-01 00:00:00+00')
  FROM added a JOIN conversions c ON c.id = a.conversion_id WHERE a.amount_minor <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER commission_entries_counted AFTER INSERT ON "commission_entries" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_sales_of_entries();

CREATE FUNCTION mark_sales_of_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_quarters (kind, partner_id, at)
  SELECT DISTINCT 'sales'::stale_kind, c.partner_id, date_bin('15 minutes', c.ordered_at, '1970-01-01 00:00:00+00')
  FROM changed l JOIN conversions c ON c.id = l.conversion_id;
  RETURN NULL;
END $$;
CREATE TRIGGER conversion_lines_added AFTER INSERT ON "conversion_lines" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_sales_of_lines();
CREATE TRIGGER conversion_lines_changed AFTER UPDATE ON "conversion_lines" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_sales_of_lines();
CREATE TRIGGER conversion_lines_removed AFTER DELETE ON "conversion_lines" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_sales_of_lines();

INSERT INTO stale_quarters (kind, partner_id, at)
SELECT DISTINCT 'sales'::stale_kind, partner_id, date_bin('15 minutes', ordered_at, '1970-01-01 00:00:00+00') FROM conversions;
