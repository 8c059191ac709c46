-- CreateEnum
CREATE TYPE "host_proof" AS ENUM ('dns', 'file', 'meta_tag', 'admin', 'store', 'operator', 'earlier');

-- AlterTable
ALTER TABLE "partner_domains" ADD COLUMN     "checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "lost_at" TIMESTAMPTZ(3),
ADD COLUMN     "misses" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "proof" "host_proof" NOT NULL DEFAULT 'earlier';

-- CreateTable
CREATE TABLE "host_claims" (
    "partner_id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3),
    "problem" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "host_claims_pkey" PRIMARY KEY ("partner_id","host")
);

-- AddForeignKey
ALTER TABLE "host_claims" ADD CONSTRAINT "host_claims_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand. Looking for a proof again changes no page; only hosts that come, go or change hands do.
DROP TRIGGER partner_domains_changed ON "partner_domains";
CREATE TRIGGER partner_domains_changed AFTER INSERT OR DELETE OR UPDATE OF "host", "partner_id" ON "partner_domains" FOR EACH ROW EXECUTE FUNCTION note_pages_about('partner_id');
