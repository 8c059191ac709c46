/* eslint-disable house/listed-products -- paused partners' products are matched too, because they may be listed tomorrow. Queries for matches filter by LISTED. */
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { parseItem, keysOf, type Item, type ItemFacts } from './item-keys.ts'
import { matchItems, type Match } from './match-items.ts'
import { tellPages } from './pairs.ts'

/** The maximum number of variants compared per product. */
const MAX_VARIANTS = 200
/**
 * If one partner gives a GTIN, style number or name to more products than this, we ignore it for that partner. Others
 * keep their matches.
 */
const MAX_OF_A_PARTNER = 3
/** Maximum partners per key. A key with more is ignored. */
const MAX_PARTNERS = 30
/** The number of products at which a shared key is ignored. */
const MAX_HOLDERS = 2_000

interface FoundMatch extends Match {
  productId: string
  otherId: string
}

/**
 * Finds other partners' products that are the same items as the given products, and stores the matches. Writes new
 * matches and deletes outdated ones, but keeps their open reports, because a match can come back. Unchanged matches
 * stay. Only compares products of approved partners with a key in common, at most three per partner and key.
 * @param ids at most a few hundred. Concurrent calls must not share products: the job makes one call at a time.
 * @returns how many matches these products have
 */
export async function matchProducts(db: Db, ids: readonly string[], now: Date): Promise<number> {
  const items = new Map((await listFacts(db, ids)).map((facts) => [facts.id, parseItem(facts)]))
  await keepKeys(db, ids, items)
  const { pairs, junk } = await listCandidates(db, [...items.keys()])
  // A partner that now uses a key too often loses its matches based on that key.
  const again = await listMatchesAmong(
    db,
    [...junk.values()].map(({ holders }) => holders),
  )
  const all = [...pairs, ...again]
  const known = new Map(items)
  const others = [...new Set(all.flat())].filter((id) => !items.has(id))
  for (const facts of await listFacts(db, others)) known.set(facts.id, parseItem(facts))
  const found: FoundMatch[] = []
  for (const [productId, otherId] of all) {
    const [one, other] = [known.get(productId), known.get(otherId)]
    const match = one && other && matchItems(one, other, (key) => isJunk(junk.get(key), one, other))
    if (match) found.push({ productId, otherId, ...match })
  }
  await db.$transaction((tx) => writeMatches(tx, ids, again, found, now))
  return found.length
}

const listFacts = async (db: Db, ids: readonly string[]): Promise<ItemFacts[]> =>
  ids.length
    ? db.$queryRaw<ItemFacts[]>`
        SELECT p.id, p.partner_id AS "partnerId", p.brand_id AS "brandId", b.name AS brand, p.category_id AS "categoryId", p.gender, p.name, p.appearances,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('sku', sku, 'gtin', gtin) ORDER BY position, id), '[]') FROM (
            SELECT sku, gtin, position, id FROM product_variants v WHERE v.product_id = p.id ORDER BY position, id LIMIT ${MAX_VARIANTS}::int) first_ones) AS variants
        FROM products p JOIN brands b ON b.id = p.brand_id JOIN partners s ON s.id = p.partner_id
        WHERE p.id = ANY(${ids}::uuid[]) AND p.status = 'active' AND p.taken_down_at IS NULL AND s.verification_status = 'approved'`
    : []

/** Stores the keys of products. Products without keys and inactive products are not compared. */
async function keepKeys(db: Db, ids: readonly string[], items: ReadonlyMap<string, Item>): Promise<void> {
  const rows = [...items.values()].map((item) => ({ id: item.id, partnerId: item.partnerId, keys: keysOf(item) }))
  const kept = rows.filter(({ keys }) => keys.length > 0)
  await db.$executeRaw`
    DELETE FROM item_keys WHERE product_id = ANY(${ids}::uuid[]) AND product_id <> ALL(${kept.map(({ id }) => id)}::uuid[])`
  if (!kept.length) return
  const texts = kept.map(({ keys }) => `{${keys.join(',')}}`)
  await db.$executeRaw`
    INSERT INTO item_keys AS k (product_id, partner_id, keys)
    SELECT p.id, r.partner_id, r.keys::bigint[]
    FROM unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map(({ partnerId }) => partnerId)}::uuid[], ${texts}::text[]) r (id, partner_id, keys)
    JOIN products p ON p.id = r.id
    ON CONFLICT (product_id) DO UPDATE SET keys = excluded.keys WHERE k.keys <> excluded.keys`
}

type Pair = readonly [productId: string, otherId: string]
const pairOf = (one: string, other: string): Pair => (one < other ? [one, other] : [other, one])

/** A key that is ignored, either for some partners or (null) for all. */
interface Junk {
  of: ReadonlySet<string> | null
  holders: string[]
}

const isJunk = (junk: Junk | undefined, one: Item, other: Item): boolean =>
  junk !== undefined && (junk.of === null || junk.of.has(one.partnerId) || junk.of.has(other.partnerId))

/**
 * Lists pairs of products of different partners with a common key, the smaller id first. Also lists keys that are used
 * too often, with their products.
 */
async function listCandidates(db: Db, ids: readonly string[]): Promise<{ pairs: Pair[]; junk: Map<bigint, Junk> }> {
  const pairs = new Map<string, Pair>()
  const junk = new Map<bigint, Junk>()
  if (!ids.length) return { pairs: [], junk }
  const rows = await db.$transaction(async (tx) => {
    // The planner does not know the keys, assumes that they are common, and would scan the whole table.
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    return tx.$queryRaw<Array<{ key: bigint; ids: string[]; partners: string[] }>>`
      WITH wanted AS MATERIALIZED (SELECT DISTINCT unnest(keys) AS key FROM item_keys WHERE product_id = ANY(${ids}::uuid[]))
      SELECT w.key, held.ids, held.partners FROM wanted w CROSS JOIN LATERAL (
        SELECT array_agg(product_id::text) AS ids, array_agg(partner_id::text) AS partners FROM (
          SELECT product_id, partner_id FROM item_keys k WHERE k.keys @> ARRAY[w.key] LIMIT ${MAX_HOLDERS}::int
        ) holders
      ) held WHERE cardinality(held.ids) > 1`
  })
  const wanted = new Set(ids)
  for (const { key, ids: holders, partners } of rows) {
    const ofPartner = new Map<string, number>()
    for (const partner of partners) ofPartner.set(partner, (ofPartner.get(partner) ?? 0) + 1)
    if (holders.length === MAX_HOLDERS || ofPartner.size > MAX_PARTNERS) {
      junk.set(key, { of: null, holders })
      continue
    }
    const careless = new Set([...ofPartner].flatMap(([partner, count]) => (count > MAX_OF_A_PARTNER ? partner : [])))
    if (careless.size) junk.set(key, { of: careless, holders })
    const counted = holders.flatMap((id, at) => {
      const partner = partners[at] as string
      return careless.has(partner) ? [] : [{ id, partner }]
    })
    for (const one of counted)
      for (const other of counted)
        if (wanted.has(one.id) && one.partner !== other.partner)
          pairs.set([...pairOf(one.id, other.id)].join(' '), pairOf(one.id, other.id))
  }
  return { pairs: [...pairs.values()], junk }
}

/** Returns the matches between products that share a junk key, because the matches may depend on it. */
async function listMatchesAmong(db: Db, groups: readonly string[][]): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const holders of groups)
    for (const { productId, otherId } of await db.itemMatch.findMany({
      where: { productId: { in: holders }, otherId: { in: holders } },
      select: { productId: true, otherId: true },
    }))
      pairs.push([productId, otherId])
  return pairs
}

type Pairs = Array<{ productId: string; otherId: string }>

async function writeMatches(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  again: readonly Pair[],
  found: readonly FoundMatch[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(found.map((match) => ({ ...match, id: match.productId })))
  const asked = JSON.stringify(again.map(([id, otherId]) => ({ id, otherId })))
  const gone = await tx.$queryRaw<Pairs>`
    WITH found AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${rows}::jsonb) r (id uuid, "otherId" uuid)),
    looked AS (
      SELECT product_id, other_id FROM item_matches WHERE product_id = ANY(${ids}::uuid[])
      UNION SELECT product_id, other_id FROM item_matches WHERE other_id = ANY(${ids}::uuid[])
      UNION SELECT id, "otherId" FROM jsonb_to_recordset(${asked}::jsonb) r (id uuid, "otherId" uuid)
    )
    DELETE FROM item_matches m USING looked l
    WHERE m.product_id = l.product_id AND m.other_id = l.other_id
      AND NOT EXISTS (SELECT 1 FROM found f WHERE f.id = m.product_id AND f."otherId" = m.other_id)
    RETURNING m.product_id AS "productId", m.other_id AS "otherId"`
  const written = await tx.$queryRaw<Pairs>`
    INSERT INTO item_matches AS m (product_id, other_id, way, evidence, away, matched_at)
    SELECT one.id, other.id, r.way::match_way, r.evidence, r.away, ${now}::timestamptz
    FROM jsonb_to_recordset(${rows}::jsonb) r (id uuid, "otherId" uuid, way text, evidence text, away smallint)
    JOIN products one ON one.id = r.id JOIN products other ON other.id = r."otherId"
    ON CONFLICT (product_id, other_id) DO UPDATE SET way = excluded.way, evidence = excluded.evidence, away = excluded.away, matched_at = excluded.matched_at
    WHERE (m.way, m.evidence, m.away) IS DISTINCT FROM (excluded.way, excluded.evidence, excluded.away)
    RETURNING m.product_id AS "productId", m.other_id AS "otherId"`
  await tellPages(tx, [...gone, ...written])
}
