-- CreateIndex
CREATE INDEX "product_images_file_id_idx" ON "product_images"("file_id");

-- Which files the kept states of products show: whoever deletes unused files asks it for each of them. Not by a pending list, which every question would have to read.
CREATE INDEX "product_events_files_idx" ON "product_events" USING gin (jsonb_path_query_array("before", '$.images[*].fileId')) WITH (fastupdate = off);
