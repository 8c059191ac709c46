-- AlterTable
ALTER TABLE "users" ADD COLUMN     "is_demo" BOOLEAN NOT NULL DEFAULT false;

-- Those that were seeded before the column was there: their ids follow from the demo (demo/demo-ids.ts).
UPDATE "users" SET "is_demo" = true WHERE "id" IN ('019b76da-a800-7fdc-8dde-1cabc8333dfa', '019b76da-a800-7e72-af28-db1b21402f79', '019b76da-a800-7302-a38b-be3fa3171e0a');
