-- CreateIndex
CREATE INDEX "price_history_variant_id_changed_at_idx" ON "price_history"("variant_id", "changed_at");
