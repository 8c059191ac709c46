import { labelSlug } from '#server/catalogue/label-slug.ts'
import type { Db } from '#server/platform/db.ts'
import { LISTED, OPEN } from '#server/platform/listed.ts'

/** How long a label is kept without a product, because an import may add its products in several steps. */
const UNUSED_DAYS = 1
/** Maximum labels renamed or deleted at a time. */
const MAX_AT_ONCE = 1_000

/**
 * Assigns labels to their owners and sets their spelling: the owner's, else the one of most listed products. A partner
 * owns the label of its approved name, unless the label already has an owner, or two partners were approved under names
 * with the same label.
 * @returns the numbers of labels with a new owner and with a new spelling
 */
export async function settleLabels(db: Db): Promise<{ owned: number; spelled: number }> {
  const owned = await giveLabels(db)
  const spelled = (await spellOwned(db)) + (await spellOthers(db))
  return { owned, spelled }
}

async function giveLabels(db: Db): Promise<number> {
  const partners = await db.$queryRaw<Array<{ id: string; name: string }>>`
    SELECT s.id, s.approved_name AS name FROM partners s WHERE ${OPEN} AND s.approved_name IS NOT NULL`
  const bySlug = Map.groupBy(partners, ({ name }) => labelSlug(name))
  const single = [...bySlug].flatMap(([slug, [one, another]]) => (one && !another ? [{ slug, id: one.id }] : []))
  return db.$executeRaw`
    UPDATE brands b SET owner_id = named.id FROM unnest(${single.map(({ slug }) => slug)}::text[], ${single.map(({ id }) => id)}::uuid[]) named (slug, id)
    WHERE b.slug = named.slug AND b.owner_id IS NULL`
}

/** Uses the owner's current name if it matches the label, else the spelling on the owner's products. */
async function spellOwned(db: Db): Promise<number> {
  const labels = await db.$queryRaw<
    Array<{
      id: string
      slug: string
      name: string
      businessName: string
      approvedName: string | null
      spelling: string | null
    }>
  >`
    SELECT b.id, b.slug, b.name, s.business_name AS "businessName", s.approved_name AS "approvedName", n.name AS spelling
    FROM brands b JOIN partners s ON s.id = b.owner_id LEFT JOIN brand_spellings n ON n.brand_id = b.id AND n.partner_id = s.id
    WHERE ${OPEN} AND b.name <> s.business_name`
  const changes = labels.flatMap(({ id, slug, name, businessName, approvedName, spelling }) => {
    const wanted =
      [businessName, approvedName, spelling].find((each) => each !== null && labelSlug(each) === slug) ?? name
    return wanted === name ? [] : [{ id, name: wanted }]
  })
  return spell(db, changes)
}

async function spellOthers(db: Db): Promise<number> {
  const changes = await db.$queryRaw<Array<{ id: string; name: string }>>`
    WITH doubtful AS (
      SELECT b.id, b.name FROM brands b WHERE NOT EXISTS (SELECT FROM partners s WHERE s.id = b.owner_id AND ${OPEN})
        AND EXISTS (SELECT FROM brand_spellings n WHERE n.brand_id = b.id AND n.name <> b.name) ORDER BY b.id
    ), counted AS (
      SELECT d.id, d.name AS was, n.name, sum((SELECT count(*) FROM products p WHERE p.brand_id = d.id AND p.partner_id = n.partner_id AND ${LISTED})) AS products
      FROM doubtful d JOIN brand_spellings n ON n.brand_id = d.id GROUP BY 1, 2, 3
    )
    SELECT id, name FROM (SELECT DISTINCT ON (id) id, was, name FROM counted WHERE products > 0 ORDER BY id, products DESC, name = was DESC, name) most
    WHERE name <> was LIMIT ${MAX_AT_ONCE}`
  return spell(db, changes)
}

async function spell(db: Db, changes: ReadonlyArray<{ id: string; name: string }>): Promise<number> {
  if (!changes.length) return 0
  return db.$executeRaw`
    UPDATE brands b SET name = wanted.name FROM unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ name }) => name)}::text[]) wanted (id, name)
    WHERE b.id = wanted.id AND b.name <> wanted.name`
}

/**
 * Deletes labels that no product has had for a day. Keeps labels that an import has locked for use, labels with an
 * owner or a size table, and labels in saved searches or followed lists, where people saved the name.
 * @returns the number of deleted labels
 */
export async function deleteUnusedLabels(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - UNUSED_DAYS * 86_400_000)
  const saved = await savedLabels(db)
  let deleted = 0
  for (;;) {
    signal?.throwIfAborted()
    const count = await deleteSome(db, before, saved)
    deleted += count
    if (count < MAX_AT_ONCE) return deleted
  }
}

/** Returns the labels in saved searches and followed lists, by slug. */
async function savedLabels(db: Db): Promise<Set<string>> {
  const slugs = new Set<string>()
  for (let after = ''; ;) {
    const lists = await db.$queryRaw<Array<{ list: string }>>`
      SELECT DISTINCT list FROM saved_searches WHERE list > ${after} AND strpos(list, 'brand') > 0 ORDER BY list LIMIT ${MAX_AT_ONCE}`
    for (const { list } of lists) {
      const params = new URLSearchParams(list.slice(list.indexOf('?')))
      const denied = (params.get('not') ?? '').split(',').filter((entry) => entry.startsWith('brand:'))
      for (const label of [
        ...(params.get('brands') ?? '').split(','),
        ...denied.map((entry) => entry.slice('brand:'.length)),
      ])
        slugs.add(labelSlug(label))
    }
    const last = lists.at(-1)
    if (lists.length < MAX_AT_ONCE || !last) return slugs
    after = last.list
  }
}

/* eslint-disable house/listed-products -- a product in any state uses its label */
function deleteSome(db: Db, before: Date, saved: ReadonlySet<string>): Promise<number> {
  return db.$executeRaw`
    DELETE FROM brands WHERE id IN (
      SELECT b.id FROM brands b
      WHERE b.owner_id IS NULL AND uuid_extract_timestamp(b.id) < ${before} AND b.slug <> ALL(${[...saved]}::text[])
        AND NOT EXISTS (SELECT FROM products p WHERE p.brand_id = b.id) AND NOT EXISTS (SELECT FROM size_tables t WHERE t.brand_id = b.id)
      ORDER BY b.id LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED
    )`
}
