import fs from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { SEARCH_VERSION } from '#server/search/describe-product.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDataDir, removeDataDir, spawnShop } from '#tests/setup/shop-process.ts'
import type { Lifetime } from './lifetime.ts'
import { format } from './print-table.ts'

export interface ShopUnderTest {
  pid: number
  /** Without a trailing slash. */
  url: string
  databaseUrl: string
  dataDir: string
  /** A pool of connections to the shop's database. */
  pool: pg.Pool
  paths: { home: string; discover: string; product: string; partner: string }
  /** Outgoing links of many products that have a valid address. */
  goPaths: string[]
}

/**
 * Starts the real shop with its demo in a separate process and DATA_DIR, and waits for its first upkeep. PostgreSQL can
 * count its statements on request.
 */
export async function startShopUnderTest(lifetime: Lifetime): Promise<ShopUnderTest> {
  const dataDir = await createDataDir('wtf-bench-')
  lifetime.add(() => removeDataDir(dataDir))
  await preloadStatementCounter(dataDir, lifetime)
  if (lifetime.hasEnded) throw new Error('The run has ended.')
  // Jobs are on, because the upkeep reads the colours of the demo's pictures before anything is measured.
  const shop = spawnShop(dataDir, undefined, { JOBS: 'on' })
  lifetime.add(shop.stop)
  const url = await shop.address
  const { url: databaseUrl, superuserUrl } = await holdPostgres(dataDir, lifetime)
  // Only the superuser may count statements.
  const pool = openPool(superuserUrl)
  lifetime.add(() => pool.end())
  await untilDescribed(pool)
  return { pid: shop.pid, url, databaseUrl, dataDir, pool, ...(await choosePaths(pool)) }
}

/** Opens a pool with as many connections as the shop has. A lost server does not crash the process. */
export function openPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16, options: '-c timezone=UTC' })
  pool.on('error', () => undefined)
  return pool
}

/** Starts or joins the PostgreSQL of a DATA_DIR until the run ends, even if it ends before PostgreSQL has started. */
export function holdPostgres(dataDir: string, lifetime: Lifetime): Promise<EmbeddedPostgres> {
  const starting = startEmbeddedPostgres(dataDir)
  lifetime.add(() =>
    starting.then(
      (postgres) => postgres.release(),
      () => undefined,
    ),
  )
  return starting
}

/**
 * Waits until the first upkeep after seeding has read the colours of all pictures, so that it does not affect
 * measurements.
 */
export async function untilDescribed(pool: pg.Pool): Promise<void> {
  const start = performance.now()
  for (let loggedAt = start, looks = 0; ; looks++) {
    const { rows } = await pool.query<{ pictures: number; products: number }>(`
      SELECT (SELECT count(*) FROM media_files WHERE palette IS NULL)::int AS pictures, (SELECT count(*) FROM products WHERE search_version <> ${SEARCH_VERSION})::int AS products`)
    const { pictures, products } = rows[0] ?? { pictures: 0, products: 0 }
    if (pictures === 0 && products === 0) {
      if (looks > 0)
        console.log(`  colours of pictures read after ${((performance.now() - start) / 1000).toFixed(1)} s more`)
      return
    }
    if (performance.now() - loggedAt >= 20_000 || looks === 0) {
      loggedAt = performance.now()
      console.log(
        `  waiting for its upkeep: ${format(pictures)} pictures whose colours are not read, ${format(products)} products to describe ...`,
      )
    }
    await setTimeout(1_000)
  }
}

async function preloadStatementCounter(dataDir: string, lifetime: Lifetime): Promise<void> {
  const postgres = await holdPostgres(dataDir, lifetime)
  const settings = `\nshared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track = none\n`
  await fs.appendFile(path.join(dataDir, 'postgres/cluster/postgresql.conf'), settings)
  await postgres.release()
}

async function choosePaths(pool: pg.Pool): Promise<Pick<ShopUnderTest, 'paths' | 'goPaths'>> {
  const { rows } = await pool.query<{ id: string; partner_id: string }>(`
    SELECT p.id, p.partner_id FROM products p JOIN partners s ON s.id = p.partner_id
    WHERE p.status = 'active' AND s.verification_status = 'approved' AND p.is_in_stock
      AND EXISTS (SELECT 1 FROM partner_domains d WHERE d.partner_id = s.id AND p.product_url LIKE '%' || d.host || '/%')
    ORDER BY md5(p.id::text) LIMIT 1000`)
  const [chosen] = rows
  if (!chosen) throw new Error('The demo has no product that shoppers can leave for.')
  return {
    paths: {
      home: '/',
      discover: '/discover?all=true',
      product: `/product/${chosen.id}`,
      partner: `/partner/${chosen.partner_id}`,
    },
    goPaths: rows.map(({ id }) => `/go/${id}?src=discover`),
  }
}
