-- AlterTable
ALTER TABLE "partner_members" ADD COLUMN     "invitation_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "partner_members_invitation_hash_key" ON "partner_members"("invitation_hash");
