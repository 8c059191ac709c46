-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "reminders" SMALLINT NOT NULL DEFAULT 0;

-- The only reminder until now was the one on the day after the due date: the third of five.
UPDATE "invoices" SET "reminders" = 3 WHERE "reminded_at" IS NOT NULL;
