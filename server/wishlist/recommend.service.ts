import { Prisma } from '#prisma/generated/client.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { LISTED } from '#server/platform/listed.ts'
import { REMOVED_DAYS } from './kept-wish.ts'

const SHOWN = 10
const MAX_OF_BRAND = 3

// Candidates are the newest of each category and brand, so that a large catalogue costs no more than a small one.
const CATEGORIES = 5
const OF_CATEGORY = 80
const BRANDS = 8
const OF_BRAND = 40
const NEWEST = 120

// The weight of the category if the whole wishlist consists of it.
const CATEGORY_SAYS = 3
const BRAND_SAYS = 2.5
const COLOUR_SAYS = 1.5
const PRICE_SAYS = 1
/** The weight of popularity for a product that everyone looks at. */
const POPULARITY_SAYS = 0.3
const MAX_POPULARITY = 200
/** People who save women's dresses rarely want to see men's shirts first. */
const OTHER_GENDER_SAYS = -3
/** Prices count as similar up to a quarter more or less. */
const LIKE_PRICE = 1.25
/** Fewer products in a price range, or a smaller share of the list, are not a pattern. */
const MIN_OF_PRICE = 3
const MIN_PART_OF_PRICE = 0.25

interface Recommendation {
  card: ProductCard
  /** The reason for the recommendation: 'Because you saved 3 dresses'. */
  reason: string
}

interface Facts {
  categoryId: string | null
  brandId: string
  /** Families and shades. */
  colours: string[]
  gender: string
  priceBaseMinor: number
}

interface Saved extends Facts {
  category: string | null
  brand: string
  partnerId: string
}

interface Candidate extends Facts {
  id: string
  popularity: number
}

interface Taste {
  /** The number of items on the list. */
  size: number
  categories: Map<string, { count: number; name: string }>
  brands: Map<string, { count: number; name: string }>
  colours: Map<string, number>
  genders: ReadonlySet<string>
  /** In the base currency. */
  prices: number[]
}

/**
 * Returns up to 10 listed products in stock that suit the viewer's wishlist, each with its strongest reason. Leaves out
 * products that are on the list, or were in the last 30 days. Empty if nothing is saved.
 */
export async function recommend({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<Recommendation[]> {
  const saved = await listSaved(db, viewer.userId)
  if (!saved.length) return []
  const taste = tasteOf(saved)
  const candidates = await findCandidates(db, viewer.userId, saved)
  const ranked = candidates
    .flatMap((candidate) => {
      const rating = rate(candidate, taste)
      return rating ? [{ ...candidate, ...rating }] : []
    })
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const ofBrand = new Map<string, number>()
  const chosen = ranked.filter(({ brandId }) => {
    const count = (ofBrand.get(brandId) ?? 0) + 1
    ofBrand.set(brandId, count)
    return count <= MAX_OF_BRAND
  })
  const shown = chosen.slice(0, SHOWN)
  const cards = await findCards(
    db,
    shown.map(({ id }) => id),
  )
  return shown.flatMap(({ id, reason }) => {
    const card = cards.get(id)
    return card ? [{ card, reason }] : []
  })
}

function listSaved(db: Db, userId: string): Promise<Saved[]> {
  // eslint-disable-next-line house/listed-products -- sold-out and unlisted products still show a taste
  return db.$queryRaw<Saved[]>`
    SELECT p.category_id AS "categoryId", c.name AS category, p.brand_id AS "brandId", b.name AS brand, p.partner_id AS "partnerId",
      p.colours, p.gender, p.price_base_minor AS "priceBaseMinor"
    FROM wishlist_items w JOIN products p ON p.id = w.product_id JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id
    WHERE w.user_id = ${userId}::uuid
    ORDER BY w.added_at DESC, w.id DESC`
}

function tasteOf(saved: readonly Saved[]): Taste {
  const colours = Map.groupBy(
    saved.flatMap((wish) => wish.colours),
    (colour) => colour,
  )
  return {
    size: saved.length,
    categories: countNamed(saved, ({ categoryId, category }) => [categoryId, category]),
    brands: countNamed(saved, ({ brandId, brand }) => [brandId, brand]),
    colours: new Map([...colours].map(([colour, { length }]) => [colour, length])),
    genders: new Set(saved.map(({ gender }) => gender)),
    prices: saved.map(({ priceBaseMinor }) => priceBaseMinor),
  }
}

function countNamed(saved: readonly Saved[], read: (wish: Saved) => [id: string | null, name: string | null]) {
  const counts = new Map<string, { count: number; name: string }>()
  for (const [id, name] of saved.map(read))
    if (id !== null && name !== null) counts.set(id, { name, count: (counts.get(id)?.count ?? 0) + 1 })
  return counts
}

/** Rates a product; null if nothing on the list supports it. */
function rate(candidate: Candidate, taste: Taste): { score: number; reason: string } | null {
  const { size, categories, brands, genders, prices } = taste
  const category = candidate.categoryId === null ? undefined : categories.get(candidate.categoryId)
  const brand = brands.get(candidate.brandId)
  const colour = colourInCommon(candidate, taste)
  const ofPrice = prices.filter(
    (price) => price <= candidate.priceBaseMinor * LIKE_PRICE && price >= candidate.priceBaseMinor / LIKE_PRICE,
  ).length
  const reasons = [
    ...(category ? [{ says: (CATEGORY_SAYS * category.count) / size, reason: categoryReason(category) }] : []),
    ...(brand ? [{ says: (BRAND_SAYS * brand.count) / size, reason: `More from ${brand.name}` }] : []),
    ...(colour
      ? [{ says: (COLOUR_SAYS * colour.count) / size, reason: `In ${colour.name}, like items you saved` }]
      : []),
    ...(ofPrice >= Math.max(MIN_OF_PRICE, MIN_PART_OF_PRICE * size)
      ? [{ says: (PRICE_SAYS * ofPrice) / size, reason: 'In your usual price range' }]
      : []),
  ]
  const [strongest] = reasons.toSorted((a, b) => b.says - a.says)
  if (!strongest) return null
  const isOfOtherGender =
    candidate.gender !== '' && !genders.has('') && !genders.has(candidate.gender) && candidate.gender !== 'unisex'
  const score =
    reasons.reduce((sum, { says }) => sum + says, 0) +
    (POPULARITY_SAYS * candidate.popularity) / MAX_POPULARITY +
    (isOfOtherGender ? OTHER_GENDER_SAYS : 0)
  return { score, reason: strongest.reason }
}

/** Returns the most frequent colour. Of equally frequent ones, the more specific: 'sage green' before 'green'. */
function colourInCommon({ colours }: Candidate, taste: Taste): { name: string; count: number } | undefined {
  return colours
    .flatMap((name) => {
      const count = taste.colours.get(name)
      return count === undefined || name === 'multi' ? [] : [{ name, count }]
    })
    .toSorted((a, b) => b.count - a.count || b.name.length - a.name.length || (a.name < b.name ? -1 : 1))[0]
}

/**
 * Returns a reason such as 'Because you saved 3 dresses'. Category names are plurals ('Dresses') or uncountable
 * ('Knitwear').
 */
function categoryReason({ name, count }: { name: string; count: number }): string {
  if (count === 1) return `Similar to your saved item in ${name}`
  return name.endsWith('s')
    ? `Because you saved ${count} ${name.toLowerCase()}`
    : `Because you saved ${count} items in ${name.toLowerCase()}`
}

/** Reads the newest products of the most frequent categories and brands, and of the whole catalogue. */
function findCandidates(db: Db, userId: string, saved: readonly Saved[]): Promise<Candidate[]> {
  const categoryIds = mostFrequent(saved.flatMap(({ categoryId }) => categoryId ?? [])).slice(0, CATEGORIES)
  // Searches by brand and partner, because there is no index for a brand's newest products.
  const brands = mostFrequent(saved.map(({ brandId, partnerId }) => `${brandId} ${partnerId}`))
    .slice(0, BRANDS)
    .map((both) => both.split(' '))
  const canBeShown = Prisma.sql`${LISTED} AND p.is_in_stock
    AND NOT EXISTS (SELECT 1 FROM wishlist_items w WHERE w.user_id = ${userId}::uuid AND w.product_id = p.id)
    AND NOT EXISTS (SELECT 1 FROM removed_wishes r WHERE r.user_id = ${userId}::uuid AND r.product_id = p.id AND r.removed_at > now() - make_interval(days => ${REMOVED_DAYS}::int))`
  const newest = (limit: number) => Prisma.sql`ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`
  return db.$queryRaw<Candidate[]>`
    WITH near AS (
      SELECT found.id FROM unnest(${categoryIds}::uuid[]) asked (category_id) CROSS JOIN LATERAL (
        SELECT p.id FROM products p WHERE p.category_id = asked.category_id AND ${canBeShown} ${newest(OF_CATEGORY)}
      ) found
      UNION
      SELECT found.id FROM unnest(${brands.map(([id]) => id ?? '')}::uuid[], ${brands.map(([, id]) => id ?? '')}::uuid[]) asked (brand_id, partner_id) CROSS JOIN LATERAL (
        SELECT p.id FROM products p WHERE p.partner_id = asked.partner_id AND p.brand_id = asked.brand_id AND ${canBeShown} ${newest(OF_BRAND)}
      ) found
      UNION
      (SELECT p.id FROM products p WHERE ${canBeShown} ${newest(NEWEST)})
    )
    SELECT p.id, p.category_id AS "categoryId", p.brand_id AS "brandId", p.colours, p.gender, p.price_base_minor AS "priceBaseMinor", p.popularity
    FROM near JOIN products p USING (id)`
}

function mostFrequent(values: readonly string[]): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(([a, { length: ofA }], [b, { length: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
    .map(([value]) => value)
}
