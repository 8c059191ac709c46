import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { LISTED_TEXT } from '#server/platform/listed-text.ts'
import type { Names } from '../engine.ts'
import { percentOff } from '../ranking.ts'
import type { IndexRow } from './columns.ts'
import type { ProductIndex } from './product-index.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** A character that occurs in none of the listed values. */
const SEPARATOR = '\x1f'

const COLUMNS = `
  p.id, p.partner_id, p.brand_id, coalesce(p.category_id::text, ''), p.gender, p.price_base_minor, p.price_minor, coalesce(p.original_price_minor, 0),
  p.is_in_stock::int, (p.stock IS NOT DISTINCT FROM 0)::int, p.is_featured::int, (extract(epoch FROM p.created_at) * 1000)::bigint,
  (extract(epoch FROM coalesce(p.synced_at, p.updated_at)) * 1000)::bigint, p.popularity, array_to_string(p.sizes, E'\\x1f'), array_to_string(p.colours, E'\\x1f'),
  array_to_string(p.materials, E'\\x1f'), array_to_string(p.cuts, E'\\x1f'), p.name_key, p.search_text, encode(p.appearances, 'base64'), p.fit_shift, (p.search_version = 0)::int`

/** Reads every listed product, or those of one partner, ordered by id. COPY is PostgreSQL's fastest export. */
export async function listAllIndexRows(
  client: pg.ClientBase,
  onRow: (row: IndexRow) => void,
  partnerId: string | null = null,
): Promise<void> {
  const isOfPartner = partnerId === null ? 'true' : `p.partner_id = ${pg.escapeLiteral(partnerId)}`
  const stream = client.query(
    copyTo(`COPY (SELECT ${COLUMNS} FROM products p WHERE ${LISTED_TEXT} AND ${isOfPartner} ORDER BY p.id) TO STDOUT`),
  )
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onRow(parseRow(line.split('\t').map(unescape)))
  }
}

/** Reads the listed products among these ids, and whether any of them needs its search text updated. */
export async function listIndexRows(
  client: pg.ClientBase,
  ids: string[],
): Promise<{ rows: IndexRow[]; hasUndescribed: boolean }> {
  const { rows } = await client.query<string[]>({
    text: `SELECT ${COLUMNS} FROM products p WHERE p.id = ANY($1::uuid[]) AND ${LISTED_TEXT}`,
    values: [ids],
    rowMode: 'array',
  })
  return {
    rows: rows.map((row) => parseRow(row.map(String))),
    hasUndescribed: rows.some((row) => Number(row[22]) === 1),
  }
}

async function listBrandNames(client: pg.ClientBase, ids: readonly string[]): Promise<Names['brands']> {
  if (!ids.length) return []
  const { rows } = await client.query<Names['brands'][number]>(
    'SELECT id, slug, name FROM brands WHERE id = ANY($1::uuid[]) ORDER BY name, id',
    [ids],
  )
  return rows
}

/** Reads the active categories. */
async function listCategoryNames(client: pg.ClientBase): Promise<Names['categories']> {
  const { rows } = await client.query<Names['categories'][number]>(
    'SELECT id, slug, name, parent_id AS parent, sort_order AS "sortOrder" FROM categories WHERE is_active ORDER BY level, sort_order, name, id',
  )
  return rows
}

/**
 * Updates changed names in the index, or all names, and the names of newly listed brands. Brands without a listed
 * product are left out, because anyone can create brand labels.
 */
export async function refreshNames(client: pg.ClientBase, index: ProductIndex, isAnew: boolean): Promise<void> {
  const { brandIds } = index.columns.listedNames()
  const { brands, categories } = index.names.names
  const known = isAnew ? [] : brands.filter(({ id }) => brandIds.has(id))
  const ids = new Set(known.map(({ id }) => id))
  const missing = [...brandIds].filter((id) => !ids.has(id))
  if (!isAnew && !missing.length && known.length === brands.length) return
  const read = await listBrandNames(client, missing)
  index.rename({
    brands: known.length ? [...known, ...read].sort(byNameAndId) : read,
    categories: isAnew ? await listCategoryNames(client) : categories,
  })
}

/** Compares bytes, like PostgreSQL's C collation. */
const byNameAndId = (a: Names['brands'][number], b: Names['brands'][number]): number =>
  Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || (a.id < b.id ? -1 : 1)

const ESCAPES = lookup({
  '\\t': '\t',
  '\\n': '\n',
  '\\r': '\r',
  '\\b': '\b',
  '\\f': '\f',
  '\\v': '\v',
  '\\\\': '\\',
})
const unescape = (field: string): string =>
  field.includes('\\') ? field.replace(/\\[tnrbfv\\]/g, (escape) => ESCAPES[escape] ?? escape) : field

function parseRow(fields: string[]): IndexRow {
  const [
    id = '',
    partnerId = '',
    brandId = '',
    categoryId = '',
    gender = '',
    priceBase,
    price,
    original,
    inStock,
    soldOut,
    featured,
    created,
    confirmed,
    popularity,
    sizes = '',
    colours = '',
    materials = '',
    cuts = '',
    nameKey = '',
    searchText = '',
    appearances = '',
    fitShift,
  ] = fields
  const originalPriceMinor = Number(original)
  return {
    id,
    partnerId,
    brandId,
    categoryId,
    gender,
    nameKey,
    priceBaseMinor: Number(priceBase),
    discountPercent: percentOff(Number(price), originalPriceMinor),
    isOnSale: originalPriceMinor > Number(price),
    isInStock: inStock === '1',
    isSoldOut: soldOut === '1',
    isFeatured: featured === '1',
    createdAt: Number(created),
    confirmedAt: Number(confirmed),
    popularity: Number(popularity),
    sizes: list(sizes),
    colours: list(colours),
    materials: list(materials),
    cuts: list(cuts),
    lines: searchText.split('\n'),
    appearances: Buffer.from(appearances, 'base64'),
    fitShift: Number(fitShift),
  }
}

const list = (text: string): string[] => (text === '' ? [] : text.split(SEPARATOR))
