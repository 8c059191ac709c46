import { beforeAll, describe, expect, test } from 'vitest'
import { log } from '#server/platform/log.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { watchLoop, type Watched } from '#tests/setup/watch-loop.ts'
import { widenPartner, WIDEST } from '#tests/setup/wide-partner.ts'

/** Of the event loop, in ms of processor time: the same as in the campaign (run.ts). */
const MOST_BLOCKED_MS = 250
/** Whatever the partner's size: a batch, its texts and garbage that waits to be collected. */
const MOST_GROWN_MB = 250
const SITE_URL = 'https://wtf.example'
const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')), { SITE_URL })

/** A partner whose every product is as wide as a product may be, and one with many small products. */
const wide = { id: '', cookie: '', productIds: [] as string[] }

beforeAll(async () => {
  const { id: ownerId } = await createUser(database.db, { role: 'partner' })
  const partner = await createPartner(database.db, { ownerId, createdAt: new Date('2020-01-01') })
  const { visit } = await signedIn(database.db, ownerId, { visit: createVisit({ siteUrl: SITE_URL }) })
  wide.id = partner.id
  wide.cookie = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
  wide.productIds = await widenPartner(database.db, partner.id, { ...WIDEST, products: 6 })
}, 120_000)

const isLight = ({ longestMs, grownBytes }: Watched) => ({
  blockedMs: longestMs > MOST_BLOCKED_MS ? longestMs : 0,
  grownMb: grownBytes > MOST_GROWN_MB * 2 ** 20 ? grownBytes / 2 ** 20 : 0,
})
const LIGHT = { blockedMs: 0, grownMb: 0 }

/** Reads a file as a client does, without keeping it. */
async function download(path: string): Promise<{ status: number; bytes: number; end: string }> {
  const response = await shop.ask(path, { cookie: wide.cookie })
  let [bytes, end] = [0, Buffer.alloc(0)]
  for await (const chunk of response.body!) {
    bytes += chunk.length
    end = Buffer.concat([end, chunk]).subarray(-200)
  }
  return { status: response.status, bytes, end: end.toString() }
}

describe('files of the widest partner are sent without blocking the shop', () => {
  test.each(['', '?format=shopify'])('all products as CSV%s', async (query) => {
    const { value, ...watched } = await watchLoop(() => download(`/brand/dashboard/products/export.csv${query}`))
    expect([value.status, value.bytes > 1_000_000, isLight(watched)]).toEqual([200, true, LIGHT])
  })

  test("Google's feed of the store", async () => {
    const path = `/feeds/google-merchant.xml?partner=${wide.id}`
    const { value, ...watched } = await watchLoop(() => download(path))
    expect([value.status, value.end.endsWith('</channel></rss>\n'), isLight(watched)]).toEqual([200, true, LIGHT])
  })

  test('the feeds of the whole catalogue', async () => {
    for (const path of ['/feeds/google-merchant.xml', '/feeds/products.ndjson']) {
      const watched = await watchLoop(async () => {
        // Until it is written the answer is 503.
        for (;;) {
          const { status, bytes } = await download(path)
          if (status !== 503) return [status, bytes > 1_000_000]
        }
      })
      expect([path, watched.value, isLight(watched)]).toEqual([path, [200, true], LIGHT])
    }
  }, 60_000)
})

test('a product that cannot be read fails no feed', async () => {
  const { id } = await createPartner(database.db)
  const [broken = '', sound = ''] = await widenPartner(database.db, id, {
    ...{ products: 2, variants: 3, pictures: 1, tags: 1, description: 10, label: 10 },
  })
  // No currency: its amounts cannot be written.
  await database.db.$executeRaw`UPDATE products SET currency = '???' WHERE id = ${broken}::uuid`
  log.level = 'silent'
  const feed = await shop.ask(`/feeds/google-merchant.xml?partner=${id}`)
  const text = await feed.text()
  log.level = 'info'
  expect([feed.status, text.includes(broken), text.includes(sound)]).toEqual([200, false, true])
  expect(text.endsWith('</channel></rss>\n')).toBe(true)
})
