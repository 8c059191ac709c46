import { beforeAll, describe, expect, test } from 'vitest'
import { archive } from '#server/importing/apply-products.ts'
import { findNew } from '#server/new-in/find-new.ts'
import { matchChanged } from '#server/offers/match-changed.ts'
import { log } from '#server/platform/log.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changeProducts } from '#server/products/change-products.service.ts'
import type { ProductsChange } from '#server/products/own-products.schema.ts'
import { newAct } from '#server/products/product-acts.ts'
import { runPriceSchedules } from '#server/products/run-price-schedules.ts'
import { sendInventoryMails } from '#server/products/send-inventory-mails.ts'
import { undoAct } from '#server/products/undo-act.service.ts'
import { describeStale } from '#server/search/describe-products.ts'
import { findWishlistEvents } from '#server/wishlist/judge-wishes.ts'
import { createPartner, createViewer, createWishes } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { watchLoop, type Watched } from '#tests/setup/watch-loop.ts'
import { widenPartner, WIDEST } from '#tests/setup/wide-partner.ts'

/** Event loop delay, in ms of processor time: the same limit as in the campaign (run.ts). */
const MAX_BLOCKED_MS = 250
/**
 * The maximum memory growth in MB, independent of the partner's size: a batch, its texts, and garbage that is not
 * collected yet.
 */
const MAX_GROWN_MB = 250
const SITE_URL = 'https://wtf.example'
const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')), { SITE_URL })

/** A partner with many small products and some of the maximum width. */
const wide = { id: '', cookie: '', viewer: {} as Viewer, productIds: [] as string[] }
/** Number of the widest products. */
const PRODUCTS = 3
const NARROW = { products: 600, variants: 2, pictures: 1, tags: 2, description: 500, label: 10 }

beforeAll(async () => {
  wide.viewer = await createViewer(database.db, { role: 'partner' })
  const { userId: ownerId } = wide.viewer
  const partner = await createPartner(database.db, { ownerId, createdAt: new Date('2020-01-01') })
  const { visit } = await signedIn(database.db, ownerId, { visit: createVisit({ siteUrl: SITE_URL }) })
  wide.id = partner.id
  wide.cookie = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
  wide.productIds = await widenPartner(database.db, partner.id, { ...WIDEST, products: PRODUCTS })
  await widenPartner(database.db, partner.id, NARROW)
}, 120_000)

const isLight = ({ longestMs, grownBytes }: Watched) => ({
  blockedMs: longestMs > MAX_BLOCKED_MS ? longestMs : 0,
  grownMb: grownBytes > MAX_GROWN_MB * 2 ** 20 ? grownBytes / 2 ** 20 : 0,
})
const LIGHT = { blockedMs: 0, grownMb: 0 }

/** Downloads a file like a client, without keeping it. */
async function download(path: string): Promise<{ status: number; bytes: number; end: string }> {
  const response = await shop.ask(path, { cookie: wide.cookie })
  let [bytes, end] = [0, Buffer.alloc(0)]
  const reader = response.body!.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length
    end = Buffer.concat([end, read.value]).subarray(-200)
  }
  return { status: response.status, bytes, end: end.toString() }
}

describe('exports of the largest partner do not block the shop', () => {
  test.each(['', '?format=shopify'])('all products as CSV%s', async (query) => {
    const { value, ...watched } = await watchLoop(() => download(`/brand/dashboard/products/export.csv${query}`))
    expect([value.status, value.bytes > 1_000_000, isLight(watched)]).toEqual([200, true, LIGHT])
  })

  test('the table of products, and the findings of an import, as CSV', async () => {
    const { db } = database
    const { id } = await db.productImport.create({
      data: { partnerId: wide.id, source: 'file', fileName: 'autumn.csv', status: 'read' },
    })
    await db.$executeRaw`
      INSERT INTO import_findings (import_id, kind, place, line, handle, product_name, reason, differences)
      SELECT ${id}::uuid, 'changed', n, n, 'wide', rpad('Name', 255, ' long'), rpad('', 500, 'why '), (
        SELECT jsonb_agg(jsonb_build_object('field', 'price', 'before', 1, 'after', 2, 'variant', rpad('', 200, 'Size '))) FROM generate_series(1, 60))
      FROM generate_series(0, 1999) n`
    for (const path of ['/brand/dashboard/products/list.csv', `/brand/dashboard/products/import/${id}/findings.csv`]) {
      const { value, ...watched } = await watchLoop(() => download(path))
      expect([path, value.status, value.bytes > 100_000, isLight(watched)]).toEqual([path, 200, true, LIGHT])
    }
  })

  test("Google's feed of the store", async () => {
    const path = `/feeds/google-merchant.xml?partner=${wide.id}`
    const { value, ...watched } = await watchLoop(() => download(path))
    expect([value.status, value.end.endsWith('</channel></rss>\n'), isLight(watched)]).toEqual([200, true, LIGHT])
  })

  test('the feeds of the entire catalogue', async () => {
    for (const path of ['/feeds/google-merchant.xml', '/feeds/products.ndjson']) {
      const watched = await watchLoop(async () => {
        // The response is 503 until the file is written.
        for (;;) {
          const { status, bytes } = await download(path)
          if (status !== 503) return [status, bytes > 1_000_000]
        }
      })
      expect([path, watched.value, isLight(watched)]).toEqual([path, [200, true], LIGHT])
    }
  }, 60_000)
})

describe('actions and jobs on the largest partner do not block the shop', () => {
  const ask = () => ({ db: database.db, viewer: wide.viewer, partner: { id: wide.id } })
  const light = async (work: () => Promise<unknown>) => {
    const { value, ...watched } = await watchLoop(work)
    expect([value, isLight(watched)]).toEqual([value, LIGHT])
    return value
  }
  /** Repeats calls as the page does, because each call leaves the rest to the next. */
  const changeAll = async (change: ProductsChange) => {
    let [actId, left, calls] = [null as string | null, wide.productIds, 0]
    for (; left.length; calls++) {
      const part = await changeProducts(ask(), { ids: left, change, ...(actId && { actId }) })
      actId = part.actId
      left = part.left
    }
    return { actId: actId ?? '', calls }
  }

  test('a price change and its undo', async () => {
    const { db } = database
    const change = { kind: 'price', by: { unit: 'percent', value: 10 }, showsOldPrice: true } as const
    const { actId } = (await light(() => changeAll(change))) as Awaited<ReturnType<typeof changeAll>>
    const prices = () => db.product.findMany({ where: { id: { in: wide.productIds } }, select: { priceMinor: true } })
    expect(await prices()).toEqual(wide.productIds.map(() => ({ priceMinor: 5_500 })))
    expect(await light(() => undoAct(ask(), { actId }))).toMatchObject({ restored: PRODUCTS, skipped: 0 })
    expect(await prices()).toEqual(wide.productIds.map(() => ({ priceMinor: 5_000 })))
  }, 60_000)

  test('scheduled prices that start and end', async () => {
    const { db } = database
    const now = Date.now()
    await db.priceSchedule.createMany({
      data: wide.productIds.map((productId) => ({
        partnerId: wide.id,
        productId,
        percentOff: 20,
        currency: 'USD',
        startsAt: new Date(now - 1_000),
        endsAt: new Date(now + 60_000),
      })),
    })
    const run = (at: number) => runPriceSchedules(db, new Date(at), AbortSignal.timeout(60_000))
    expect(await light(() => run(now))).toBe(PRODUCTS)
    expect(await light(() => run(now + 61_000))).toBe(PRODUCTS)
  }, 60_000)

  test('an import that archives products missing from its file', async () => {
    const { db } = database
    const actor = { kind: 'import' as const, userId: null, name: 'autumn.csv' }
    await light(() => archive(db, newAct({ partnerId: wide.id, kind: 'import', actor }), wide.productIds))
    expect(await db.product.count({ where: { id: { in: wide.productIds }, status: 'archived' } })).toBe(PRODUCTS)
    await light(() => changeAll({ kind: 'status', status: 'active' }))
  }, 60_000)

  test('describing all products for search, matching them with other stores, and notifying waiting shoppers', async () => {
    const { db, url } = database
    const { userId } = await createViewer(db)
    await createWishes(db, userId, wide.productIds)
    await db.$executeRaw`UPDATE products SET search_version = 0`
    const signal = AbortSignal.timeout(60_000)
    expect(await light(() => describeStale(db))).toBeGreaterThan(NARROW.products)
    // The first run records its starting point, and processes everything.
    expect(await light(() => matchChanged(db, url, new Date(), signal))).toBeGreaterThan(NARROW.products)
    await light(() => findNew(db, url, new Date(), signal))
    await light(() => findWishlistEvents(db, new Date(), signal))
    await light(() => sendInventoryMails(db, SITE_URL, signal))
  }, 60_000)
})

test('a feed omits a product that cannot be formatted, and contains the others', async () => {
  const { id } = await createPartner(database.db)
  const [broken = '', sound = ''] = await widenPartner(database.db, id, {
    products: 2,
    variants: 3,
    pictures: 1,
    tags: 1,
    description: 10,
    label: 10,
  })
  // Amounts in an unknown currency cannot be formatted.
  await database.db.$executeRaw`UPDATE products SET currency = '???' WHERE id = ${broken}::uuid`
  log.level = 'silent'
  const feed = await shop.ask(`/feeds/google-merchant.xml?partner=${id}`)
  const text = await feed.text()
  log.level = 'info'
  expect([feed.status, text.includes(broken), text.includes(sound)]).toEqual([200, false, true])
  expect(text.endsWith('</channel></rss>\n')).toBe(true)
})
