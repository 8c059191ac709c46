-- CreateEnum
CREATE TYPE "size_table_judgement" AS ENUM ('accepted', 'refused');

-- AlterTable
ALTER TABLE "brands" ADD COLUMN     "owner_id" UUID;

-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "approved_name" TEXT;

-- AlterTable
ALTER TABLE "size_tables" ADD COLUMN     "judged_at" TIMESTAMPTZ(3),
ADD COLUMN     "judged_by_id" UUID,
ADD COLUMN     "judgement" "size_table_judgement",
ADD COLUMN     "judgement_reason" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "brand_spellings" (
    "brand_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "brand_spellings_pkey" PRIMARY KEY ("brand_id","partner_id")
);

-- CreateIndex
CREATE INDEX "brand_spellings_partner_id_idx" ON "brand_spellings"("partner_id");

-- CreateIndex
CREATE INDEX "brands_owner_id_idx" ON "brands"("owner_id");

-- AddForeignKey
ALTER TABLE "brands" ADD CONSTRAINT "brands_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "brand_spellings" ADD CONSTRAINT "brand_spellings_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "brand_spellings" ADD CONSTRAINT "brand_spellings_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand from here: what Prisma's schema cannot say.

-- Until now nobody owned a label. An approved partner owns the one that is its name; where two would, nobody does.
UPDATE partners SET approved_name = business_name WHERE verification_status = 'approved';
UPDATE brands b SET owner_id = named.partner_id FROM (
  SELECT lower(business_name) AS name, (array_agg(id))[1] AS partner_id FROM partners WHERE verification_status = 'approved' GROUP BY 1 HAVING count(*) = 1
) named WHERE lower(b.name) = named.name;

INSERT INTO brand_spellings (brand_id, partner_id, name)
SELECT b.id, p.partner_id, b.name FROM (SELECT DISTINCT brand_id, partner_id FROM products) p JOIN brands b ON b.id = p.brand_id;

-- A new label is in the names of the search once a product that has it is listed, which is a change of its own. Deleted labels had no products.
DROP TRIGGER "brands_changed" ON "brands";
CREATE TRIGGER "brands_changed" AFTER UPDATE OF "name", "slug" ON "brands" FOR EACH STATEMENT EXECUTE FUNCTION note_names_changed();
