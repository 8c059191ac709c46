-- CreateTable
CREATE TABLE "push_notices" (
    "device_id" UUID NOT NULL,
    "topic" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "waiting_until" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "push_notices_pkey" PRIMARY KEY ("device_id","topic")
);

-- CreateTable
CREATE TABLE "sale_push_marks" (
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,

    CONSTRAINT "sale_push_marks_pkey" PRIMARY KEY ("user_id","partner_id")
);

-- CreateIndex
CREATE INDEX "push_notices_due_at_idx" ON "push_notices"("due_at");

-- CreateIndex
CREATE INDEX "sale_push_marks_partner_id_idx" ON "sale_push_marks"("partner_id");

-- AddForeignKey
ALTER TABLE "push_notices" ADD CONSTRAINT "push_notices_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_push_marks" ADD CONSTRAINT "sale_push_marks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_push_marks" ADD CONSTRAINT "sale_push_marks_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Notifications that are waiting now are sent after the update, too.
INSERT INTO "push_notices" ("device_id", "topic", "message", "waiting_until", "due_at", "tries")
SELECT "id", 'new-in', "waiting", "waiting_until", "due_at", "tries" FROM "push_subscriptions"
WHERE "waiting" IS NOT NULL AND "waiting_until" IS NOT NULL AND "due_at" IS NOT NULL;

-- DropIndex
DROP INDEX "push_subscriptions_due_at_idx";

-- AlterTable
ALTER TABLE "push_subscriptions" DROP COLUMN "due_at",
DROP COLUMN "tries",
DROP COLUMN "waiting",
DROP COLUMN "waiting_until";
