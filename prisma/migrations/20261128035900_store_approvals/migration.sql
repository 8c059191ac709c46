-- CreateTable
CREATE TABLE "store_approvals" (
    "partner_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "state_hash" TEXT NOT NULL,
    "shop" TEXT NOT NULL,
    "key_id" TEXT,
    "sealed_token" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_approvals_pkey" PRIMARY KEY ("partner_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "store_approvals_state_hash_key" ON "store_approvals"("state_hash");

-- CreateIndex
CREATE INDEX "store_approvals_session_id_idx" ON "store_approvals"("session_id");

-- CreateIndex
CREATE INDEX "store_approvals_expires_at_idx" ON "store_approvals"("expires_at");

-- AddForeignKey
ALTER TABLE "store_approvals" ADD CONSTRAINT "store_approvals_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_approvals" ADD CONSTRAINT "store_approvals_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

