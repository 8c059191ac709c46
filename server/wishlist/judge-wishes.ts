import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/durations.values.ts'
import { LISTED } from '#server/platform/listed.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { WISHED_STOCK } from './wished-stock.ts'
import type { WishlistEventKind } from './wishlist-events.ts'
import { DEFAULT_SETTINGS } from './wishlist.schema.ts'

/**
 * A higher price counts as the usual one only after this time, so that raising a price just to reduce it causes no
 * drop.
 */
const DEARER_DAYS = 30
/**
 * A stock or price that goes back and forth is reported once in this time. Drops need no such limit, because each is
 * lower than the last.
 */
const NOTIFY_AGAIN_HOURS = 24
const BATCH = 2_000
const BATCH_PATIENCE_MS = 120_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Compares wishlist products with their last seen state, and records the events that their owners want to know about.
 * The seen state and the events are saved together, in batches, so a killed run neither loses nor repeats an event. May
 * run at any time in any process; only one runs at a time. Products that are not listed keep their last seen state.
 * @param batchSize items at a time
 * @returns the number of events found
 */
export async function findWishlistEvents(
  db: Db,
  now: Date,
  signal?: AbortSignal,
  { batchSize = BATCH } = {},
): Promise<number> {
  let found = 0
  let after: string | null = FIRST_ID
  while (after !== null && !signal?.aborted) {
    const judged = await judgeBatch(db, now, after, batchSize)
    if (!judged) return found
    found += judged.events
    after = judged.last
  }
  return found
}

/** Checks one batch. @returns the id of its last item, null if there is none; or null if another process is running */
function judgeBatch(
  db: Db,
  now: Date,
  after: string,
  batchSize: number,
): Promise<{ last: string | null; events: number } | null> {
  return db.$transaction(
    async (tx) => {
      // Takes the lock in a separate statement, because the next one must see everything that the former lock holder
      // has committed.
      const [lock] = await tx.$queryRaw<
        Array<{ isMine: boolean }>
      >`SELECT pg_try_advisory_xact_lock(${LOCKS.wishes}::bigint) AS "isMine"`
      if (!lock?.isMine) return null
      const [judged] = await tx.$queryRaw<Array<{ last: string | null; events: number }>>(
        judging(now, after, batchSize),
      )
      return judged ?? null
    },
    { timeout: BATCH_PATIENCE_MS, maxWait: 30_000 },
  )
}

/**
 * Checks items twice: first all of them without a lock or writes, then the changed ones again under a lock, because
 * their owners may have changed or removed them since.
 */
const judging = (now: Date, after: string, batchSize: number): Prisma.Sql => Prisma.sql`
  WITH batch AS MATERIALIZED (
    SELECT id FROM wishlist_items WHERE id > ${after}::uuid ORDER BY id LIMIT ${batchSize}
  ), due AS MATERIALIZED (
    SELECT look.id FROM (${look(now, Prisma.sql`wishlist_items w JOIN batch ON batch.id = w.id`)}) look WHERE look.is_changed
  ), held AS MATERIALIZED (
    SELECT w.* FROM wishlist_items w WHERE w.id IN (SELECT id FROM due) ORDER BY w.id FOR NO KEY UPDATE SKIP LOCKED
  ), looks AS MATERIALIZED (
    SELECT * FROM (${look(now, Prisma.sql`held w`)}) look WHERE look.is_changed
  ), seen AS (
    UPDATE wishlist_items w SET
      usual_price_minor = looks.usual, usual_currency = looks.currency, dearer_since = looks.dearer_since,
      was_below_target = looks.is_below_target, was_in_stock = looks.is_in_stock, was_low_stock = looks.is_low_stock
    FROM looks WHERE w.id = looks.id
  ), events AS (
    INSERT INTO wishlist_events (id, user_id, item_id, kind, facts, happened_at)
    SELECT gen_random_uuid(), looks.user_id, looks.id, event.kind, event.facts, ${now}::timestamptz
    FROM looks CROSS JOIN LATERAL (VALUES (looks.price_event, looks.price_facts), (looks.stock_event, looks.stock_facts)) event (kind, facts)
    WHERE event.kind IS NOT NULL
    RETURNING 1
  )
  SELECT (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*) FROM events)::int AS events`

/** SQL: whether this kind of event was recently reported for the item. A condition on `w`. */
const wasNotified = (kind: WishlistEventKind, now: Date): Prisma.Sql => Prisma.sql`
  EXISTS (
    SELECT 1 FROM wishlist_events told_event
    WHERE told_event.item_id = w.id AND told_event.kind = ${kind} AND told_event.happened_at > ${new Date(now.getTime() - NOTIFY_AGAIN_HOURS * HOUR_MS)}::timestamptz
  )`

/**
 * SQL: the new seen state of each item, and its events. Skips accounts that are being closed.
 * @param items a FROM item with rows of wishlist_items as `w`
 */
const look = (now: Date, items: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT w.id, w.user_id, p.currency, after.usual, after.dearer_since, after.is_below_target, after.is_in_stock, after.is_low_stock,
    events.price_event, events.stock_event,
    jsonb_build_object('fromMinor', usual.before, 'toMinor', p.price_minor, 'currency', p.currency)
      || CASE WHEN events.price_event = 'below_target' THEN jsonb_build_object('targetMinor', w.target_minor) ELSE '{}' END AS price_facts,
    jsonb_build_object('size', w.size, 'stock', stock.known) AS stock_facts,
    (w.usual_price_minor, w.usual_currency, w.dearer_since, w.was_below_target, w.was_in_stock, w.was_low_stock)
      IS DISTINCT FROM (after.usual, p.currency, after.dearer_since, after.is_below_target, after.is_in_stock, after.is_low_stock) AS is_changed
  FROM ${items}
  JOIN products p ON p.id = w.product_id AND ${LISTED}
  JOIN users owner ON owner.id = w.user_id AND owner.deletion_requested_at IS NULL
  LEFT JOIN wishlist_settings settings ON settings.user_id = w.user_id
  ${WISHED_STOCK}
  CROSS JOIN LATERAL (SELECT coalesce(w.drop_percent, settings.drop_percent, ${DEFAULT_SETTINGS.dropPercent}) AS percent) wanted
  CROSS JOIN LATERAL (
    SELECT coalesce(w.usual_currency, w.added_currency) <> p.currency AS starts_over
  ) known
  CROSS JOIN LATERAL (
    SELECT CASE WHEN known.starts_over THEN p.price_minor ELSE coalesce(w.usual_price_minor, w.added_price_minor) END AS before
  ) usual
  CROSS JOIN LATERAL (
    SELECT p.price_minor > usual.before AS is_dearer,
      wanted.percent > 0 AND p.price_minor < usual.before
        AND p.price_minor::bigint * 100 <= usual.before::bigint * (100 - wanted.percent) AS is_drop,
      coalesce(w.dearer_since <= ${new Date(now.getTime() - DEARER_DAYS * DAY_MS)}::timestamptz, false) AS was_dearer_for_long
  ) price
  CROSS JOIN LATERAL (
    SELECT CASE WHEN price.is_drop OR price.is_dearer AND price.was_dearer_for_long THEN p.price_minor ELSE usual.before END AS usual,
      CASE WHEN price.is_dearer AND NOT price.was_dearer_for_long THEN coalesce(w.dearer_since, ${now}::timestamptz) END AS dearer_since,
      coalesce(p.price_minor <= w.target_minor AND p.currency = w.target_currency, false) AS is_below_target,
      -- While a stock is unknown, its last known state applies.
      coalesce(stock.is_in_stock, w.was_in_stock) AS is_in_stock, coalesce(stock.is_low_stock, w.was_low_stock) AS is_low_stock
  ) after
  CROSS JOIN LATERAL (
    SELECT
      CASE WHEN known.starts_over THEN NULL
        WHEN after.is_below_target AND NOT w.was_below_target AND NOT ${wasNotified('below_target', now)} THEN 'below_target'
        WHEN price.is_drop THEN 'price_drop' END AS price_event,
      CASE WHEN NOT w.watches_stock OR w.was_in_stock IS NULL THEN NULL
        WHEN stock.is_in_stock AND NOT w.was_in_stock AND NOT ${wasNotified('back_in_stock', now)} THEN 'back_in_stock'
        WHEN stock.is_low_stock AND NOT w.was_low_stock AND NOT ${wasNotified('low_stock', now)} THEN 'low_stock' END AS stock_event
  ) events`
