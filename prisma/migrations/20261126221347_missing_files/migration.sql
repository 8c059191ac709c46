-- AlterTable
ALTER TABLE "media_files" ADD COLUMN     "missing_at" TIMESTAMPTZ(3);

-- By hand: what Prisma's schema cannot say.

CREATE INDEX "media_files_missing_idx" ON "media_files" ("missing_at") WHERE "missing_at" IS NOT NULL;

-- Once: a process without the shop's files marked every picture as read and drawn. Empty bytes mean "no picture": read them again, so that only
-- files that are there and cannot be read get the mark again.
UPDATE "media_files" SET "appearance" = NULL, "palette" = NULL WHERE "appearance" = '';
-- No row tells whether its sizes were really drawn. The next runs look at each, and draw only those that are missing.
UPDATE "media_files" SET "drawn_width" = 0 WHERE "drawn_width" > 0;
