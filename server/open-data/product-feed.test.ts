import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updatePopularity } from '#server/search/log/update-popularity.ts'
import { describeStale } from '#server/search/describe-products.ts'
import { createCategory, createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { feedLine, type FeedLine } from './feed-product.schema.ts'
import { currentCursor, writeCursor, type FeedCursor } from './feed-cursor.ts'
import { writeChanges, writeProductFeed } from './product-feed.ts'

const database = useTestDatabase()
const siteUrl = 'https://wtf.example'

/** Checks each line against the documented schema. */
async function linesOf(text: AsyncGenerator<string>): Promise<FeedLine[]> {
  let all = ''
  for await (const some of text) all += some
  return all.split('\n').flatMap((line) => (line === '' ? [] : [feedLine.parse(JSON.parse(line))]))
}
const whole = () => linesOf(writeProductFeed({ db: database.db, siteUrl }))
const changes = async (since: string) => linesOf(await writeChanges({ db: database.db, siteUrl }, since))

/** Waits for earlier transactions, because transactions of other test files on the same server delay cursors. */
async function settledCursor(): Promise<FeedCursor> {
  const [last] = await database.db.$queryRaw<[{ xid: string }]>`SELECT pg_current_xact_id()::text AS xid`
  const isOver = async () => BigInt((await currentCursor(database.db)).xid) > BigInt(last.xid)
  await expect.poll(isOver, { timeout: 15_000 }).toBe(true)
  return currentCursor(database.db)
}

/** A client that has read the entire feed once and then applies changes. */
class Reader {
  readonly products = new Map<string, FeedLine>()
  cursor = ''

  async readAll(): Promise<void> {
    this.products.clear()
    await settledCursor()
    this.take(await whole())
  }
  async readChanges(): Promise<FeedLine[]> {
    const told = await changes(this.cursor)
    this.take(told)
    return told
  }
  private take(lines: FeedLine[]): void {
    for (const line of lines) {
      if (line.type === 'product') this.products.set(line.id, line)
      else if (line.type === 'gone') this.products.delete(line.id)
      else this.cursor = line.cursor
    }
  }
}
const sorted = (lines: Iterable<FeedLine>) =>
  [...lines].filter(({ type }) => type === 'product').sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

let partnerId: string
let other: pg.Client
beforeAll(async () => {
  partnerId = (await createPartner(database.db)).id
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
})
afterAll(() => other.end())

describe('the product feed', () => {
  test('describes a product with its variants and images, and ends with a cursor', async () => {
    const above = await createCategory(database.db, { name: 'Clothes' })
    const category = await createCategory(database.db, { name: 'Coats', parentId: above.id, level: 1 })
    const product = await createProduct(database.db, {
      partnerId,
      name: 'Wool "coat" <b>',
      categoryId: category.id,
      currency: 'GBP',
      variants: [
        { size: 'UK 10', sku: 'C-10', priceMinor: 9_000, originalPriceMinor: 12_000, stock: 2 },
        { size: 'UK 12', priceMinor: 9_500, stock: 0 },
        { size: 'UK 14', priceMinor: 9_500, stock: null },
      ],
    })
    await createPicture(database.db, product.id, { isPrimary: true })
    await createProduct(database.db, { partnerId, status: 'draft' })
    const lines = await whole()
    const told = lines.find((line) => line.type === 'product' && line.id === product.id)
    expect(told).toMatchObject({
      url: `https://wtf.example/product/${product.id}`,
      name: 'Wool "coat" <b>',
      category: ['Clothes', 'Coats'],
      price: { amount: '90.00', minor: 9_000, currency: 'GBP' },
      highestPrice: { minor: 9_500 },
      originalPrice: { amount: '120.00' },
      availability: 'in_stock',
      pictures: [{ url: expect.stringMatching(/^https:\/\/wtf\.example\/img\/[0-9a-f]{24}\/1600\.jpg$/) as string }],
      variants: [
        { sku: 'C-10', size: 'UK 10', availability: 'in_stock' },
        { availability: 'out_of_stock', originalPrice: null },
        { availability: 'unknown' },
      ],
    })
    expect(lines.at(-1)).toMatchObject({ type: 'end', products: lines.length - 1, gone: 0 })
    expect(lines.map(({ type }) => type).filter((type) => type === 'gone')).toEqual([])
  })

  test('includes changes that are committed out of order', async () => {
    const [slow, quick] = [
      await createProduct(database.db, { partnerId }),
      await createProduct(database.db, { partnerId }),
    ]
    const reader = new Reader()
    await reader.readAll()
    await other.query('BEGIN')
    await other.query('UPDATE products SET material = $2 WHERE id = $1', [slow.id, 'late'])
    await database.db.product.update({ where: { id: quick.id }, data: { material: 'soon' } })
    await reader.readChanges()
    expect([reader.products.get(slow.id), reader.products.get(quick.id)]).toMatchObject([
      { material: '' },
      { material: 'soon' },
    ])
    await other.query('COMMIT')
    await reader.readChanges()
    expect(reader.products.get(slow.id)).toMatchObject({ material: 'late' })
  })

  test('leaves out private data: popularity, search words, drafts', async () => {
    const product = await createProduct(database.db, { partnerId })
    const draft = await createProduct(database.db, { partnerId, status: 'draft' })
    const reader = new Reader()
    await reader.readAll()
    await database.db.$executeRaw`UPDATE products SET popularity = 7 WHERE id = ${product.id}::uuid`
    await updatePopularity(database.db, new Date())
    await database.db
      .$executeRaw`UPDATE products SET search_text = 'other words', synced_at = now() WHERE id = ${product.id}::uuid`
    await database.db.product.update({ where: { id: draft.id }, data: { name: 'Not yet' } })
    await database.db.product.delete({ where: { id: draft.id } })
    expect(await reader.readChanges()).toMatchObject([{ type: 'end', products: 0, gone: 0 }])
    // A changed variant is reported even if the change of its product in the same transaction is not.
    await database.db.$transaction([
      database.db.$executeRaw`UPDATE products SET popularity = 9 WHERE id = ${product.id}::uuid`,
      database.db.productVariant.updateMany({ where: { productId: product.id }, data: { size: 'XL' } }),
    ])
    expect(await reader.readChanges()).toMatchObject([{ id: product.id, variants: [{ size: 'XL' }] }, { products: 1 }])
  })

  test('requires a full read for a cursor that is too old, too far behind or of another database', async () => {
    const now = await settledCursor()
    await expect(changes('junk')).rejects.toMatchObject({ code: 'bad_input' })
    await expect(changes(writeCursor({ ...now, at: now.at - 37 * 3600 }))).rejects.toThrow(/older than 36 hours/)
    await expect(changes(writeCursor({ ...now, database: 'abc' }))).rejects.toThrow(/another database/)
    await database.db.$executeRaw`INSERT INTO product_changes (kind) VALUES ('pages')`
    expect(await changes(writeCursor(now))).toMatchObject([{ type: 'end' }])
    for (const kind of ['parts', 'all']) {
      await database.db.$executeRaw`INSERT INTO product_changes (kind) VALUES (${kind})`
      await expect(changes(writeCursor(now))).rejects.toThrow(/Too much has changed/)
      await database.db.$executeRaw`DELETE FROM product_changes WHERE kind = ${kind}`
    }
  })

  test('requires a full read after a visible change of more than 10,000 products', async () => {
    const many = await createPartner(database.db)
    const { brandId } = await createProduct(database.db, { partnerId: many.id })
    const now = await settledCursor()
    await database.db.$executeRaw`
      INSERT INTO products (id, partner_id, brand_id, handle, name, currency, price_minor, price_max_minor, price_base_minor, is_in_stock, updated_at)
      SELECT gen_random_uuid(), ${many.id}::uuid, ${brandId}::uuid, 'many ' || n, 'Many', 'USD', 100, 100, 100, true, now() FROM generate_series(1, 10001) n`
    await database.db.$executeRaw`UPDATE products SET popularity = 3 WHERE partner_id = ${many.id}::uuid`
    expect(await changes(writeCursor(now))).toMatchObject([{ type: 'end' }])
    await database.db
      .$executeRaw`UPDATE products SET status = 'active', search_version = 1 WHERE partner_id = ${many.id}::uuid`
    await expect(changes(writeCursor(now))).rejects.toThrow(/Too much has changed/)
    const later = await settledCursor()
    await database.db.$executeRaw`UPDATE products SET popularity = 4 WHERE partner_id = ${many.id}::uuid`
    expect(await changes(writeCursor(later))).toMatchObject([{ type: 'end', products: 0 }])
    await database.db.partner.delete({ where: { id: many.id } })
  })
})

type Act = (product: string, number: number) => Promise<unknown>

test('applying changes gives the same result as a full read, after any history', { timeout: 120_000 }, async () => {
  const { db } = database
  const partners = [await createPartner(db), await createPartner(db)]
  const category = await createCategory(db)
  const acts: Record<string, Act> = {
    add: (_, number) =>
      createProduct(db, {
        partnerId: partners[number % 2]!.id,
        brandName: `Label ${number % 3}`,
        categoryId: category.id,
      }),
    price: (id, number) =>
      db.product.updateMany({ where: { id }, data: { priceMinor: 100 + number, priceMaxMinor: 9_000 } }),
    draft: (id) => db.product.updateMany({ where: { id }, data: { status: 'draft' } }),
    publish: (id) => db.product.updateMany({ where: { id }, data: { status: 'active' } }),
    takeDown: (id, number) =>
      db.product.updateMany({ where: { id }, data: { takenDownAt: number % 2 ? new Date() : null } }),
    remove: (id) => db.product.deleteMany({ where: { id } }),
    stock: (id, number) => db.productVariant.updateMany({ where: { productId: id }, data: { stock: number % 4 } }),
    picture: (id) => createPicture(db, id).catch(() => undefined),
    dropPictures: (id) => db.productImage.deleteMany({ where: { productId: id } }),
    pause: (_, number) =>
      db.partner.update({ where: { id: partners[number % 2]!.id }, data: { isPaused: number % 3 === 0 } }),
    renameStore: (_, number) =>
      db.partner.update({ where: { id: partners[number % 2]!.id }, data: { businessName: `Store ${number}` } }),
    renameBrand: (_, number) =>
      db.brand.updateMany({ where: { slug: `label-${number % 3}` }, data: { name: `Renamed ${number}` } }),
    renameCategory: (_, number) =>
      db.category.update({ where: { id: category.id }, data: { name: `Category ${number}` } }),
    describe: () => describeStale(db),
    popularity: (id, number) => db.$executeRaw`UPDATE products SET popularity = ${number % 200} WHERE id = ${id}::uuid`,
    // Begins a change here that is committed at a later step, so out of order.
    begin: async (id, number) => {
      if (isOpen) return
      await other.query('BEGIN')
      isOpen = true
      held = id
      await other.query('UPDATE products SET material = $2, updated_at = now() WHERE id = $1', [
        id,
        `material ${number}`,
      ])
    },
    commit: async () => {
      if (!isOpen) return
      await other.query('COMMIT')
      isOpen = false
      held = ''
    },
    changes: () => reader.readChanges(),
  }
  let isOpen = false
  let held = ''
  const reader = new Reader()
  await reader.readAll()
  const step = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(1_000))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (history) => {
      for (const [name, number] of history) {
        const ids = await db.product.findMany({
          where: { partnerId: { in: partners.map(({ id }) => id) } },
          select: { id: true },
          orderBy: { id: 'asc' },
        })
        const id = ids[number % Math.max(1, ids.length)]?.id ?? ((await acts['add']!('', number)) as { id: string }).id
        // True if the action would wait for rows that another transaction has locked.
        const waits =
          isOpen && !['commit', 'changes', 'begin', 'add', 'price', 'stock', 'publish', 'draft'].includes(name)
        if (waits || (id === held && name !== 'changes')) await acts['commit']!(id, number)
        await acts[name]!(id, number)
      }
      await acts['commit']!('', 0)
      await reader.readChanges()
      expect(sorted(reader.products.values())).toEqual(sorted(await whole()))
    }),
    { numRuns: 80 },
  )
})
