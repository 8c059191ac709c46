-- CreateEnum
CREATE TYPE "outgoing_webhook_state" AS ENUM ('active', 'paused', 'off');

-- CreateEnum
CREATE TYPE "outgoing_delivery_state" AS ENUM ('waiting', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "outgoing_webhooks" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "event_types" TEXT[],
    "state" "outgoing_webhook_state" NOT NULL DEFAULT 'active',
    "off_reason" TEXT NOT NULL DEFAULT '',
    "sealed" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "previous_until" TIMESTAMPTZ(3),
    "clicks_up_to" DATE,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outgoing_webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outgoing_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" "outgoing_delivery_state" NOT NULL DEFAULT 'waiting',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempted_at" TIMESTAMPTZ(3),
    "response_status" SMALLINT,
    "response" TEXT NOT NULL DEFAULT '',
    "error" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outgoing_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outgoing_webhooks_partner_id_idx" ON "outgoing_webhooks"("partner_id");

-- CreateIndex
CREATE INDEX "outgoing_webhooks_created_by_id_idx" ON "outgoing_webhooks"("created_by_id");

-- CreateIndex
CREATE INDEX "outgoing_deliveries_webhook_id_created_at_id_idx" ON "outgoing_deliveries"("webhook_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "outgoing_deliveries_webhook_id_attempted_at_idx" ON "outgoing_deliveries"("webhook_id", "attempted_at");

-- AddForeignKey
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outgoing_deliveries" ADD CONSTRAINT "outgoing_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "outgoing_webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "outgoing_deliveries_waiting_idx" ON "outgoing_deliveries" ("webhook_id", "next_at") WHERE "state" = 'waiting';
