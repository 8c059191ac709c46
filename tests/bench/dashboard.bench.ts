import { performance } from 'node:perf_hooks'
import { countViews } from '#server/outbound/view-counts.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { listOwnProducts } from '#server/products/list-own.service.ts'
import { getProductsOverview } from '#server/products/overview.service.ts'
import { ownProductsQuery } from '#server/products/own-products.schema.ts'
import { describeStale } from '#server/search/describe-products.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { measureFirstFigures } from './first-figures.ts'
import type { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import { recordSql } from './record-sql.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median, percentile } from './statistics.ts'

const SMALL = 100
const LARGE = 10_000
const RUNS = 20
const WARM_UP = 3
/** The maximum ratio of page times for a hundred times as many products. The number of statements must not grow. */
const MAX_TIMES = 10

const PAGES = {
  overview: (ask: Asking) => getProductsOverview(ask, { period: 'month' }),
  'table, changed last': (ask: Asking) => listOwnProducts(ask, ownProductsQuery.parse({})),
  'table, by views': (ask: Asking) => listOwnProducts(ask, ownProductsQuery.parse({ sort: 'views' })),
  'table, searched, by name': (ask: Asking) => listOwnProducts(ask, ownProductsQuery.parse({ q: '99', sort: 'name' })),
  'table, running low, by price': (ask: Asking) =>
    listOwnProducts(ask, ownProductsQuery.parse({ stock: 'low', sort: 'price' })),
}
interface Asking {
  db: Db
  partner: { id: string }
}
/** The demo partner, whose store has a year of history. */
const DEMO_EMAIL = 'partner@wtf.example'

/**
 * Measures the Products page of a partner with 100 products and of one with 10,000.
 * @throws Error beyond the limit
 */
export async function benchmarkDashboard(shop: ShopUnderTest, lifetime: Lifetime): Promise<string> {
  const db = connect(shop.databaseUrl, { poolSize: 8 })
  try {
    const partners = [await createStore(db, SMALL), await createStore(db, LARGE)]
    const rows = []
    for (const [page, read] of Object.entries(PAGES)) {
      const times = partners.map((): number[] => [])
      const statements: number[] = []
      // Alternate, so that other load on the machine affects both.
      for (let run = 0; run < WARM_UP + RUNS; run++)
        for (const [index, partner] of partners.entries()) {
          const { db: recording, recorded } = recordSql(db)
          const started = performance.now()
          await read({ db: recording, partner })
          if (run >= WARM_UP) times[index]?.push(performance.now() - started)
          statements[index] = recorded.length
        }
      const [small = [], large = []] = times
      rows.push({
        page,
        'ms at 100': median(small),
        'ms at 10,000': median(large),
        'p95 at 10,000': percentile(large, 0.95),
        times: median(large) / median(small),
        'SQL at 100': statements[0] ?? 0,
        'SQL at 10,000': statements[1] ?? 0,
      })
    }
    printTable(
      `The Products page of a partner with ${SMALL} and with ${LARGE} products (${RUNS} of each in turns)`,
      rows,
    )
    for (const row of rows)
      if (row.times > MAX_TIMES || row['SQL at 10,000'] > row['SQL at 100'])
        throw new Error(`${row.page} takes ${row.times.toFixed(1)} times as long with 10,000 products.`)
    const worst = Math.max(...rows.map(({ times }) => times))
    const accounts = [
      { of: 'the demo', userId: await joinDemo(db) },
      ...partners.map(({ ownerId, products }) => ({
        of: `${products.toLocaleString('en-GB')} products`,
        userId: ownerId,
      })),
    ]
    const firstFigures = await measureFirstFigures(shop, db, { accounts, lifetime })
    return `dashboard: a hundred times as many products take at most ${worst.toFixed(1)} times as long, with as many statements; ${firstFigures}`
  } finally {
    await db.$disconnect()
  }
}

/** Adds a team member to the demo's store, because the demo accounts cannot sign in here. */
async function joinDemo(db: Db): Promise<string> {
  const { id: partnerId } = await db.partner.findFirstOrThrow({ where: { owner: { email: DEMO_EMAIL } } })
  const { id: userId } = await createUser(db, { role: 'partner' })
  await db.partnerMember.create({ data: { partnerId, userId, role: 'editor' } })
  return userId
}

/**
 * Creates a partner with this many products of three variants, and with ten views of each product in the last month.
 * Its store is paused, so that other partners' figures stay the same.
 */
async function createStore(db: Db, products: number) {
  const { id: ownerId } = await createUser(db, { role: 'partner' })
  const past = new Date('2020-01-01')
  const { id } = await createPartner(db, { ownerId, createdAt: past, pausedFrom: past, isPaused: true })
  const brand = await db.brand.create({ data: { id: newId(), name: `Bench ${id}`, slug: `bench-${id}` } })
  await db.$executeRaw`
    INSERT INTO products (id, partner_id, brand_id, category_id, handle, name, description, status, tags, style_tags, colour_palette, currency, price_minor, price_max_minor, price_base_minor, stock,
      is_in_stock, created_at, updated_at)
    SELECT gen_random_uuid(), ${id}::uuid, ${brand.id}::uuid, (SELECT id FROM categories ORDER BY id OFFSET n % 12 LIMIT 1), 'bench-' || n, 'Coat ' || n, ${'Cut wide from washed linen, with a small collar and buttons of corozo. '.repeat(8)},
      (ARRAY['active', 'active', 'active', 'draft', 'archived'])[1 + n % 5]::product_status, '{}', '{}', '{}', 'USD', n, n, n, n % 40, n % 40 > 0, now() - n * interval '1 minute', now() - n * interval '1 minute'
    FROM generate_series(1, ${products}::int) n`
  await db.$executeRaw`
    INSERT INTO product_variants (id, product_id, position, size, options, sku, currency, price_minor, stock)
    SELECT gen_random_uuid(), p.id, n, 'S' || n, '{}', p.handle || '-' || n, 'USD', p.price_minor, 5 FROM products p, generate_series(1, 3) n WHERE p.partner_id = ${id}::uuid`
  await db.$executeRaw`
    INSERT INTO product_views (id, product_id, partner_id, visitor_id, viewed_at)
    SELECT gen_random_uuid(), p.id, p.partner_id, 'bench ' || n, now() - n * interval '2 days' FROM products p, generate_series(1, 10) n WHERE p.partner_id = ${id}::uuid`
  await describeStale(db)
  // Counts again, because these views are in a period that has already been counted.
  await countViews(db, new Date(), { isAnew: true })
  const counted = await db.productViewCount.count({ where: { partnerId: id, period: 'month' } })
  if (counted !== products) throw new Error(`Views of ${counted} products are counted, of ${products} there are some.`)
  // PostgreSQL's autovacuum would do this a minute later.
  await db.$executeRaw`VACUUM ANALYZE products, product_variants, product_views, product_view_counts`
  return { id, ownerId, products }
}
