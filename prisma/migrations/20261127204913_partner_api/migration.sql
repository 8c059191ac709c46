-- AlterEnum
ALTER TYPE "product_actor_kind" ADD VALUE 'api';

-- Keys from before report orders.
ALTER TABLE "store_keys" ADD COLUMN     "scopes" TEXT[] NOT NULL DEFAULT ARRAY['conversions']::TEXT[];

-- CreateTable
CREATE TABLE "api_calls" (
    "partner_id" UUID NOT NULL,
    "place" SMALLINT NOT NULL,
    "number" BIGINT NOT NULL,
    "key_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "duration_ms" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_calls_pkey" PRIMARY KEY ("partner_id","place")
);

-- CreateTable
CREATE TABLE "api_call_counts" (
    "partner_id" UUID NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "api_call_counts_pkey" PRIMARY KEY ("partner_id")
);

-- AddForeignKey
ALTER TABLE "api_calls" ADD CONSTRAINT "api_calls_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_call_counts" ADD CONSTRAINT "api_call_counts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
