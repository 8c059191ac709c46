-- CreateTable
CREATE TABLE "deferred_events" (
    "partner_id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "refund_id" TEXT NOT NULL,
    "source" "conversion_source" NOT NULL,
    "event" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tried_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deferred_events_pkey" PRIMARY KEY ("partner_id","order_id","refund_id")
);

-- CreateIndex
CREATE INDEX "deferred_events_created_at_idx" ON "deferred_events"("created_at");

-- AddForeignKey
ALTER TABLE "deferred_events" ADD CONSTRAINT "deferred_events_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
