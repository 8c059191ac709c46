import type { Db } from '#server/platform/db.ts'
import { LISTED, OPEN_WHERE } from '#server/platform/listed.ts'
import { SUPPORT_TOPICS } from '#server/support/ticket-values.schema.ts'
import { patternsWith } from './addresses.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** The protocol's limit is 50,000 addresses a file. With about 120 bytes each, no file exceeds 2 MB. */
const PRODUCTS_A_FILE = 10_000

export interface SitemapEntry {
  path: string
  /** ISO date. */
  lastModified?: string
}

export async function countProductFiles(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ n: number }>>`SELECT count(*)::int AS n FROM products p WHERE ${LISTED}`
  return Math.max(1, Math.ceil((row?.n ?? 0) / PRODUCTS_A_FILE))
}

/** Lists the products of one file, counted from 1. */
export async function listProductEntries(db: Db, file: number): Promise<SitemapEntry[]> {
  const rows = await db.$queryRaw<Array<{ id: string; updatedAt: Date }>>`
    SELECT p.id, p.updated_at AS "updatedAt" FROM products p WHERE ${LISTED}
    ORDER BY p.id LIMIT ${PRODUCTS_A_FILE} OFFSET ${(file - 1) * PRODUCTS_A_FILE}`
  return rows.map((row) => ({ path: `/product/${row.id}`, lastModified: row.updatedAt.toISOString().slice(0, 10) }))
}

/** The sitemap entries for patterns of the address table that stand for several pages. */
const PAGES = lookup<(db: Db) => Promise<string[]>>({
  '/discover': async (db) => {
    const categories = await db.category.findMany({
      where: { isActive: true },
      select: { slug: true },
      orderBy: { slug: 'asc' },
    })
    return ['/discover?all=true', ...categories.map(({ slug }) => `/discover?category=${slug}`)]
  },
  '/brand/*': async (db) => {
    const partners = await db.partner.findMany({ where: OPEN_WHERE, select: { id: true }, orderBy: { id: 'asc' } })
    return partners.map(({ id }) => `/brand/${id}`)
  },
  '/support/*': async () => SUPPORT_TOPICS.map((topic) => `/support/${topic}`),
  // Products have separate files.
  '/product/*': async () => [],
})

/** Lists every indexed page except products. */
export async function listPageEntries(db: Db): Promise<SitemapEntry[]> {
  const patterns = patternsWith(({ indexed }) => indexed === 'in sitemap')
  const pages = await Promise.all(patterns.map((pattern) => PAGES[pattern]?.(db) ?? [pattern]))
  return pages.flat().map((path) => ({ path }))
}
