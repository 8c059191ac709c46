import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { ListProductsInput } from './catalogue.schema.ts'
import { categoryIdsBelow } from './categories.service.ts'
import { CARD_COLUMNS, CARD_JOINS, LISTED, type ProductCard } from './product-card.ts'
import { toSearchText } from './search-text.ts'
import { toSlug } from './slug.ts'

export interface ProductList {
  products: ProductCard[]
  total: number
  /** The page shown: the last one when a later one was asked for. */
  page: number
  totalPages: number
  /** Names of the brands asked for, as far as they exist. */
  brandNames: string[]
}

const MAX_WORDS = 12

const ORDER: Record<ListProductsInput['sort'], Prisma.Sql> = {
  featured: Prisma.sql`p.is_featured DESC, p.created_at DESC, p.id DESC`,
  newest: Prisma.sql`p.created_at DESC, p.id DESC`,
  price_asc: Prisma.sql`p.price_base_minor, p.id`,
  price_desc: Prisma.sql`p.price_base_minor DESC, p.id DESC`,
  name_asc: Prisma.sql`lower(p.name), p.id`,
  name_desc: Prisma.sql`lower(p.name) DESC, p.id DESC`,
}

/** Listed products that meet every condition, one page of them, and how many there are in all. Every word of `q` must occur (the first 12 count). */
export async function listProducts(db: Db, input: ListProductsInput): Promise<ProductList> {
  const [categoryIds, brands] = await Promise.all([
    input.categories.length ? categoryIdsBelow(db, input.categories) : null,
    input.brands.length ? findBrands(db, input.brands) : null,
  ])
  const words = toSearchText(input.q).split(' ').filter(Boolean).slice(0, MAX_WORDS)
  const where = Prisma.join(
    [
      LISTED,
      // Nothing but punctuation was asked for, and nothing is called that.
      ...(input.q.trim() && !words.length ? [Prisma.sql`FALSE`] : []),
      ...words.map((word) => Prisma.sql`p.search_text LIKE ${`%${word}%`}`),
      ...(categoryIds ? [Prisma.sql`p.category_id = ANY(${categoryIds}::uuid[])`] : []),
      ...(brands ? [Prisma.sql`p.brand_id = ANY(${brands.map((brand) => brand.id)}::uuid[])`] : []),
      ...(input.partnerId ? [Prisma.sql`p.partner_id = ${input.partnerId}::uuid`] : []),
      ...(input.priceMinMinor !== undefined ? [Prisma.sql`p.price_base_minor >= ${input.priceMinMinor}`] : []),
      ...(input.priceMaxMinor !== undefined ? [Prisma.sql`p.price_base_minor <= ${input.priceMaxMinor}`] : []),
      ...(input.onSale ? [Prisma.sql`p.original_price_minor > p.price_minor`] : []),
      ...(input.inStock ? [Prisma.sql`p.is_in_stock`] : []),
    ],
    ' AND ',
  )
  const readPage = (page: number) => db.$queryRaw<ProductCard[]>`
    SELECT ${CARD_COLUMNS}
    FROM (SELECT * FROM products p WHERE ${where} ORDER BY ${ORDER[input.sort]} LIMIT ${input.pageSize} OFFSET ${(page - 1) * input.pageSize}) p
    ${CARD_JOINS} ORDER BY ${ORDER[input.sort]}`
  const count = async () => (await db.$queryRaw<Array<{ total: number }>>`SELECT count(*)::int AS total FROM products p WHERE ${where}`)[0]?.total ?? 0
  // Only the first page is there for sure: a later one is read once it is known to exist.
  const [total, first] = await Promise.all([count(), input.page === 1 ? readPage(1) : null])
  const totalPages = Math.max(1, Math.ceil(total / input.pageSize))
  const page = Math.min(input.page, totalPages)
  const products = first ?? (await readPage(page))
  return { products, total, page, totalPages, brandNames: brands?.map((brand) => brand.name) ?? [] }
}

function findBrands(db: Db, wanted: string[]): Promise<Array<{ id: string; name: string }>> {
  // A name's slug finds it in any spelling; lower() in the database would know ASCII only.
  const slugs = [...wanted, ...wanted.map(toSlug)]
  return db.$queryRaw`SELECT id, name FROM brands WHERE slug = ANY(${slugs}) OR name = ANY(${wanted}) ORDER BY name`
}
