import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { ACTIVE, LISTED, OPEN } from '#server/platform/listed.ts'
import type { AdministeredCatalogue, NamedCatalogue } from './lexicon.ts'

/** Labels that sentences may name, owned ones first. */
export const MAX_LABELS = 10_000
/** Tags that sentences may name, those with the most partners first. The same limit applies to sizes and to colours. */
export const MAX_TAGS = 2_000
/** The newest products that are sampled, equally from all partners. Reading a million for a list of tags would take seconds. */
const SAMPLE = 20_000
const MIN_OF_A_PARTNER = 10
/** An unowned label or tag counts once this many open partners use it in listed products. */
const MIN_PARTNERS = 2
const LONGEST_NAME = 100
/** A full read from a cold disk takes seconds, and every first search waits for it. */
const LONGEST_MS = 60_000
/** The number of groups, a power of two. Names are compared in groups, so that a new name costs only its group. */
const GROUPS = 256

/** A changed part of the vocabulary. */
export type VocabularyGroup = { group: string; mark: string } & (
  | { kind: 'names'; content: Pick<NamedCatalogue, 'brands' | 'tags'> }
  | { kind: 'categories'; content: AdministeredCatalogue['categories'] }
  | { kind: 'colours' | 'sizes'; content: string[] }
)

/**
 * Labels of listed products that have an owner or that two partners use. Products of other labels are not read: their
 * number is unlimited.
 */
const LABELS = Prisma.sql`
  owned AS MATERIALIZED (SELECT b.id FROM brands b JOIN partners s ON s.id = b.owner_id WHERE ${OPEN}),
  shared AS MATERIALIZED (
    SELECT n.brand_id AS id FROM brand_spellings n JOIN partners s ON s.id = n.partner_id
    WHERE ${OPEN} AND n.brand_id NOT IN (SELECT id FROM owned) GROUP BY 1 HAVING count(*) >= ${MIN_PARTNERS}
  ), labels AS (
    (SELECT b.slug, b.name, true AS is_owned FROM owned JOIN brands b USING (id)
      WHERE length(b.name) <= ${LONGEST_NAME} AND EXISTS (SELECT FROM products p WHERE p.brand_id = b.id AND ${LISTED}) ORDER BY b.slug LIMIT ${MAX_LABELS})
    UNION ALL
    (SELECT b.slug, b.name, false FROM shared JOIN brands b USING (id)
      WHERE length(b.name) <= ${LONGEST_NAME} AND ${MIN_PARTNERS} <= (
        SELECT count(*) FROM brand_spellings n WHERE n.brand_id = b.id AND EXISTS (SELECT FROM products p WHERE p.brand_id = b.id AND p.partner_id = n.partner_id AND ${LISTED})
      ) ORDER BY b.slug LIMIT ${MAX_LABELS})
  )`

/**
 * Counts the partners and products of each tag, colour and size in the newest products of every open partner. Do not
 * write
 * `partner_id = open.id`: with stale statistics the planner would scan everyone's newest products for each partner.
 * Only the index of a partner's products has this order.
 */
const COUNTED = Prisma.sql`
  open AS MATERIALIZED (SELECT s.id FROM partners s WHERE ${OPEN}),
  newest AS MATERIALIZED (
    SELECT p.* FROM open CROSS JOIN LATERAL (
      SELECT p.partner_id, p.tags, p.style_tags, p.colours, p.sizes FROM products p WHERE p.partner_id >= open.id AND p.partner_id <= open.id AND ${ACTIVE}
      ORDER BY p.partner_id, p.created_at DESC, p.id DESC LIMIT (SELECT greatest(${MIN_OF_A_PARTNER}::int, ${SAMPLE}::int / greatest(1, count(*))) FROM open)
    ) p LIMIT ${SAMPLE * 2}
  ), counted AS (
    SELECT kind, value, count(DISTINCT partner_id) AS partners, count(*) AS products FROM (
      SELECT 'tag' AS kind, partner_id, unnest(tags || style_tags) AS value FROM newest
      UNION ALL SELECT 'colours', partner_id, unnest(colours) FROM newest
      UNION ALL SELECT 'sizes', partner_id, unnest(sizes) FROM newest
    ) named WHERE length(value) <= ${LONGEST_NAME} GROUP BY kind, value
  )`

/**
 * Reads the vocabulary groups that differ from `known` (marks by group): brand and tag names in groups by hash,
 * categories, colours and sizes. The database compares, so unchanged groups are not transferred. A group without names
 * left is empty.
 */
export async function listVocabulary(db: Db, known: ReadonlyMap<string, string>): Promise<VocabularyGroup[]> {
  return db.$transaction(
    async (tx) => {
      // Prevents sequential scans: the planner has no statistics of labels that an import has just added, and would
      // scan all products for each.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      return tx.$queryRaw<VocabularyGroup[]>`
    WITH ${LABELS}, ${COUNTED}, names AS (
      (SELECT 'brand' AS kind, slug AS value, name, is_owned FROM labels ORDER BY is_owned DESC, slug LIMIT ${MAX_LABELS})
      UNION ALL
      (SELECT 'tag', value, value, false FROM counted WHERE kind = 'tag' AND partners >= ${MIN_PARTNERS} ORDER BY partners DESC, products DESC, value LIMIT ${MAX_TAGS})
    ), placed AS (
      SELECT kind, value, row_number() OVER (PARTITION BY kind ORDER BY partners DESC, products DESC, value) AS place FROM counted WHERE kind <> 'tag'
    ), groups AS (
      SELECT (hashtext(value) & ${GROUPS - 1}::int)::text AS "group", 'names' AS kind, jsonb_build_object(
        'brands', coalesce(jsonb_agg(jsonb_build_object('slug', value, 'name', name, 'isOwned', is_owned) ORDER BY value) FILTER (WHERE kind = 'brand'), '[]'),
        'tags', coalesce(jsonb_agg(value ORDER BY value) FILTER (WHERE kind = 'tag'), '[]')) AS content
      FROM names GROUP BY 1
      UNION ALL SELECT kind, kind, jsonb_agg(value ORDER BY value) FROM placed WHERE place <= ${MAX_TAGS} GROUP BY kind
      UNION ALL SELECT 'categories', 'categories', coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name, 'parent', above.slug) ORDER BY c.level, c.sort_order, c.slug), '[]')
      FROM categories c LEFT JOIN categories above ON above.id = c.parent_id WHERE c.is_active
    ), marked AS (SELECT *, md5(content::text) AS mark FROM groups),
    known AS (SELECT * FROM unnest(${[...known.keys()]}::text[], ${[...known.values()]}::text[]) k ("group", mark))
    SELECT "group", coalesce(marked.mark, '') AS mark,
      coalesce(kind, CASE WHEN "group" IN ('colours', 'sizes') THEN "group" ELSE 'names' END) AS kind,
      coalesce(content, CASE WHEN "group" IN ('colours', 'sizes') THEN '[]' ELSE '{"brands": [], "tags": []}' END::jsonb) AS content
    FROM marked FULL JOIN known USING ("group") WHERE coalesce(marked.mark, '') IS DISTINCT FROM known.mark`
    },
    { timeout: LONGEST_MS },
  )
}
