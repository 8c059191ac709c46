-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "failure" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "holds_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "outgoing_webhooks" ADD COLUMN     "is_proven" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "conversion_flags" ADD COLUMN     "failure" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "holds_from" TIMESTAMPTZ(3);

-- URLs that have accepted an event count as proven. Open proposals keep their day, but pages do not show it.
UPDATE "outgoing_webhooks" w SET "is_proven" = true
WHERE EXISTS (SELECT 1 FROM "outgoing_deliveries" d WHERE d."webhook_id" = w."id" AND d."state" = 'delivered');
