-- CreateEnum
CREATE TYPE "store_field" AS ENUM ('category', 'gender', 'tags');

-- CreateTable
CREATE TABLE "store_overrides" (
    "product_id" UUID NOT NULL,
    "field" "store_field" NOT NULL,
    "store_value" JSONB NOT NULL,

    CONSTRAINT "store_overrides_pkey" PRIMARY KEY ("product_id","field")
);

-- AddForeignKey
ALTER TABLE "store_overrides" ADD CONSTRAINT "store_overrides_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;
