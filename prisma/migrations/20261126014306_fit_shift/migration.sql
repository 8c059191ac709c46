-- AlterTable
ALTER TABLE "products" ADD COLUMN     "fit_shift" SMALLINT NOT NULL DEFAULT 0;
