-- CreateEnum
CREATE TYPE "partner_role" AS ENUM ('editor', 'viewer');

-- CreateEnum
CREATE TYPE "product_act_kind" AS ENUM ('create', 'edit', 'duplicate', 'bulk', 'delete', 'import', 'sync', 'schedule', 'undo');

-- CreateEnum
CREATE TYPE "product_actor_kind" AS ENUM ('owner', 'staff', 'import', 'store', 'schedule');

-- CreateEnum
CREATE TYPE "product_event_type" AS ENUM ('created', 'updated', 'synced', 'deleted', 'restored');

-- AlterTable
ALTER TABLE "products" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "partner_members" (
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "role" "partner_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_members_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "product_acts" (
    "id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "kind" "product_act_kind" NOT NULL,
    "actor_kind" "product_actor_kind" NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "products" INTEGER NOT NULL DEFAULT 0,
    "undoes_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_acts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_events" (
    "id" UUID NOT NULL,
    "act_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "product_name" TEXT NOT NULL,
    "type" "product_event_type" NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "before" JSONB,
    "revision" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "partner_members_partner_id_idx" ON "partner_members"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "product_acts_undoes_id_key" ON "product_acts"("undoes_id");

-- CreateIndex
CREATE INDEX "product_acts_partner_id_created_at_idx" ON "product_acts"("partner_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "product_events_partner_id_created_at_idx" ON "product_events"("partner_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "product_events_product_id_created_at_idx" ON "product_events"("product_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "product_events_act_id_idx" ON "product_events"("act_id");

-- AddForeignKey
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_acts" ADD CONSTRAINT "product_acts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_acts" ADD CONSTRAINT "product_acts_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_acts" ADD CONSTRAINT "product_acts_undoes_id_fkey" FOREIGN KEY ("undoes_id") REFERENCES "product_acts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_events" ADD CONSTRAINT "product_events_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "product_acts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
