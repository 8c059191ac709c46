-- CreateIndex
CREATE INDEX "outbound_clicks_user_id_clicked_at_idx" ON "outbound_clicks"("user_id", "clicked_at");
