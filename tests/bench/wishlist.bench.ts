import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import { connect, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { MAX_WISHES } from '#server/wishlist/wishlist.schema.ts'
import { toggleWishlist } from '#server/wishlist/wishlist.service.ts'
import { createWishes } from '#tests/factories.ts'
import { BROWSER_HEADERS, fetchAnswer } from './answer.ts'
import { createShopper } from './create-shopper.ts'
import { printTable } from './print-table.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median, percentile } from './statistics.ts'

const WARM_UP = 100
const TOGGLES = 2_000
const PAGES = 20
const SMALL = 48

/**
 * Compares adding to the wishlist with a bare INSERT of the same row, and the page of a full wishlist with that of a
 * short one.
 */
export async function benchmarkWishlist(shop: ShopUnderTest): Promise<string> {
  const db = connect(shop.databaseUrl, { poolSize: 4 })
  try {
    const ids = await db.$queryRaw<Array<{ id: string }>>`
      SELECT id FROM products WHERE status = 'active' ORDER BY id LIMIT ${MAX_WISHES}::int`
    const productIds = ids.map(({ id }) => id)
    const toggles = await measureToggles(shop, db, productIds)
    const pages = await measurePages(shop, db, productIds)
    return `wishlist: ${toggles}; ${pages}`
  } finally {
    await db.$disconnect()
  }
}

async function measureToggles({ pool, url }: ShopUnderTest, db: Db, productIds: string[]): Promise<string> {
  const { userId, viewer } = await createShopper(db, url)
  const other = await createShopper(db, url)
  await pool.query('CREATE TABLE bare (LIKE wishlist_items INCLUDING ALL)')
  const idAt = (index: number) => productIds[index % productIds.length] ?? ''
  const ways: Array<[string, (index: number) => Promise<unknown>]> = [
    [
      'bare INSERT',
      () =>
        pool.query(
          `INSERT INTO bare (id, user_id, product_id, added_price_minor, added_currency) VALUES ($1, $2, $3, 100, 'USD')`,
          [newId(), userId, newId()],
        ),
    ],
    ['toggle, in the process', (index) => toggleWishlist({ db, viewer }, idAt(index))],
    [
      'toggle, over HTTP',
      (index) =>
        fetch(`${url}/trpc/wishlist.toggle`, {
          method: 'POST',
          headers: { ...BROWSER_HEADERS, 'content-type': 'application/json', origin: url, cookie: other.cookie },
          body: JSON.stringify({ json: { productId: idAt(index) } }),
        }).then(async (answer) => {
          if (answer.status !== 200) throw new Error(`a toggle was answered ${answer.status}: ${await answer.text()}`)
          return answer.text()
        }),
    ],
  ]
  const times = ways.map((): number[] => [])
  // Alternates, so that other load on the machine affects all of them.
  for (let index = 0; index < WARM_UP + TOGGLES; index++)
    for (const [way, [, carryOut]] of ways.entries()) {
      const started = performance.now()
      await carryOut(index)
      if (index >= WARM_UP) times[way]?.push(performance.now() - started)
    }
  await pool.query('DROP TABLE bare')
  const [bare = []] = times
  const share = (ownTimes: number[], at: number) => percentile(ownTimes, at) / percentile(bare, at)
  printTable(
    `A heart, one at a time (${TOGGLES} of each in turns)`,
    ways.map(([way], index) => {
      const ownTimes = times[index] ?? []
      return {
        way,
        'p50 ms': median(ownTimes),
        'p99 ms': percentile(ownTimes, 0.99),
        'p50 : INSERT': share(ownTimes, 0.5),
        'p99 : INSERT': share(ownTimes, 0.99),
      }
    }),
  )
  return `toggle p99 ${share(times[1] ?? [], 0.99).toFixed(1)} times that of a bare INSERT, ${share(times[2] ?? [], 0.99).toFixed(1)} times over HTTP`
}

async function measurePages({ url }: ShopUnderTest, db: Db, productIds: string[]): Promise<string> {
  const sizes = [SMALL, productIds.length]
  const rows = []
  for (const size of sizes) {
    const { userId, cookie } = await createShopper(db, url)
    await createWishes(db, userId, productIds.slice(0, size))
    const times: number[] = []
    let body: Buffer = Buffer.alloc(0)
    for (let index = 0; index < PAGES + 3; index++) {
      const started = performance.now()
      const answer = await fetchAnswer(`${url}/wishlist?sort=brand`, {
        ...BROWSER_HEADERS,
        'accept-encoding': 'identity',
        cookie,
      })
      if (index >= 3) times.push(performance.now() - started)
      body = answer.body
    }
    rows.push({
      items: size,
      'median ms': median(times),
      'p95 ms': percentile(times, 0.95),
      kB: body.length / 1000,
      'kB gzip': gzipSync(body).length / 1000,
    })
  }
  printTable(`The page of a wishlist, 48 items shown (${PAGES} requests, one at a time)`, rows)
  const [small, full] = rows
  return `the page of ${full?.items} items takes ${((full?.['median ms'] ?? NaN) / (small?.['median ms'] ?? NaN)).toFixed(1)} times as long as that of ${SMALL}`
}
