import { CLICK_WINDOW_DAYS } from '#server/partners/terms.values.ts'
import { inOneTrip, type Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { COUNTED_A_DAY, YOUNG_CLICKS_A_DAY, YOUNG_CLICKS_A_MINUTE } from './address-limits.ts'
import type { Click, IdentifiedClick } from './click.ts'
import { VERSION, type Departure, type Departures, type Target } from './departures.ts'
import { recentIds } from './partitions.ts'
import { countWritten, planName } from './plan-name.ts'

const REPEAT_MINUTES = 60
const RATE_LIMIT = 20

/**
 * Judges a group of clicks and writes it. The clicks are durable when this returns. The reasons not to count a click,
 * in order:
 *
 * 1. 'bot', 'head', 'prefetch', 'unverified_host': the request itself shows it.
 * 2. 'unknown_user': the session could not be read. 'self': it is the partner's own account.
 * 3. 'rate': more than 20 a minute by the visitor, or more than the limit for young visitors at their address.
 * 4. 'duplicate': a counted click of the same visitor and product within 60 minutes, before it or earlier in the group.
 * 5. 'rate' again: the address has reached its daily limit for the product. Young visitors come last.
 *
 * An order that names a click with 'rate', 'duplicate' or 'unknown_user' still earns (match-order.ts). A repeat carries
 * the id of the counted click, even if it also has another reason. Every other click carries its own id, counted or
 * not. Leaves out clicks on products that are not among the targets, clicks already written, and clicks with a target
 * that has changed since it was read.
 * @param departures of the products, by id
 * @param isRead the departures have just been read, so a later change no longer matters
 */
export async function insertClicks(
  db: Db,
  clicks: IdentifiedClick[],
  departures: Departures,
  { isRead }: { isRead: boolean },
): Promise<{ carriedIds: Map<string, string>; changed: Set<string> }> {
  const rows = clicks.flatMap((click, n) => {
    const departure = departures.get(click.productId)
    return departure ? [{ ...evidenceOf(click, departure, n), version: isRead ? null : departure.target.version }] : []
  })
  const carriedIds = new Map<string, string>()
  const changed = new Set<string>()
  if (!rows.length) return { carriedIds, changed }
  const ids = recentIds().clicks
  const now = new Date()
  const written = await inOneTrip<{ id: string; carriedId: string | null }>(db, [
    LOCK,
    { name: planName(db, now), text: WRITE, values: [JSON.stringify(rows), ids.from, ids.until] },
  ])
  countWritten(db, now, rows.length)
  for (const { id, carriedId } of written) {
    if (carriedId === null) changed.add(id)
    else carriedIds.set(id, carriedId)
  }
  return { carriedIds, changed }
}

/**
 * Lets one process at a time write clicks. A separate statement, because only the snapshot of the next statement sees
 * what another process wrote during the wait. PostgreSQL keeps one plan for all values, because planning for all
 * partitions takes longer than the statement.
 */
const LOCK = {
  name: 'lock clicks',
  text: `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), pg_advisory_xact_lock(${LOCKS.clicks})`,
  values: [],
}

/** Leaves out the partitions of other months, even if PostgreSQL plans the statement for any values. */
const RECENT = 'o.id >= $2 AND o.id < $3'

/** The parts of the statement. Comments are outside the texts, because the texts are sent to PostgreSQL. */
const CLICKS = [
  // The group. `reason` is why a click does not count, if the click itself shows it. A null `version` is not
  // compared.
  `offered AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS c (
      n int, id text, clicked_at timestamptz, partner_id uuid, product_id uuid, variant_id uuid, user_id uuid, visitor_id text, is_young boolean,
      surface text, position int, agent text, search_id text, destination_url text, destination_host text, price_minor int, currency text, stock int,
      referrer_path text, browser_family text, country text, is_located boolean, device text, ip_hash text, reason text, version text)
  )`,
  // Products that have changed since their departures were read.
  // eslint-disable-next-line house/listed-products -- the version proves that the row is still as it was when listed
  `changed AS (
    SELECT o.product_id FROM (SELECT DISTINCT product_id, version FROM offered WHERE version IS NOT NULL) o
    WHERE o.version IS DISTINCT FROM (SELECT ${VERSION} FROM products p JOIN partners s ON s.id = p.partner_id WHERE p.id = o.product_id)
  )`,
  `incoming AS (SELECT * FROM offered WHERE product_id NOT IN (SELECT product_id FROM changed))`,
  // Clicks of each visitor within the last minute, up to the limit.
  `visitors AS MATERIALIZED (
    SELECT v.visitor_id, (SELECT count(*) FROM (
      SELECT 1 FROM outbound_clicks o WHERE o.visitor_id = v.visitor_id AND ${RECENT} AND o.clicked_at > now() - interval '1 minute' LIMIT ${RATE_LIMIT}) recent) AS before
    FROM (SELECT DISTINCT visitor_id FROM incoming) v
  )`,
  // For each address of young visitors: clicks within the last minute, and counted clicks of the day.
  `addresses AS MATERIALIZED (
    SELECT a.ip_hash, (SELECT count(*) FROM (
      SELECT 1 FROM outbound_clicks o WHERE o.ip_hash = a.ip_hash AND ${RECENT} AND o.clicked_at > now() - interval '1 minute' LIMIT ${YOUNG_CLICKS_A_MINUTE}
    ) recent) AS of_minute, (SELECT count(*) FROM (
      SELECT 1 FROM outbound_clicks o WHERE o.ip_hash = a.ip_hash AND ${RECENT} AND o.is_valid LIMIT ${YOUNG_CLICKS_A_DAY}
    ) counted) AS of_day
    FROM (SELECT DISTINCT ip_hash FROM incoming WHERE is_young AND ip_hash IS NOT NULL) a
  )`,
  // Numbers the clicks of each visitor, and those of each address, young and other visitors separately.
  `placed AS (
    SELECT *, row_number() OVER (PARTITION BY visitor_id ORDER BY n) AS of_visitor, row_number() OVER (PARTITION BY ip_hash, is_young ORDER BY n) AS of_address
    FROM incoming
  )`,
  // `fault` is the first reason not to count a click. `earlier_id` is the counted click that it repeats.
  `rated AS (
    SELECT c.*, CASE
        WHEN c.reason IS NOT NULL THEN c.reason
        WHEN v.before + c.of_visitor > ${RATE_LIMIT} THEN 'rate'
        WHEN c.is_young AND c.ip_hash IS NULL THEN 'rate'
        WHEN c.is_young AND a.of_minute + c.of_address > ${YOUNG_CLICKS_A_MINUTE} THEN 'rate'
        WHEN c.is_young AND a.of_day + c.of_address > ${YOUNG_CLICKS_A_DAY} THEN 'rate'
      END AS fault,
      (SELECT o.id FROM outbound_clicks o WHERE o.visitor_id = c.visitor_id AND o.product_id = c.product_id AND ${RECENT} AND o.is_valid
        AND o.clicked_at > now() - make_interval(mins => ${REPEAT_MINUTES}) ORDER BY o.clicked_at LIMIT 1) AS earlier_id
    FROM placed c JOIN visitors v USING (visitor_id) LEFT JOIN addresses a USING (ip_hash)
  )`,
  // For each visitor and product: the first click in the group that may count.
  `firsts AS (
    SELECT DISTINCT ON (visitor_id, product_id) visitor_id, product_id, id, ip_hash, is_young, n FROM rated
    WHERE fault IS NULL AND earlier_id IS NULL ORDER BY visitor_id, product_id, n
  )`,
  // Numbers them by address and product, young visitors last.
  `of_products AS (
    SELECT *, row_number() OVER (PARTITION BY ip_hash, product_id ORDER BY is_young, n) AS place FROM firsts
  )`,
  // Counts from before the group, one for each address and product. Do not join the counts instead, because
  // PostgreSQL expects one row here and would run a nested loop over the group for every click. Hashes change daily, so
  // all clicks with a hash are from one day.
  `counted AS (
    SELECT *, CASE WHEN place = 1 AND ip_hash IS NOT NULL THEN (SELECT count(*) FROM (
      SELECT 1 FROM outbound_clicks o WHERE o.ip_hash = of_products.ip_hash AND o.product_id = of_products.product_id AND ${RECENT} AND o.is_valid LIMIT ${COUNTED_A_DAY.all}
    ) known) END AS before
    FROM of_products
  )`,
  // Numbers the first clicks of each address and product that day.
  `numbered AS (
    SELECT *, place + max(before) OVER (PARTITION BY ip_hash, product_id) AS number FROM counted
  )`,
  // Whether a first click is beyond the daily limit of its address and product.
  `chosen AS MATERIALIZED (
    SELECT visitor_id, product_id, id AS first_id, number = 1 AS is_first_of_address,
      (number > CASE WHEN is_young THEN ${COUNTED_A_DAY.young} ELSE ${COUNTED_A_DAY.all} END) IS TRUE AS is_too_many
    FROM numbered
  )`,
  // Every click with its final reason, and the click that it repeats.
  `judged AS (
    SELECT r.*, (c.is_first_of_address AND c.first_id = r.id) IS TRUE AS is_first_of_address,
      coalesce(r.fault, CASE WHEN c.is_too_many THEN 'rate' END) AS final_fault,
      nullif(coalesce(r.earlier_id, CASE WHEN NOT c.is_too_many THEN c.first_id END), r.id) AS duplicate_of
    FROM rated r LEFT JOIN chosen c USING (visitor_id, product_id)
  )`,
  // A click that an earlier try has written is not written again.
  `written AS (
    INSERT INTO outbound_clicks (id, clicked_at, expires_at, partner_id, product_id, variant_id, user_id, visitor_id, surface, position, agent, search_id,
      destination_url, destination_host, price_minor, currency, stock, referrer_path, browser_family, country, is_located, device, ip_hash, is_valid, invalid_reason,
      duplicate_of, is_first_of_address)
    SELECT id, clicked_at, clicked_at + make_interval(days => ${CLICK_WINDOW_DAYS}), partner_id, product_id, variant_id, user_id, visitor_id, surface, position,
      agent, search_id, replace(destination_url, id, coalesce(duplicate_of, id)), destination_host, price_minor, currency, stock, referrer_path, browser_family,
      country, is_located, device, ip_hash, final_fault IS NULL AND duplicate_of IS NULL, coalesce(final_fault, CASE WHEN duplicate_of IS NOT NULL THEN 'duplicate' END), duplicate_of,
      is_first_of_address
    FROM judged ORDER BY n
    ON CONFLICT (id) DO NOTHING
    RETURNING id, duplicate_of
  )`,
]

/** Returns the written clicks with the ids that their links carry, and clicks on changed products with null. */
const WRITE = `WITH ${CLICKS.join(', ')}
  SELECT id, coalesce(duplicate_of, id) AS "carriedId" FROM written
  UNION ALL SELECT id, NULL FROM offered WHERE product_id IN (SELECT product_id FROM changed)`

const userReason = ({ ownPartnerId, isUserUnknown }: Click, { partnerId }: Target) =>
  isUserUnknown ? 'unknown_user' : ownPartnerId === partnerId ? 'self' : null

function evidenceOf(click: IdentifiedClick, { target, wayTo }: Departure, n: number) {
  const variant = target.variants.find((candidate) => candidate.id === click.variantId)
  const way = wayTo?.(click.variantId)
  return {
    n,
    id: click.id,
    clicked_at: click.clickedAt,
    partner_id: target.partnerId,
    product_id: click.productId,
    variant_id: variant?.id ?? null,
    user_id: click.userId,
    visitor_id: click.visitorId,
    is_young: click.isYoung,
    surface: click.surface,
    position: click.position,
    agent: click.agent,
    search_id: click.searchId,
    destination_url: way ? way.link(click.id) : (target.productUrl ?? ''),
    destination_host: way?.host ?? '',
    price_minor: variant?.priceMinor ?? target.priceMinor,
    currency: target.currency,
    stock: variant ? variant.stock : target.stock,
    referrer_path: click.referrerPath,
    browser_family: click.browserFamily,
    country: click.country,
    is_located: click.isLocated,
    device: click.device,
    ip_hash: click.ipHash,
    reason: click.uncounted ?? (way ? userReason(click, target) : 'unverified_host'),
  }
}
