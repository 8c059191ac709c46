-- CreateTable: unlogged (Prisma cannot say it), for each try is a write and none of them is worth keeping.
CREATE UNLOGGED TABLE "attempt_counts" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT NOT NULL,

    CONSTRAINT "attempt_counts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "attempt_counts_expire_idx" ON "attempt_counts"("expire");
