-- CreateTable
CREATE TABLE "request_counts" (
    "level" VARCHAR(6) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "route" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "process_id" UUID NOT NULL,
    "requests" INTEGER NOT NULL,
    "steps" INTEGER[],

    CONSTRAINT "request_counts_pkey" PRIMARY KEY ("level","at","route","outcome","process_id")
);

-- CreateTable
CREATE TABLE "shopper_weeks" (
    "joined" DATE NOT NULL,
    "week" DATE NOT NULL,
    "shoppers" INTEGER NOT NULL,

    CONSTRAINT "shopper_weeks_pkey" PRIMARY KEY ("joined","week")
);

-- CreateTable
CREATE TABLE "search_totals" (
    "day" DATE NOT NULL,
    "searches" INTEGER NOT NULL,
    "found_nothing" INTEGER NOT NULL,
    "clicks" INTEGER NOT NULL,
    "places" INTEGER[],

    CONSTRAINT "search_totals_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE INDEX "shopper_weeks_week_idx" ON "shopper_weeks"("week");

-- The days that were counted before; which places were opened is known as long as search_log goes back.
INSERT INTO "search_totals" ("day", "searches", "found_nothing", "clicks", "places")
SELECT d."day", sum(d."searches"), sum(d."found_nothing"), sum(d."clicks"), '{}' FROM "search_days" d GROUP BY d."day";

UPDATE "search_totals" t SET "places" = ARRAY(
  SELECT count(l."clicked_position")::int FROM generate_series(1, 11) place LEFT JOIN "search_log" l
    ON l."is_counted" AND least(l."clicked_position", 11) = place
    AND l."searched_at" >= t."day"::timestamp AT TIME ZONE 'UTC' AND l."searched_at" < (t."day" + 1)::timestamp AT TIME ZONE 'UTC'
  GROUP BY place ORDER BY place
) WHERE t."day" > current_date - 90;
