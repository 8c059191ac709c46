import type { Db } from '#server/platform/db.ts'
import { LISTED } from '#server/catalogue/product-card.ts'
import { SUPPORT_TOPICS } from '#server/support/ticket-values.schema.ts'

/** The protocol's limit is 50,000 addresses a file. */
/** Some 120 bytes each: no answer of ours passes 2 MB. */
const PRODUCTS_A_FILE = 10_000

export interface SitemapEntry {
  path: string
  /** ISO date. */
  lastModified?: string
}

/** How many files the products need. */
export async function countProductFiles(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ n: number }>>`SELECT count(*)::int AS n FROM products p WHERE ${LISTED}`
  return Math.max(1, Math.ceil((row?.n ?? 0) / PRODUCTS_A_FILE))
}

/** Products of one file, counted from 1. */
export async function listProductEntries(db: Db, file: number): Promise<SitemapEntry[]> {
  const rows = await db.$queryRaw<Array<{ id: string; updatedAt: Date }>>`
    SELECT p.id, p.updated_at AS "updatedAt" FROM products p WHERE ${LISTED}
    ORDER BY p.id LIMIT ${PRODUCTS_A_FILE} OFFSET ${(file - 1) * PRODUCTS_A_FILE}`
  return rows.map((row) => ({ path: `/product/${row.id}`, lastModified: row.updatedAt.toISOString().slice(0, 10) }))
}

/** Home, lists, categories and brands. */
export async function listPageEntries(db: Db): Promise<SitemapEntry[]> {
  const [categories, partners] = await Promise.all([
    db.category.findMany({ where: { isActive: true }, select: { slug: true }, orderBy: { slug: 'asc' } }),
    db.partner.findMany({ where: { verificationStatus: 'approved' }, select: { id: true }, orderBy: { id: 'asc' } }),
  ])
  return [
    { path: '/' },
    { path: '/discover?all=true' },
    { path: '/about-wtf' },
    ...['/support', ...SUPPORT_TOPICS.map((topic) => `/support/${topic}`), '/contact', '/terms', '/privacy', '/reviews-policy'].map((path) => ({ path })),
    ...['/about', '/features', '/ranking', '/early-access'].map((path) => ({ path })),
    ...categories.map(({ slug }) => ({ path: `/discover?category=${slug}` })),
    ...partners.map(({ id }) => ({ path: `/brand/${id}` })),
  ]
}
