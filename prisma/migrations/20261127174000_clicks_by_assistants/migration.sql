-- AlterTable
ALTER TABLE "outbound_clicks" ADD COLUMN     "agent" TEXT;
