-- Prices are shown in it from now on. Until now nothing was, and dollars stood there for whoever had chosen none.
ALTER TABLE "profiles" ALTER COLUMN "currency" DROP NOT NULL, ALTER COLUMN "currency" DROP DEFAULT;
UPDATE "profiles" SET "currency" = NULL WHERE "currency" = 'USD';
