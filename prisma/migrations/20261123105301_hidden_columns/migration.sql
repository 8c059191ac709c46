-- AlterTable
ALTER TABLE "dashboard_preferences" ADD COLUMN     "hidden_columns" TEXT[] DEFAULT ARRAY[]::TEXT[];
