-- By hand: what Prisma's schema cannot say.

-- Pictures that nobody has read yet are read newest first, and lists by a look say how many there are.
CREATE INDEX "media_files_unread_idx" ON "media_files" ("created_at" DESC, "id" DESC) WHERE "appearance" IS NULL;
