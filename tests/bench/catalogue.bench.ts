import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { DEMO_SEED } from '#prisma/seed/seed-demo.ts'
import { seedCatalogue } from '#prisma/seed/seed-catalogue.ts'
import { listProductsInput, type ListProductsInput } from '#server/catalogue/catalogue.schema.ts'
import { listProducts } from '#server/catalogue/list-products.ts'
import { connect } from '#server/platform/db.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import type { Lifetime } from './lifetime.ts'
import { format, printTable } from './print-table.ts'
import { holdPostgres, openPool } from './shop-under-test.ts'
import { median, percentile } from './statistics.ts'

/** Each list is asked for by turns, service and plain SQL, for this long. */
const MEASURE_MS = 1_200
const MIN_RUNS = 5
const MAX_RUNS = 300
const WARM_UP_RUNS = 3
const PAGE_SIZE = 24

interface ListCase {
  name: string
  input: Partial<ListProductsInput>
  /** The same answer in the plainest SQL: conditions beside 'active', $1 ... being `values`, and the order. */
  where?: string
  values?: unknown[]
  orderBy?: string
}

/** Grows a catalogue of `products` in a cluster of its own, then times its lists beside the plainest SQL for the same rows. */
export async function benchmarkCatalogue(products: number, lifetime: Lifetime): Promise<string> {
  const dataDir = await createDataDir('wtf-bench-')
  lifetime.add(() => removeDataDir(dataDir))
  const { url } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(url)
  const seeded = await seed(url, dataDir, products)

  const db = connect(url)
  lifetime.add(() => db.$disconnect())
  const pool = openPool(url)
  lifetime.add(() => pool.end())
  const rows: Array<{ name: string; total: number; runs: number; service: number[]; plain: number[]; isSame: boolean }> = []
  for (const { name, input, ...sql } of await chooseCases(pool)) {
    const parsed = listProductsInput.parse({ pageSize: PAGE_SIZE, ...input })
    const askService = () => listProducts(db, parsed)
    const askPlainly = () => plainList(pool, sql, parsed.page)
    const [list, plain] = [await askService(), await askPlainly()]
    const isSame = list.total === plain.total && list.products.map(({ id }) => id).join() === plain.ids.join()
    rows.push({ name, total: list.total, isSame, ...(await timeInTurns(askService, askPlainly)) })
  }
  printTable(`Lists of ${format(products)} products: the service beside the plainest SQL (count(*), and a page by ORDER BY and LIMIT, no joins)`, rows.map(({ name, total, runs, service, plain }) => ({
    list: name,
    found: total,
    runs,
    'service p50 ms': median(service),
    'service p99 ms': percentile(service, 0.99),
    'plain p50 ms': median(plain),
    'plain p99 ms': percentile(plain, 0.99),
    'p50 ratio': median(service) / median(plain),
    'p99 ratio': percentile(service, 0.99) / percentile(plain, 0.99),
  })))
  for (const { name, isSame } of rows) if (!isSame) console.log(`  ${name}: ATTENTION, the two answers differ, so the ratio says nothing.`)
  const slowest = rows.toSorted((a, b) => median(b.service) - median(a.service))[0]
  return `catalogue: ${seeded}; lists p50 ${format(median(rows.map(({ service }) => median(service))))} ms (median of ${rows.length} lists), slowest ${slowest?.name ?? '-'} ${format(median(slowest?.service ?? []))} ms`
}

async function seed(databaseUrl: string, dataDir: string, count: number): Promise<string> {
  const start = performance.now()
  let told = start
  console.log(`\nSeeding ${format(count)} products ...`)
  const added = await seedCatalogue({
    databaseUrl, dataDir, count, seed: DEMO_SEED,
    onProgress: (done) => {
      if (performance.now() - told < 20_000) return
      told = performance.now()
      console.log(`  ${format(done)} after ${Math.round((told - start) / 1000)} s`)
    },
  })
  const seconds = (performance.now() - start) / 1000
  const text = `${format(added)} products seeded in ${seconds.toFixed(1)} s (${format(Math.round(added / seconds))}/s, indexes and VACUUM included)`
  console.log(`  ${text}`)
  return text
}

async function chooseCases(pool: pg.Pool): Promise<ListCase[]> {
  const { rows: [category] } = await pool.query<{ slug: string; ids: string[] }>(`
    WITH RECURSIVE tree AS (
      SELECT id, slug FROM categories WHERE parent_id IS NULL
      UNION ALL SELECT child.id, tree.slug FROM categories child JOIN tree ON child.parent_id = tree.id
    ) SELECT slug, array_agg(tree.id) AS ids FROM tree JOIN products p ON p.category_id = tree.id GROUP BY slug ORDER BY count(*) DESC LIMIT 1`)
  const { rows: [brand] } = await pool.query<{ slug: string; id: string }>(`
    SELECT b.slug, b.id FROM brands b JOIN products p ON p.brand_id = b.id GROUP BY b.id ORDER BY count(*) DESC LIMIT 1`)
  const categoryIds = [...new Set(category?.ids)]
  const newest = 'created_at DESC, id DESC'
  return [
    { name: 'all', input: {} },
    { name: 'newest', input: { sort: 'newest' }, orderBy: newest },
    { name: 'price_asc', input: { sort: 'price_asc' }, orderBy: 'price_base_minor, id' },
    { name: 'price_desc', input: { sort: 'price_desc' }, orderBy: 'price_base_minor DESC, id DESC' },
    { name: 'name_asc', input: { sort: 'name_asc' }, orderBy: 'lower(name), id' },
    { name: 'name_desc', input: { sort: 'name_desc' }, orderBy: 'lower(name) DESC, id DESC' },
    { name: `category ${category?.slug ?? '?'}`, input: { categories: [category?.slug ?? ''], sort: 'newest' }, where: 'category_id = ANY($1)', values: [categoryIds], orderBy: newest },
    { name: `brand ${brand?.slug ?? '?'}`, input: { brands: [brand?.slug ?? ''] }, where: 'brand_id = $1', values: [brand?.id] },
    { name: 'price 50 to 100', input: { priceMinMinor: 5_000, priceMaxMinor: 10_000 }, where: 'price_base_minor BETWEEN 5000 AND 10000' },
    { name: 'on sale', input: { onSale: true }, where: 'original_price_minor > price_minor' },
    { name: 'in stock', input: { inStock: true }, where: 'is_in_stock' },
    { name: 'q: black', input: { q: 'black' }, where: 'search_text LIKE $1', values: ['%black%'] },
    { name: 'q: black wool coat', input: { q: 'black wool coat' }, where: 'search_text LIKE $1 AND search_text LIKE $2 AND search_text LIKE $3', values: ['%black%', '%wool%', '%coat%'] },
    { name: 'q: nothing like it', input: { q: 'xylophone zeppelin' }, where: 'search_text LIKE $1 AND search_text LIKE $2', values: ['%xylophone%', '%zeppelin%'] },
    { name: 'page 100', input: { page: 100 } },
  ]
}

async function plainList(pool: pg.Pool, { where, values = [], orderBy = 'is_featured DESC, created_at DESC, id DESC' }: Omit<ListCase, 'name' | 'input'>, page: number): Promise<{ total: number; ids: string[] }> {
  const from = `FROM products WHERE status = 'active'${where ? ` AND ${where}` : ''}`
  const [counted, rows] = await Promise.all([
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, values),
    pool.query<{ id: string }>(`SELECT id, name, partner_id, brand_id, category_id, currency, price_minor, price_max_minor, original_price_minor, is_in_stock, stock ${from} ORDER BY ${orderBy} LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`, values),
  ])
  return { total: counted.rows[0]?.total ?? 0, ids: rows.rows.map(({ id }) => id) }
}

/** Milliseconds of each run, one side after the other, until the time is up. */
async function timeInTurns(service: () => Promise<unknown>, plain: () => Promise<unknown>): Promise<{ runs: number; service: number[]; plain: number[] }> {
  const times = { service: [] as number[], plain: [] as number[] }
  for (let run = 0; run < WARM_UP_RUNS; run++) await service().then(plain)
  const end = performance.now() + MEASURE_MS
  while (times.service.length < MAX_RUNS && (performance.now() < end || times.service.length < MIN_RUNS)) {
    const start = performance.now()
    await service()
    const between = performance.now()
    await plain()
    times.service.push(between - start)
    times.plain.push(performance.now() - between)
  }
  return { runs: times.service.length, ...times }
}
