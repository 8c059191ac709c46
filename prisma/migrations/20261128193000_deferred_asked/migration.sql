-- AlterTable
ALTER TABLE "deferred_events" ADD COLUMN "asked_id" UUID;
