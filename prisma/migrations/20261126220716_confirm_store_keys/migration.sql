-- AlterTable
ALTER TABLE "store_keys" ADD COLUMN     "confirm_before" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by_id" UUID;

-- CreateIndex
CREATE INDEX "store_keys_created_by_id_idx" ON "store_keys"("created_by_id");

-- CreateIndex
CREATE INDEX "store_keys_confirmed_by_id_idx" ON "store_keys"("confirmed_by_id");

-- AddForeignKey
ALTER TABLE "store_keys" ADD CONSTRAINT "store_keys_confirmed_by_id_fkey" FOREIGN KEY ("confirmed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
