-- CreateEnum
CREATE TYPE "dashboard_theme" AS ENUM ('dark', 'light');

-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "is_paused" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "paused_from" TIMESTAMPTZ(3),
ADD COLUMN     "paused_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "team_invitations" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "partner_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mail_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dashboard_preferences" (
    "user_id" UUID NOT NULL,
    "theme" "dashboard_theme" NOT NULL DEFAULT 'dark',
    "show_charts" BOOLEAN NOT NULL DEFAULT true,
    "auto_refresh" BOOLEAN NOT NULL DEFAULT true,
    "refresh_interval" SMALLINT NOT NULL DEFAULT 30,
    "is_folded" BOOLEAN NOT NULL DEFAULT false,
    "email_sales" BOOLEAN NOT NULL DEFAULT true,
    "email_reviews" BOOLEAN NOT NULL DEFAULT true,
    "email_inventory" BOOLEAN NOT NULL DEFAULT true,
    "email_weekly_report" BOOLEAN NOT NULL DEFAULT false,
    "push_sales" BOOLEAN NOT NULL DEFAULT true,
    "push_reviews" BOOLEAN NOT NULL DEFAULT false,
    "push_inventory" BOOLEAN NOT NULL DEFAULT true,
    "weekly_report_at" TIMESTAMPTZ(3),

    CONSTRAINT "dashboard_preferences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "told_stocks" (
    "product_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "is_gone" BOOLEAN NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "told_stocks_pkey" PRIMARY KEY ("product_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "team_invitations_token_hash_key" ON "team_invitations"("token_hash");

-- CreateIndex
CREATE INDEX "team_invitations_expires_at_idx" ON "team_invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_invitations_partner_id_email_key" ON "team_invitations"("partner_id", "email");

-- CreateIndex
CREATE INDEX "told_stocks_partner_id_idx" ON "told_stocks"("partner_id");

-- AddForeignKey
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dashboard_preferences" ADD CONSTRAINT "dashboard_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "told_stocks" ADD CONSTRAINT "told_stocks_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "partners" ADD CONSTRAINT "partners_pause_check" CHECK (paused_until IS NULL OR paused_from < paused_until);
ALTER TABLE "dashboard_preferences" ADD CONSTRAINT "dashboard_preferences_refresh_interval_check" CHECK (refresh_interval IN (10, 30, 60, 300));
CREATE INDEX "partners_paused_idx" ON "partners" ("id") WHERE paused_from IS NOT NULL;

-- What a product may be seen by has a second half now: whether its partner is paused.
CREATE OR REPLACE FUNCTION note_partner_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.business_name <> NEW.business_name THEN
    UPDATE products SET search_version = 0 WHERE partner_id = NEW.id;
  ELSIF OLD.verification_status <> NEW.verification_status OR OLD.is_paused <> NEW.is_paused THEN
    IF (SELECT count(*) FROM (SELECT 1 FROM products WHERE partner_id = NEW.id LIMIT 10001) some_rows) > 10000 THEN
      INSERT INTO product_changes (kind) VALUES ('all');
    ELSE
      INSERT INTO product_changes (kind, product_id) SELECT 'product', id FROM products WHERE partner_id = NEW.id;
    END IF;
    PERFORM pg_notify('product_changes', '');
  END IF;
  RETURN NULL;
END $$;
