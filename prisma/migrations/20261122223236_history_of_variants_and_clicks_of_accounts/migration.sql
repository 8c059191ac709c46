-- DropIndex
DROP INDEX "price_history_product_id_changed_at_idx";

-- CreateIndex
CREATE INDEX "price_history_variant_id_changed_at_idx" ON "price_history"("variant_id", "changed_at");

-- CreateIndex
CREATE INDEX "outbound_clicks_user_id_clicked_at_idx" ON "outbound_clicks"("user_id", "clicked_at");
