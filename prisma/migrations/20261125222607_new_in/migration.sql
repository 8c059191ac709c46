-- CreateTable
CREATE TABLE "saved_searches" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "meaning" TEXT[],
    "mails" TEXT NOT NULL DEFAULT 'daily',
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "corrections" JSONB NOT NULL DEFAULT '{}',
    "feed_token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailed_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "saved_searches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_finds" (
    "search_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "search_finds_pkey" PRIMARY KEY ("search_id","product_id")
);

-- CreateTable
CREATE TABLE "first_listings" (
    "product_id" UUID NOT NULL,
    "listed_at" TIMESTAMPTZ(3) NOT NULL,
    "is_asked" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "first_listings_pkey" PRIMARY KEY ("product_id")
);

-- CreateTable
CREATE TABLE "new_in_digests" (
    "user_id" UUID NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "new_in_digests_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_searches_feed_token_key" ON "saved_searches"("feed_token");

-- CreateIndex
CREATE INDEX "saved_searches_list_idx" ON "saved_searches"("list");

-- CreateIndex
CREATE INDEX "saved_searches_removed_at_idx" ON "saved_searches"("removed_at");

-- CreateIndex
CREATE UNIQUE INDEX "saved_searches_user_id_list_key" ON "saved_searches"("user_id", "list");

-- CreateIndex
CREATE INDEX "search_finds_user_id_product_id_idx" ON "search_finds"("user_id", "product_id");

-- CreateIndex
CREATE INDEX "search_finds_product_id_idx" ON "search_finds"("product_id");

-- CreateIndex
CREATE INDEX "search_finds_found_at_idx" ON "search_finds"("found_at");

-- AddForeignKey
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_finds" ADD CONSTRAINT "search_finds_search_id_fkey" FOREIGN KEY ("search_id") REFERENCES "saved_searches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_finds" ADD CONSTRAINT "search_finds_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "first_listings" ADD CONSTRAINT "first_listings_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "new_in_digests" ADD CONSTRAINT "new_in_digests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_mails_check" CHECK ("mails" IN ('daily', 'weekly', 'off'));

-- Most rows are asked for, seen and mailed.
CREATE INDEX "first_listings_to_ask_idx" ON "first_listings"("product_id") WHERE NOT "is_asked";
CREATE INDEX "search_finds_unseen_idx" ON "search_finds"("user_id") WHERE "seen_at" IS NULL;
CREATE INDEX "search_finds_unmailed_idx" ON "search_finds"("user_id", "found_at") WHERE "mailed_at" IS NULL;

-- What is in the shop already is new to nobody.
INSERT INTO "first_listings" ("product_id", "listed_at", "is_asked")
SELECT p.id, p.created_at, true FROM "products" p JOIN "partners" s ON s.id = p.partner_id
WHERE p.status = 'active' AND p.taken_down_at IS NULL AND s.verification_status = 'approved' AND NOT s.is_paused;
