import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { LOCKS } from '#server/platform/locks.ts'
import { createCategory, createPartner, createProduct, createReview } from '#tests/factories.ts'
import { EVERY_PRODUCT } from '#tests/setup/engine-query.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { EngineQuery } from '../engine.ts'
import { describeStale } from '../describe-products.ts'
import { IndexEngine } from './index-engine.ts'
import type { ShownChange } from './messages.ts'
import { LiveIndex } from './live-index.ts'
import { SqlEngine } from '../sql-engine.ts'

const database = useTestDatabase()
const open: Array<{ stop: () => Promise<void> }> = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((running) => running.stop()))
})

async function startIndex() {
  const heard = { undescribed: 0, caughtUp: 0, changed: [] as ShownChange[] }
  const live = new LiveIndex(database.url, {
    onReady: () => undefined,
    onUndescribed: () => heard.undescribed++,
    onChange: (change) => heard.changed.push(change),
    onCaughtUp: () => heard.caughtUp++,
  })
  open.push(live)
  live.start()
  await live.catchUp()
  return { live, heard, find: (query: Partial<EngineQuery>) => live.current!.search({ ...EVERY_PRODUCT, ...query }) }
}

describe('the live index', () => {
  test('includes new, changed, sold-out, drafted and deleted products', async () => {
    const partner = await createPartner(database.db)
    const { live, find } = await startIndex()
    const product = await createProduct(database.db, {
      partnerId: partner.id,
      name: 'Quilted gilet',
      variants: [{ size: 'M', stock: 2 }],
    })
    const total = async (query: Partial<EngineQuery>) => {
      await live.catchUp()
      return find(query).total
    }
    expect(await total({ words: ['gilet'] })).toBe(1)
    await database.db.product.update({ where: { id: product.id }, data: { isInStock: false, stock: 0, sizes: [] } })
    expect([
      await total({ words: ['gilet'] }),
      await total({ words: ['gilet'], sizes: ['M'] }),
      await total({ words: ['gilet'], inStock: true }),
    ]).toEqual([1, 0, 0])
    await database.db.product.update({ where: { id: product.id }, data: { status: 'draft' } })
    expect(await total({ words: ['gilet'] })).toBe(0)
    await database.db.product.update({ where: { id: product.id }, data: { status: 'active' } })
    expect(await total({ words: ['gilet'] })).toBe(1)
    await database.db.product.delete({ where: { id: product.id } })
    expect(await total({ words: ['gilet'] })).toBe(0)
  })

  test('reports every visible change once it is indexed', async () => {
    const partner = await createPartner(database.db)
    const { live, heard } = await startIndex()
    const heardOf = async (change: Promise<unknown>) => {
      heard.changed = []
      await change
      await live.catchUp()
      return heard.changed.includes('anything') ? 'anything' : [...new Set(heard.changed.flat())]
    }
    const { db } = database
    const ids = { partnerId: partner.id }
    const product = await createProduct(db, { partnerId: partner.id })
    const [variant] = await db.productVariant.findMany({ where: { productId: product.id } })
    await live.catchUp()
    const ofPartner = { where: { id: partner.id } }
    const content = { partnerId: partner.id, contentType: 'hero_title', content: 'Autumn' } as const
    expect(await heardOf(createProduct(db, ids))).toEqual('anything')
    expect(await heardOf(db.partner.update({ ...ofPartner, data: { returnsPolicy: 'Two weeks' } }))).toEqual([
      partner.id,
    ])
    expect(await heardOf(db.partner.update({ ...ofPartner, data: { phone: '0123456789' } }))).toEqual([partner.id])
    expect(await heardOf(db.partnerContent.create({ data: content }))).toEqual([partner.id])
    expect(await heardOf(db.productVariant.update({ where: { id: variant!.id }, data: { stock: 3 } }))).toEqual([
      product.id,
    ])
    expect(await heardOf(createReview(db, { ...ids, productId: product.id, status: 'approved' }))).toEqual([product.id])
    expect(await heardOf(createReview(db, { ...ids, productId: product.id, status: 'pending' }))).toEqual([])
    const rate = { currency: 'XTS', toBase: 2, asOf: new Date() }
    expect(await heardOf(db.exchangeRate.create({ data: rate }))).toBe('anything')
    expect(await heardOf(db.brand.updateMany({ where: { id: product.brandId }, data: { name: 'Renamed' } }))).toBe(
      'anything',
    )
    expect(await heardOf(db.partner.update({ ...ofPartner, data: { statusReason: 'Seen' } }))).toEqual([])
  })

  test("removes a suspended partner's products and adds an approved one's", async () => {
    const partner = await createPartner(database.db, { verificationStatus: 'pending' })
    await createProduct(database.db, { partnerId: partner.id })
    const { live, find } = await startIndex()
    for (const [verificationStatus, expected] of [
      ['pending', 0],
      ['approved', 1],
      ['suspended', 0],
    ] as const) {
      await database.db.partner.update({ where: { id: partner.id }, data: { verificationStatus } })
      await live.catchUp()
      expect(find({ partnerId: partner.id }).total).toBe(expected)
    }
  })

  test('includes changes that are committed out of order', async () => {
    const partner = await createPartner(database.db)
    const [slow, quick] = [
      await createProduct(database.db, { partnerId: partner.id, name: 'Slow' }),
      await createProduct(database.db, { partnerId: partner.id, name: 'Quick' }),
    ]
    const { live, find } = await startIndex()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('BEGIN')
    await client.query('UPDATE products SET price_base_minor = 77 WHERE id = $1', [slow.id])
    await database.db.product.update({ where: { id: quick.id }, data: { priceBaseMinor: 77 } })
    await live.catchUp()
    expect(find({ partnerId: partner.id, priceMax: 77 }).hits.map(({ id }) => id)).toEqual([quick.id])
    await client.query('COMMIT')
    await client.end()
    await live.catchUp()
    expect(find({ partnerId: partner.id, priceMax: 77 }).total).toBe(2)
  })

  test('requests new product descriptions after a brand, partner or category is renamed', async () => {
    const partner = await createPartner(database.db, { businessName: 'Old Name' })
    const category = await createCategory(database.db, { name: 'Widgets' })
    const { brandId } = await createProduct(database.db, {
      partnerId: partner.id,
      brandName: 'Old Label',
      categoryId: category.id,
    })
    const { live, heard, find } = await startIndex()
    await database.db.partner.update({ where: { id: partner.id }, data: { businessName: 'Fresh Partner' } })
    await database.db.brand.update({ where: { id: brandId }, data: { name: 'Fresh Label' } })
    await database.db.category.update({ where: { id: category.id }, data: { name: 'Gadgets' } })
    await live.catchUp()
    expect(heard.undescribed).toBeGreaterThan(0)
    await describeStale(database.db)
    await live.catchUp()
    for (const word of ['fresh', 'label', 'partner', 'gadget'])
      expect(find({ words: [word], partnerId: partner.id }).total).toBe(1)
    for (const word of ['old', 'widget']) expect(find({ words: [word], partnerId: partner.id }).total).toBe(0)
    expect(find({ partnerId: partner.id }).facets.brands).toEqual([
      { value: expect.any(String) as string, label: 'Fresh Label', count: 1 },
    ])
  })

  test('reloads everything after too many unspecified changes, and keeps responding', async () => {
    const partner = await createPartner(database.db)
    await createProduct(database.db, { partnerId: partner.id, name: 'Zylinder' })
    const { live, find } = await startIndex()
    await database.db.$executeRaw`UPDATE products SET price_base_minor = 4242 WHERE partner_id = ${partner.id}::uuid`
    await database.db.$executeRaw`DELETE FROM product_changes`
    await database.db.$executeRaw`INSERT INTO product_changes (kind) VALUES ('all')`
    const before = live.current
    const catching = live.catchUp()
    expect(find({ words: ['zylinder'] }).total).toBe(1)
    await catching
    expect(live.current).not.toBe(before)
    expect(find({ words: ['zylinder'], priceMin: 4242, priceMax: 4242 }).total).toBe(1)
  })

  test('reloads only the products of the partner that a change identifies', async () => {
    const [small, large] = [await createPartner(database.db), await createPartner(database.db)]
    for (let n = 0; n < 5; n++) await createProduct(database.db, { partnerId: large.id })
    const changed = await createProduct(database.db, { partnerId: small.id, name: 'Turban' })
    const hidden = await createProduct(database.db, { partnerId: small.id, name: 'Cummerbund' })
    const added = await createProduct(database.db, { partnerId: small.id, name: 'Cravat', status: 'draft' })
    const { live, find, heard } = await startIndex()
    const before = live.current
    heard.changed = []
    await database.db.$transaction([
      database.db.product.update({ where: { id: changed.id }, data: { priceBaseMinor: 4243 } }),
      database.db.product.update({ where: { id: hidden.id }, data: { status: 'draft' } }),
      database.db.product.update({ where: { id: added.id }, data: { status: 'active' } }),
      database.db.$executeRaw`DELETE FROM product_changes`,
      database.db.$executeRaw`INSERT INTO product_changes (kind, about_id) VALUES ('all', ${small.id}::uuid)`,
    ])
    await live.catchUp()
    expect(live.current).toBe(before)
    expect(new Set(find({ partnerId: small.id }).hits.map(({ id }) => id))).toEqual(new Set([changed.id, added.id]))
    expect(find({ partnerId: small.id, priceMin: 4243, priceMax: 4243 }).total).toBe(1)
    expect(find({ partnerId: large.id }).total).toBe(5)
    expect(heard.changed).toEqual(['anything'])
  })

  test('lets one process rebuild at a time, while the others apply changes', async () => {
    const partner = await createPartner(database.db)
    const product = await createProduct(database.db, { partnerId: partner.id })
    const { live, find, heard } = await startIndex()
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    await other.query('SELECT pg_advisory_lock($1)', [LOCKS.searchIndex])
    await database.db.$executeRaw`INSERT INTO product_changes (kind) VALUES ('all')`
    await database.db.product.update({ where: { id: product.id }, data: { priceBaseMinor: 4244 } })
    const before = live.current
    const caughtUp = heard.caughtUp
    await live.catchUp()
    await live.catchUp()
    expect(live.current).toBe(before)
    expect(find({ partnerId: partner.id, priceMin: 4244, priceMax: 4244 }).total).toBe(1)
    // Some changes are missing, so the index counts as behind.
    expect(heard.caughtUp).toBe(caughtUp)
    await other.query('SELECT pg_advisory_unlock($1)', [LOCKS.searchIndex])
    await live.catchUp()
    expect(live.current).not.toBe(before)
    expect(heard.caughtUp).toBeGreaterThan(caughtUp)
    const { rows } = await other.query<{ isFree: boolean }>('SELECT pg_try_advisory_lock($1) AS "isFree"', [
      LOCKS.searchIndex,
    ])
    expect(rows).toEqual([{ isFree: true }])
    await other.end()
  })

  test('rebuilds once per change while an older transaction is open', async () => {
    const { live } = await startIndex()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT pg_current_xact_id()')
    await database.db.$executeRaw`INSERT INTO product_changes (kind) VALUES ('all')`
    const before = live.current
    await live.catchUp()
    const rebuilt = live.current
    expect(rebuilt).not.toBe(before)
    await live.catchUp()
    expect(live.current).toBe(rebuilt)
    await client.query('ROLLBACK')
    await client.end()
  })

  test('reconnects to the database after a lost connection', async () => {
    const partner = await createPartner(database.db)
    const { live, find } = await startIndex()
    await database.db
      .$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE application_name = 'search index' AND datname = current_database()`
    await createProduct(database.db, { partnerId: partner.id, name: 'Afterwards' })
    await expect
      .poll(
        async () => {
          await live.catchUp()
          return find({ words: ['afterward'] }).total
        },
        { timeout: 10_000 },
      )
      .toBe(1)
  })
})

describe('the index in its worker thread', () => {
  test('returns the same results as SQL, which takes over until it is ready and after it stops', async () => {
    const partner = await createPartner(database.db)
    await createProduct(database.db, { partnerId: partner.id, name: 'Threaded needle' })
    const sql = new SqlEngine(database.db)
    const engine = new IndexEngine({ databaseUrl: database.url, logLevel: 'silent' }, sql, {
      onUndescribed: () => undefined,
      onChange: () => undefined,
    })
    open.push(engine)
    const query = { ...EVERY_PRODUCT, partnerId: partner.id }
    const expected = await sql.search(query)
    expect(engine.isReady).toBe(false)
    expect(await engine.search(query)).toEqual(expected)
    await engine.ready()
    expect(await engine.search(query)).toEqual(expected)
    expect(await engine.search(query)).toEqual({ ...expected, isCached: true })
    expect(await engine.suggest(['threaded', 'nee'], 4)).toEqual(await sql.suggest(['threaded', 'nee'], 4))
    await createProduct(database.db, { partnerId: partner.id, name: 'Threaded bobbin' })
    await engine.catchUp()
    expect((await engine.search(query)).total).toBe(2)
    await engine.stop()
    expect((await engine.search(query)).total).toBe(2)
  })
})
