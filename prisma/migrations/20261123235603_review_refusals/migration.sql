-- CreateTable
CREATE TABLE "review_refusals" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "status" "review_status" NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "judged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_refusals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_refusals_user_id_product_id_judged_at_idx" ON "review_refusals"("user_id", "product_id", "judged_at" DESC);

-- CreateIndex
CREATE INDEX "review_refusals_product_id_idx" ON "review_refusals"("product_id");

-- AddForeignKey
ALTER TABLE "review_refusals" ADD CONSTRAINT "review_refusals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_refusals" ADD CONSTRAINT "review_refusals_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;
