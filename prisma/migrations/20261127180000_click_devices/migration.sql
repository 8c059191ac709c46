-- AlterTable
ALTER TABLE "outbound_clicks" ADD COLUMN     "device" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "is_located" BOOLEAN NOT NULL DEFAULT false;
