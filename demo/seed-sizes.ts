import type { Db } from '#server/platform/db.ts'
import type { Measure } from '#server/sizing/measures-values.schema.ts'
import type { SizeRow } from '#server/sizing/size-ladder.schema.ts'
import { parseSizeOfKind } from '#server/search/attributes/size-kinds.ts'
import { sizeKey } from '#server/sizing/sizes.ts'
import { Random } from './catalogue/random.ts'
import { demoId } from './demo-ids.ts'

const SEED = 18
type Audience = 'women' | 'men'
/** The demo's categories without tables, so that pages show that case. */
const WITHOUT = new Set(['bags', 'jewellery-watches', 'accessories', 'activewear'])
/** One in this many brands has no tables. */
const BRANDS_WITHOUT = 5

/** A measure of the middle size, and the step to the next, in millimetres. */
type Scale = Partial<Record<Measure, readonly [middle: number, step: number]>>
const BODIES: Readonly<Record<Audience, Scale>> = {
  women: { chest: [920, 50], waist: [740, 50], hip: [980, 50] },
  men: { chest: [1000, 60], waist: [860, 60], hip: [1010, 55] },
}
/**
 * A step of a shoe size in millimetres: a third of an inch in Britain, half of that for US half sizes, two thirds of a
 * centimetre in Europe.
 */
const SHOE_STEP: Readonly<Record<string, number>> = { 'EU ': 6.67, 'UK ': 8.47, 'US ': 4.23 }
const FOOT: Readonly<Record<Audience, number>> = { women: 243, men: 273 }

/** Sizes as stores write them, small to large, with the index of the middle one. */
const letters = { labels: ['XS', 'S', 'M', 'L', 'XL', 'XXL'], middle: 2 }
const numbered = (system: string, from: number, to: number, middle: number, step = 2) => {
  const labels = Array.from({ length: (to - from) / step + 1 }, (_, at) => `${system}${from + at * step}`)
  return { labels, middle: (middle - from) / step }
}
type Labels = typeof letters

/** Returns a brand's size labels, according to its products. @param sizes size keys of its products of one kind */
function scalesFor(sizes: readonly string[], audience: Audience): Labels[] {
  const has = (start: string) => sizes.some((size) => size.startsWith(start))
  const women = audience === 'women'
  return [
    ...(sizes.some((size) => letters.labels.includes(size)) ? [letters] : []),
    ...(has('UK ') ? [women ? numbered('UK ', 6, 18, 12) : numbered('UK ', 7, 12, 9, 1)] : []),
    ...(has('EU ') ? [women ? numbered('EU ', 34, 44, 40) : numbered('EU ', 46, 56, 50)] : []),
    ...(has('US ') && women ? [numbered('US ', 0, 14, 8)] : []),
    ...(sizes.some((size) => /^\d\dR$/.test(size)) ? [chests()] : []),
    ...(has('W') ? [numbered('W', women ? 24 : 28, women ? 33 : 38, women ? 28 : 32, women ? 1 : 2)] : []),
  ]
}

const chests = (): Labels => ({ labels: ['36R', '38R', '40R', '42R', '44R', '46R'], middle: 2 })

/** Returns shoe sizes by foot length: one size per step. */
function shoesFor(sizes: readonly string[], audience: Audience): { labels: Labels; scale: Scale } | null {
  const women = audience === 'women'
  const system = ['EU ', 'UK ', 'US '].find((start) => sizes.some((size) => size.startsWith(start)))
  if (!system) return null
  return { labels: shoeLabels(system, women), scale: { foot: [FOOT[audience], SHOE_STEP[system] ?? 6.67] } }
}

function shoeLabels(system: string, women: boolean): Labels {
  if (system === 'EU ') return women ? numbered(system, 36, 41, 38, 1) : numbered(system, 40, 46, 43, 1)
  if (system === 'UK ') return women ? numbered(system, 3, 8, 5, 1) : numbered(system, 7, 12, 9, 1)
  return women ? numbered(system, 6, 10, 7, 0.5) : numbered(system, 8, 13, 10, 0.5)
}

/**
 * Returns a scale around the brand's own middle. Some brands cut small and others roomy; their sizes touch or have
 * gaps.
 */
function rowsOf(
  { labels, middle }: Labels,
  scale: Scale,
  cut: { shift: number; stretch: number; gap: number },
  half = false,
): SizeRow[] {
  return labels.map((label, at) => ({
    label,
    key: sizeKey(label) ?? label,
    body: Object.fromEntries(
      Object.entries(scale).map(([measure, [centre, step]]) => {
        const width = step * cut.stretch * (half ? 0.5 : 1)
        const from = centre + cut.shift * step + (at - middle - 0.5) * width
        // Rounds as printed tables do: girths to centimetres, feet to millimetres.
        const grain = measure === 'foot' ? 1 : 10
        const rounded = (mm: number) => Math.round(mm / grain) * grain
        return [measure, [rounded(from), rounded(from + width - cut.gap * width)]]
      }),
    ),
  }))
}

/**
 * Creates the size tables of the demo's brands, each with a different cut, in the size systems of their products. Some
 * brands and categories have none. Runs once and changes no existing data.
 */
export async function seedSizes(db: Db): Promise<void> {
  if (await db.sizeTable.findFirst({ select: { id: true } })) return
  const kinds = await db.$queryRaw<
    Array<{ partnerId: string; brandId: string; categoryId: string; slug: string; audience: Audience; sizes: string[] }>
  >`
    SELECT p.partner_id AS "partnerId", p.brand_id AS "brandId", coalesce(up.id, c.id) AS "categoryId", coalesce(up.slug, c.slug) AS slug, p.gender AS audience,
      array_agg(DISTINCT s.size) AS sizes
    FROM products p JOIN categories c ON c.id = p.category_id LEFT JOIN categories up ON up.id = c.parent_id
      CROSS JOIN LATERAL unnest(p.sizes) AS s(size)
    WHERE p.gender IN ('women', 'men') GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 4, 5`
  const brands = [...new Set(kinds.map(({ brandId }) => brandId))]
  const tables = kinds.flatMap(({ partnerId, brandId, categoryId, slug, audience, sizes: keys }, number) => {
    const sizes = keys.filter((key) => !parseSizeOfKind(key))
    const nth = brands.indexOf(brandId)
    if (WITHOUT.has(slug) || nth % BRANDS_WITHOUT === BRANDS_WITHOUT - 1) return []
    const random = new Random(SEED + nth)
    const cut = { shift: random.next() * 0.9 - 0.45, stretch: 0.95 + random.next() * 0.2, gap: nth % 2 ? 0.15 : 0 }
    const shoes = slug === 'shoes' ? shoesFor(sizes, audience) : null
    const [scale] = slug === 'shoes' ? [] : scalesFor(sizes, audience)
    const labels = shoes?.labels ?? scale
    if (!labels) return []
    const isLower = slug === 'denim' || slug === 'trousers-skirts'
    const { chest, ...lower } = BODIES[audience]
    const body: Scale = isLower || !chest ? lower : { chest, ...lower }
    const isFine = !shoes && labels.labels.length > 8
    const rows = rowsOf(labels, shoes?.scale ?? body, cut, isFine)
    const said = {
      source: nth % 3 ? ('partner' as const) : ('brand' as const),
      measures: 'body' as const,
      rows: rows as never,
    }
    return [{ id: demoId(SEED, 'size-table', number), partnerId, brandId, categoryId, audience, ...said }]
  })
  await db.sizeTable.createMany({ data: tables, skipDuplicates: true })
  await db.sizeTableVersion.createMany({
    data: tables.map(({ id, source, measures, rows }) => ({
      tableId: id,
      revision: 1,
      source,
      measures,
      rows,
      savedByName: 'The demo',
    })),
    skipDuplicates: true,
  })
}
