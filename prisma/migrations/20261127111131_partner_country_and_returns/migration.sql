-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "country" CHAR(2),
ADD COLUMN     "returns_days" SMALLINT;
