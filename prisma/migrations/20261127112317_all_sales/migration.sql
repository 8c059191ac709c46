-- CreateIndex
CREATE INDEX "conversions_ordered_at_id_idx" ON "conversions"("ordered_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "conversions_status_ordered_at_id_idx" ON "conversions"("status", "ordered_at" DESC, "id" DESC);
