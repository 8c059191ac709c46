import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { DEMO_SEED } from '#demo/seed-demo.ts'
import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createDataDir, removeDataDir, spawnShop } from '#tests/setup/shop-process.ts'
import { BROWSER_HEADERS, fetchAnswer } from './answer.ts'
import { pathOf } from './draw-searches.ts'
import type { Lifetime } from './lifetime.ts'
import { format } from './print-table.ts'
import { holdPostgres, openPool, untilDescribed } from './shop-under-test.ts'

export interface CatalogueShop {
  pid: number
  /** Without a trailing slash. */
  url: string
  databaseUrl: string
  dataDir: string
  /** Number of products in the catalogue, listed or not. */
  products: number
  /** Seconds from the start of the process until the index responded. */
  indexReadyS: number
}

export interface CatalogueOptions {
  /** The minimum number of products. */
  products: number
  /**
   * The folder of the catalogue to use. It is kept, and gets more products if it has too few. Null: a catalogue for
   * this run only.
   */
  dataDir: string | null
}

/**
 * Starts the real shop with a catalogue of this size, and waits until the index is built and the search columns are up
 * to date.
 */
export async function startCatalogueShop(options: CatalogueOptions, lifetime: Lifetime): Promise<CatalogueShop> {
  const dataDir = options.dataDir ?? (await createDataDir('wtf-bench-'))
  if (options.dataDir === null) lifetime.add(() => removeDataDir(dataDir))
  const { url: databaseUrl } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(databaseUrl)
  const pool = openPool(databaseUrl)
  try {
    await grow(pool, { databaseUrl, dataDir, products: options.products })
    if (lifetime.hasEnded) throw new Error('The run has ended.')
    const shop = await startIndexed(dataDir, lifetime)
    await untilDescribed(pool)
    return { ...shop, databaseUrl, dataDir, products: await countProducts(pool) }
  } finally {
    await pool.end()
  }
}

async function countProducts(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM products')
  return rows[0]?.n ?? 0
}

async function grow(
  pool: pg.Pool,
  { databaseUrl, dataDir, products }: { databaseUrl: string; dataDir: string; products: number },
): Promise<void> {
  if ((await countProducts(pool)) >= products) return
  const start = performance.now()
  let loggedAt = start
  console.log(`\nSeeding up to ${format(products)} products ...`)
  const added = await seedCatalogue({
    databaseUrl,
    dataDir,
    count: products,
    seed: DEMO_SEED,
    onProgress: (done) => {
      if (performance.now() - loggedAt < 20_000) return
      loggedAt = performance.now()
      console.log(`  ${format(done)} after ${Math.round((loggedAt - start) / 1000)} s`)
    },
  })
  const seconds = (performance.now() - start) / 1000
  console.log(
    `  ${format(added)} products seeded in ${seconds.toFixed(1)} s (${format(Math.round(added / seconds))}/s, indexes and VACUUM included)`,
  )
}

async function startIndexed(
  dataDir: string,
  lifetime: Lifetime,
): Promise<Pick<CatalogueShop, 'pid' | 'url' | 'indexReadyS'>> {
  console.log('\nStarting the shop ...')
  const start = performance.now()
  const secondsSince = () => (performance.now() - start) / 1000
  let built: string | null = null
  const shop = spawnShop(dataDir, (line) => {
    if (line.includes('"search index built"')) built = line
  })
  lifetime.add(shop.stop)
  const url = await shop.address
  const openS = secondsSince()
  while (built === null) {
    if (!isAlive(shop.pid)) throw new Error('The shop stopped before its index was built.')
    await setTimeout(20)
  }
  const { ms = NaN, products = NaN } = JSON.parse(built) as { ms?: number; products?: number }
  while (!(await isAnsweredByIndex(url))) await setTimeout(20)
  const indexReadyS = secondsSince()
  console.log(
    `  open after ${openS.toFixed(1)} s; the index of ${format(products)} listed products took ${(ms / 1000).toFixed(1)} s and answered ${indexReadyS.toFixed(1)} s after the start`,
  )
  return { pid: shop.pid, url, indexReadyS }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns whether the index responds. Only its answers are cached. */
async function isAnsweredByIndex(url: string): Promise<boolean> {
  const { body } = await fetchAnswer(url + pathOf('products', { pageSize: 1 }), BROWSER_HEADERS)
  return (
    (JSON.parse(body.toString()) as { result?: { data: { json: { cached: boolean } } } }).result?.data.json.cached ===
    true
  )
}
