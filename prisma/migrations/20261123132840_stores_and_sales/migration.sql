-- CreateEnum
CREATE TYPE "connection_mode" AS ENUM ('token', 'client_credentials');

-- CreateEnum
CREATE TYPE "connection_status" AS ENUM ('active', 'degraded', 'revoked');

-- CreateEnum
CREATE TYPE "webhook_event_status" AS ENUM ('waiting', 'done', 'dead');

-- CreateEnum
CREATE TYPE "click_signal_kind" AS ENUM ('landed', 'cart');

-- CreateEnum
CREATE TYPE "store_key_kind" AS ENUM ('bearer', 'postback');

-- CreateEnum
CREATE TYPE "conversion_file_status" AS ENUM ('read', 'submitted', 'approved', 'rejected', 'withdrawn');

-- CreateEnum
CREATE TYPE "entry_kind" AS ENUM ('accrual', 'adjustment', 'reversal', 'clawback', 'waiver', 'manual');

-- CreateEnum
CREATE TYPE "invoice_kind" AS ENUM ('invoice', 'credit_note');

-- CreateEnum
CREATE TYPE "invoice_status" AS ENUM ('open', 'paid', 'settled');

-- CreateEnum
CREATE TYPE "conversion_source" AS ENUM ('shopify', 'api', 'postback', 'csv');

-- CreateEnum
CREATE TYPE "match_level" AS ENUM ('A', 'B', 'C', 'D', 'U', 'M');

-- CreateEnum
CREATE TYPE "conversion_status" AS ENUM ('tracked', 'pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed', 'cancelled');

-- CreateEnum
CREATE TYPE "ledger_actor" AS ENUM ('system', 'store', 'partner', 'admin');

-- AlterEnum
ALTER TYPE "product_import_source" ADD VALUE 'store';

-- AlterTable
ALTER TABLE "commission_plans" ADD COLUMN     "codes_earn" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "lock_days" SMALLINT NOT NULL DEFAULT 30;

-- CreateTable
CREATE TABLE "shopify_connections" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "shop_id" TEXT NOT NULL,
    "shop_name" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "mode" "connection_mode" NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_token" BYTEA,
    "token_expires_at" TIMESTAMPTZ(3),
    "client_id" TEXT,
    "sealed_secret" BYTEA,
    "sealed_previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "api_version" TEXT NOT NULL,
    "status" "connection_status" NOT NULL,
    "status_reason" TEXT NOT NULL DEFAULT '',
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "connected_by_id" UUID,
    "last_ok_at" TIMESTAMPTZ(3),
    "last_delivery_at" TIMESTAMPTZ(3),
    "reconciled_until" TIMESTAMPTZ(3),
    "disconnected_at" TIMESTAMPTZ(3),

    CONSTRAINT "shopify_connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shopify_webhooks" (
    "connection_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "subscription_id" TEXT,
    "error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_delivery_at" TIMESTAMPTZ(3),

    CONSTRAINT "shopify_webhooks_pkey" PRIMARY KEY ("connection_id","topic")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "triggered_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "payload" JSONB NOT NULL,
    "status" "webhook_event_status" NOT NULL DEFAULT 'waiting',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT NOT NULL DEFAULT '',
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store_products" (
    "connection_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "product_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_products_pkey" PRIMARY KEY ("connection_id","external_id")
);

-- CreateTable
CREATE TABLE "store_inventory_items" (
    "connection_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "external_product_id" TEXT NOT NULL,

    CONSTRAINT "store_inventory_items_pkey" PRIMARY KEY ("connection_id","external_id")
);

-- CreateTable
CREATE TABLE "order_looks" (
    "connection_id" UUID NOT NULL,
    "external_order_id" TEXT NOT NULL,
    "looks" SMALLINT NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "store_order" JSONB NOT NULL,
    "is_ready" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_looks_pkey" PRIMARY KEY ("connection_id","external_order_id")
);

-- CreateTable
CREATE TABLE "reconciliations" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "orders" INTEGER NOT NULL DEFAULT 0,
    "orders_mended" INTEGER NOT NULL DEFAULT 0,
    "products" INTEGER NOT NULL DEFAULT 0,
    "products_mended" INTEGER NOT NULL DEFAULT 0,
    "subscriptions_remade" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "drift" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_tests" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_kept" BOOLEAN NOT NULL,
    "hops" JSONB NOT NULL,
    "verdict" TEXT NOT NULL,

    CONSTRAINT "link_tests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "click_signals" (
    "click_id" TEXT NOT NULL,
    "kind" "click_signal_kind" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "click_signals_pkey" PRIMARY KEY ("click_id","kind")
);

-- CreateTable
CREATE TABLE "store_keys" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "kind" "store_key_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "key_hash" BYTEA,
    "sealed" BYTEA,
    "key_id" TEXT,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "store_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_calls" (
    "partner_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_calls_pkey" PRIMARY KEY ("partner_id","key")
);

-- CreateTable
CREATE TABLE "conversion_files" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "created_by_id" UUID,
    "file_name" TEXT NOT NULL,
    "status" "conversion_file_status" NOT NULL DEFAULT 'read',
    "orders" JSONB NOT NULL,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "outcome" JSONB,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversion_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commission_entries" (
    "partner_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" "entry_kind" NOT NULL,
    "conversion_id" UUID,
    "plan_id" UUID,
    "tier_from" INTEGER,
    "rate_bps" INTEGER NOT NULL,
    "base_minor" BIGINT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "order_net_minor" BIGINT,
    "order_currency" CHAR(3),
    "rate" TEXT,
    "month" DATE,
    "position" BIGINT,
    "effective_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "actor" "ledger_actor" NOT NULL,
    "actor_id" UUID,
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "commission_entries_pkey" PRIMARY KEY ("partner_id","seq")
);

-- CreateTable
CREATE TABLE "ledger_heads" (
    "partner_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ledger_heads_pkey" PRIMARY KEY ("partner_id")
);

-- CreateTable
CREATE TABLE "ledger_checks" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "partners" INTEGER NOT NULL,
    "entries" INTEGER NOT NULL,
    "problems" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "ledger_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "kind" "invoice_kind" NOT NULL,
    "number" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "due_on" DATE NOT NULL,
    "total_minor" BIGINT NOT NULL,
    "credit_minor" BIGINT NOT NULL DEFAULT 0,
    "payable_minor" BIGINT NOT NULL,
    "status" "invoice_status" NOT NULL,
    "billed_to" JSONB NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "paid_by_id" UUID,
    "payment_note" TEXT NOT NULL DEFAULT '',
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_lines" (
    "invoice_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "conversion_id" UUID,
    "description" TEXT NOT NULL,
    "base_minor" BIGINT NOT NULL,
    "amount_minor" BIGINT NOT NULL,

    CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("invoice_id","place")
);

-- CreateTable
CREATE TABLE "invoice_entries" (
    "partner_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "invoice_id" UUID NOT NULL,

    CONSTRAINT "invoice_entries_pkey" PRIMARY KEY ("partner_id","seq")
);

-- CreateTable
CREATE TABLE "invoice_numbers" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "invoice_numbers_pkey" PRIMARY KEY ("year")
);

-- CreateTable
CREATE TABLE "conversions" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "source" "conversion_source" NOT NULL,
    "external_id" TEXT NOT NULL,
    "order_name" TEXT NOT NULL DEFAULT '',
    "currency" CHAR(3) NOT NULL,
    "subtotal_minor" BIGINT NOT NULL,
    "discount_minor" BIGINT NOT NULL,
    "tax_minor" BIGINT NOT NULL,
    "shipping_minor" BIGINT NOT NULL,
    "commissionable_minor" BIGINT NOT NULL,
    "refunded_minor" BIGINT NOT NULL,
    "net_minor" BIGINT NOT NULL,
    "ordered_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "source_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "channel" TEXT NOT NULL DEFAULT 'web',
    "customer_hash" BYTEA,
    "match_level" "match_level",
    "click_id" TEXT,
    "evidence" JSONB NOT NULL DEFAULT '[]',
    "status" "conversion_status" NOT NULL,
    "status_reason" TEXT NOT NULL DEFAULT '',
    "plan_id" UUID,
    "ledger_currency" CHAR(3),
    "ledger_rate" TEXT,
    "ledger_rate_as_of" DATE,
    "ledger_net_minor" BIGINT NOT NULL DEFAULT 0,
    "month" DATE,
    "month_position" BIGINT NOT NULL DEFAULT 0,
    "lock_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversion_lines" (
    "conversion_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "external_product_id" TEXT,
    "product_id" UUID,
    "title" TEXT NOT NULL,
    "sku" TEXT,
    "quantity" INTEGER NOT NULL,
    "price_minor" BIGINT NOT NULL,
    "discount_minor" BIGINT NOT NULL,
    "included_tax_minor" BIGINT NOT NULL,
    "removed_quantity" INTEGER NOT NULL DEFAULT 0,
    "refunded_quantity" INTEGER NOT NULL DEFAULT 0,
    "refunded_minor" BIGINT NOT NULL DEFAULT 0,
    "net_minor" BIGINT NOT NULL,
    "left_out" TEXT NOT NULL DEFAULT '',
    "place" INTEGER NOT NULL,

    CONSTRAINT "conversion_lines_pkey" PRIMARY KEY ("conversion_id","external_id")
);

-- CreateTable
CREATE TABLE "order_refunds" (
    "partner_id" UUID NOT NULL,
    "external_order_id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "refunded_at" TIMESTAMPTZ(3) NOT NULL,
    "lines" JSONB NOT NULL DEFAULT '[]',
    "other_minor" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_refunds_pkey" PRIMARY KEY ("partner_id","external_order_id","external_id")
);

-- CreateTable
CREATE TABLE "conversion_transitions" (
    "id" UUID NOT NULL,
    "conversion_id" UUID NOT NULL,
    "from" "conversion_status",
    "to" "conversion_status" NOT NULL,
    "reason" TEXT NOT NULL,
    "actor" "ledger_actor" NOT NULL,
    "actor_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversion_transitions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversion_flags" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "conversion_id" UUID,
    "kind" TEXT NOT NULL,
    "evidence" JSONB NOT NULL DEFAULT '{}',
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" UUID,
    "resolution" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "conversion_flags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "discount_codes" (
    "partner_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "discount_codes_pkey" PRIMARY KEY ("partner_id","code")
);

-- CreateIndex
CREATE UNIQUE INDEX "shopify_connections_partner_id_key" ON "shopify_connections"("partner_id");

-- CreateIndex
CREATE INDEX "shopify_connections_shop_idx" ON "shopify_connections"("shop");

-- CreateIndex
CREATE INDEX "shopify_connections_status_idx" ON "shopify_connections"("status");

-- CreateIndex
CREATE INDEX "webhook_events_connection_id_status_received_at_idx" ON "webhook_events"("connection_id", "status", "received_at");

-- CreateIndex
CREATE INDEX "webhook_events_received_at_idx" ON "webhook_events"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_connection_id_webhook_id_key" ON "webhook_events"("connection_id", "webhook_id");

-- CreateIndex
CREATE INDEX "store_products_product_id_idx" ON "store_products"("product_id");

-- CreateIndex
CREATE INDEX "store_inventory_items_connection_id_external_product_id_idx" ON "store_inventory_items"("connection_id", "external_product_id");

-- CreateIndex
CREATE INDEX "order_looks_next_at_idx" ON "order_looks"("next_at");

-- CreateIndex
CREATE INDEX "order_looks_created_at_idx" ON "order_looks"("created_at");

-- CreateIndex
CREATE INDEX "reconciliations_connection_id_started_at_idx" ON "reconciliations"("connection_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "link_tests_partner_id_at_idx" ON "link_tests"("partner_id", "at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "store_keys_key_hash_key" ON "store_keys"("key_hash");

-- CreateIndex
CREATE INDEX "store_keys_partner_id_idx" ON "store_keys"("partner_id");

-- CreateIndex
CREATE INDEX "idempotent_calls_created_at_idx" ON "idempotent_calls"("created_at");

-- CreateIndex
CREATE INDEX "conversion_files_partner_id_created_at_idx" ON "conversion_files"("partner_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "conversion_files_status_idx" ON "conversion_files"("status");

-- CreateIndex
CREATE INDEX "commission_entries_conversion_id_idx" ON "commission_entries"("conversion_id");

-- CreateIndex
CREATE INDEX "commission_entries_partner_id_effective_at_idx" ON "commission_entries"("partner_id", "effective_at");

-- CreateIndex
CREATE INDEX "ledger_checks_at_idx" ON "ledger_checks"("at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices"("number");

-- CreateIndex
CREATE INDEX "invoices_status_due_on_idx" ON "invoices"("status", "due_on");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_partner_id_month_currency_key" ON "invoices"("partner_id", "month", "currency");

-- CreateIndex
CREATE INDEX "invoice_lines_conversion_id_idx" ON "invoice_lines"("conversion_id");

-- CreateIndex
CREATE INDEX "invoice_entries_invoice_id_idx" ON "invoice_entries"("invoice_id");

-- CreateIndex
CREATE INDEX "conversions_partner_id_ordered_at_idx" ON "conversions"("partner_id", "ordered_at" DESC);

-- CreateIndex
CREATE INDEX "conversions_partner_id_status_ordered_at_idx" ON "conversions"("partner_id", "status", "ordered_at");

-- CreateIndex
CREATE INDEX "conversions_partner_id_month_status_idx" ON "conversions"("partner_id", "month", "status");

-- CreateIndex
CREATE INDEX "conversions_status_lock_at_idx" ON "conversions"("status", "lock_at");

-- CreateIndex
CREATE INDEX "conversions_click_id_idx" ON "conversions"("click_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversions_partner_id_external_id_key" ON "conversions"("partner_id", "external_id");

-- CreateIndex
CREATE INDEX "conversion_lines_product_id_idx" ON "conversion_lines"("product_id");

-- CreateIndex
CREATE INDEX "order_refunds_created_at_idx" ON "order_refunds"("created_at");

-- CreateIndex
CREATE INDEX "conversion_transitions_conversion_id_at_idx" ON "conversion_transitions"("conversion_id", "at");

-- CreateIndex
CREATE INDEX "conversion_flags_partner_id_resolved_at_idx" ON "conversion_flags"("partner_id", "resolved_at");

-- CreateIndex
CREATE UNIQUE INDEX "conversion_flags_conversion_id_kind_key" ON "conversion_flags"("conversion_id", "kind");

-- AddForeignKey
ALTER TABLE "shopify_connections" ADD CONSTRAINT "shopify_connections_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shopify_connections" ADD CONSTRAINT "shopify_connections_connected_by_id_fkey" FOREIGN KEY ("connected_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shopify_webhooks" ADD CONSTRAINT "shopify_webhooks_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "shopify_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "shopify_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_products" ADD CONSTRAINT "store_products_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "shopify_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_products" ADD CONSTRAINT "store_products_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_inventory_items" ADD CONSTRAINT "store_inventory_items_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "shopify_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_looks" ADD CONSTRAINT "order_looks_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "shopify_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "shopify_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_tests" ADD CONSTRAINT "link_tests_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_keys" ADD CONSTRAINT "store_keys_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_keys" ADD CONSTRAINT "store_keys_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversion_files" ADD CONSTRAINT "conversion_files_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversion_files" ADD CONSTRAINT "conversion_files_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_conversion_id_fkey" FOREIGN KEY ("conversion_id") REFERENCES "conversions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_entries" ADD CONSTRAINT "invoice_entries_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commission_plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversion_lines" ADD CONSTRAINT "conversion_lines_conversion_id_fkey" FOREIGN KEY ("conversion_id") REFERENCES "conversions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversion_transitions" ADD CONSTRAINT "conversion_transitions_conversion_id_fkey" FOREIGN KEY ("conversion_id") REFERENCES "conversions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversion_flags" ADD CONSTRAINT "conversion_flags_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversion_flags" ADD CONSTRAINT "conversion_flags_conversion_id_fkey" FOREIGN KEY ("conversion_id") REFERENCES "conversions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A store belongs to one partner, as long as it is connected.
CREATE UNIQUE INDEX "shopify_connections_shop_once" ON "shopify_connections" ("shop") WHERE "status" <> 'revoked';
CREATE UNIQUE INDEX "shopify_connections_shop_id_once" ON "shopify_connections" ("shop_id") WHERE "status" <> 'revoked';
-- What is to be done, of few stores at a time.
CREATE INDEX "webhook_events_waiting" ON "webhook_events" ("next_at") WHERE "status" = 'waiting';
CREATE INDEX "webhook_events_dead" ON "webhook_events" ("connection_id", "received_at") WHERE "status" = 'dead';
-- A store as a whole has one open flag of a kind.
CREATE UNIQUE INDEX "conversion_flags_of_store" ON "conversion_flags" ("partner_id", "kind") WHERE "conversion_id" IS NULL AND "resolved_at" IS NULL;

ALTER TABLE "conversions" ADD CONSTRAINT "conversions_amounts" CHECK (
  "subtotal_minor" >= 0 AND "discount_minor" >= 0 AND "tax_minor" >= 0 AND "shipping_minor" >= 0 AND "commissionable_minor" >= 0
  AND "refunded_minor" >= 0 AND "net_minor" >= 0 AND "net_minor" <= "commissionable_minor" AND "ledger_net_minor" >= 0 AND "month_position" >= 0);

-- The ledger only grows. The trigger stops whoever owns the table; the app's role has no right to begin with. Whatever refers to the table by a
-- foreign key would need the right to update it, so nothing does.
CREATE FUNCTION refuse_any_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows: rows are never changed or removed', TG_TABLE_NAME;
END $$;
CREATE TRIGGER commission_entries_only_grow BEFORE UPDATE OR DELETE ON "commission_entries" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER commission_entries_stay BEFORE TRUNCATE ON "commission_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER conversion_transitions_only_grow BEFORE UPDATE OR DELETE ON "conversion_transitions" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
REVOKE UPDATE, DELETE, TRUNCATE ON "commission_entries" FROM CURRENT_USER;

-- An invoice is paper once it is out: only its status, its payment and its reminder are written later.
CREATE TRIGGER invoices_are_kept BEFORE UPDATE OF "id", "partner_id", "kind", "number", "month", "currency", "issued_at", "due_on", "total_minor", "credit_minor",
  "payable_minor", "billed_to" OR DELETE ON "invoices" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER invoice_lines_are_kept BEFORE UPDATE OR DELETE ON "invoice_lines" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER invoice_entries_are_kept BEFORE UPDATE OR DELETE ON "invoice_entries" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();

DROP TRIGGER commission_plans_are_kept ON "commission_plans";
CREATE TRIGGER commission_plans_are_kept BEFORE UPDATE OF "id", "name", "version", "basis", "currency", "lock_days", "codes_earn" OR DELETE ON "commission_plans" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The documents' sales: one row a line. A line's commission is its share of the sale's.
CREATE VIEW "sales" AS
SELECT c.id::text || ':' || l.external_id AS id, c.external_id AS order_id, c.partner_id, l.product_id, k.user_id, c.currency,
  l.net_minor AS sale_amount_minor, c.ledger_currency AS commission_currency,
  CASE WHEN c.net_minor = 0 THEN 0 ELSE round(coalesce(e.amount_minor, 0)::numeric * l.net_minor / c.net_minor) END AS commission_amount_minor,
  CASE WHEN c.ledger_net_minor = 0 THEN NULL ELSE round(coalesce(e.amount_minor, 0)::numeric * 10000 / c.ledger_net_minor) END AS commission_rate_bps,
  c.status, c.ordered_at AS sale_date, i.paid_at AS payment_date
FROM conversions c JOIN conversion_lines l ON l.conversion_id = c.id
LEFT JOIN outbound_clicks k ON k.id = c.click_id
LEFT JOIN LATERAL (SELECT sum(amount_minor) AS amount_minor FROM commission_entries WHERE conversion_id = c.id) e ON true
LEFT JOIN LATERAL (SELECT max(v.paid_at) AS paid_at FROM invoice_lines n JOIN invoices v ON v.id = n.invoice_id WHERE n.conversion_id = c.id) i ON true
WHERE c.status NOT IN ('tracked');
