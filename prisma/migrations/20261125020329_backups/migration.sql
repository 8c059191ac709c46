-- CreateTable
CREATE TABLE "backups" (
    "id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_by_id" UUID,
    "begun_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "taken_at" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "byte_size" BIGINT,
    "rows" BIGINT,
    "files" INTEGER,
    "missing" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "backups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backups_asked_at_idx" ON "backups"("asked_at" DESC);
