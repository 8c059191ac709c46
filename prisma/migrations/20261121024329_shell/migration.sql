-- CreateEnum
CREATE TYPE "site_state" AS ENUM ('live', 'coming-soon', 'maintenance');

-- CreateEnum
CREATE TYPE "waitlist_source" AS ENUM ('landing', 'early_access', 'newsletter');

-- CreateEnum
CREATE TYPE "ticket_channel" AS ENUM ('support', 'contact');

-- CreateEnum
CREATE TYPE "ticket_category" AS ENUM ('orders', 'shipping', 'returns', 'payment', 'account', 'other');

-- CreateEnum
CREATE TYPE "ticket_priority" AS ENUM ('low', 'normal', 'high', 'urgent');

-- CreateEnum
CREATE TYPE "ticket_state" AS ENUM ('open', 'answered', 'closed');

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "unsubscribe_url" TEXT;

-- AlterTable
ALTER TABLE "waitlist" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reference" TEXT NOT NULL DEFAULT 'WTF-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10)),
ADD COLUMN     "source" "waitlist_source" NOT NULL DEFAULT 'landing',
ADD COLUMN     "unsubscribed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "site_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "state" "site_state" NOT NULL DEFAULT 'live',
    "launch_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '2025-09-01T00:00:00Z',
    "offline_app" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "support_tickets" (
    "id" UUID NOT NULL,
    "reference" TEXT NOT NULL DEFAULT 'WTF-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10)),
    "channel" "ticket_channel" NOT NULL,
    "user_id" UUID,
    "name" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "category" "ticket_category" NOT NULL DEFAULT 'other',
    "priority" "ticket_priority" NOT NULL DEFAULT 'normal',
    "description" TEXT NOT NULL,
    "state" "ticket_state" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "support_tickets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket_replies" (
    "id" UUID NOT NULL,
    "ticket_id" UUID NOT NULL,
    "author_id" UUID,
    "text" TEXT NOT NULL,
    "mail_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_replies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "favourite_stores" (
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "favourite_stores_pkey" PRIMARY KEY ("user_id","partner_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "support_tickets_reference_key" ON "support_tickets"("reference");

-- CreateIndex
CREATE INDEX "support_tickets_state_created_at_idx" ON "support_tickets"("state", "created_at" DESC);

-- CreateIndex
CREATE INDEX "support_tickets_user_id_idx" ON "support_tickets"("user_id");

-- CreateIndex
CREATE INDEX "support_tickets_email_idx" ON "support_tickets"("email");

-- CreateIndex
CREATE INDEX "ticket_replies_ticket_id_created_at_idx" ON "ticket_replies"("ticket_id", "created_at");

-- CreateIndex
CREATE INDEX "favourite_stores_partner_id_idx" ON "favourite_stores"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_reference_key" ON "waitlist"("reference");

-- CreateIndex
CREATE INDEX "waitlist_created_at_idx" ON "waitlist"("created_at" DESC);

-- AddForeignKey
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_replies" ADD CONSTRAINT "ticket_replies_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "support_tickets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favourite_stores" ADD CONSTRAINT "favourite_stores_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favourite_stores" ADD CONSTRAINT "favourite_stores_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: one row, and it is there.
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_one_row" CHECK (id = 1);
INSERT INTO "site_settings" (id) VALUES (1);
