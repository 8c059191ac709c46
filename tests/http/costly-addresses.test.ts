import http from 'node:http'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/seed-accounts.ts'
import { findProduct } from '#tests/setup/demo-products.ts'
import { anyAddress, costlyAddresses, MAX_ANSWER_BYTES } from '#tests/setup/costly-addresses.ts'
import { useShop } from './shop.ts'

const SHOP = inject('shopUrl')
const shop = useShop()
const USER_AGENT = 'Mozilla/5.0 Chrome/143.0.0.0'

/** Returns the uncompressed size. Fails if the headers exceed Node's default of 16 kB. */
function sizeOf(path: string, cookie: string): Promise<{ status: number; bytes: number }> {
  const { hostname, port } = new URL(SHOP)
  return new Promise((resolve, reject) => {
    // Use a new connection for each request, because the server may close an idle one at the moment of its reuse.
    http
      .get(
        { agent: false, hostname, port, path, headers: { 'user-agent': USER_AGENT, accept: 'text/html', cookie } },
        (response) => {
          let bytes = 0
          response
            .on('data', (chunk: Buffer) => (bytes += chunk.length))
            .once('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
        },
      )
      .once('error', reject)
  })
}

/** Returns the cookies of a visitor and of an administrator, who has more pages and no cached ones. */
async function cookies(): Promise<string[]> {
  const [admin] = DEMO_ACCOUNTS.filter(({ role }) => role === 'admin')
  const body = new URLSearchParams({
    form: 'sign-in',
    from: 'page',
    email: admin?.email ?? '',
    password: DEMO_PASSWORD,
  })
  const answer = await fetch(`${SHOP}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: SHOP, 'user-agent': USER_AGENT, connection: 'close' },
    body,
  })
  expect(answer.status).toBe(302)
  return [
    '',
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  ]
}

const shown = (path: string) => (path.length > 120 ? `${path.slice(0, 120)}... (${path.length})` : path)

async function knownOf(db: Parameters<typeof findProduct>[0]) {
  const { id, partnerId } = await findProduct(db)
  const page = await (await fetch(`${SHOP}/about`, { headers: { connection: 'close' } })).text()
  const version = /manifest-([0-9a-f]+)\.js/.exec(page)?.[1] ?? ''
  expect(version).not.toBe('')
  return { productId: id, partnerId, version }
}

test('no known expensive URL fails or returns more than 2 MB', { timeout: 120_000 }, async () => {
  const wrong: unknown[] = []
  for (const cookie of await cookies()) {
    for (const path of costlyAddresses(await knownOf(shop.db))) {
      const { status, bytes } = await sizeOf(path, cookie)
      if (status >= 500 || bytes > MAX_ANSWER_BYTES) wrong.push([shown(path), cookie !== '', status, bytes])
    }
  }
  expect(wrong).toEqual([])
})

test('no generated URL fails or returns more than 2 MB', { timeout: 180_000 }, async () => {
  const known = await knownOf(shop.db)
  const brands = await shop.db.brand.findMany({ select: { slug: true, name: true }, take: 20 })
  const categories = await shop.db.category.findMany({ select: { slug: true }, take: 60 })
  const values = [
    ...brands.flatMap(({ slug, name }) => [slug, name]),
    ...categories.map(({ slug }) => slug),
    'black',
    'sage green',
    'linen',
    'wool',
    'UK 12',
    'EU 40',
    'M',
    'W32',
    'women',
    'kids',
    'warm',
    'wedding guest',
    'dress',
    'colour:black',
    'not',
  ]
  const { counterexample, errorInstance, seed } = await fc.check(
    fc.asyncProperty(anyAddress(known, values), fc.constantFrom(...(await cookies())), async (path, cookie) => {
      const { status, bytes } = await sizeOf(path, cookie)
      expect([status < 500, bytes <= MAX_ANSWER_BYTES]).toEqual([true, true])
    }),
    { numRuns: 200, endOnFailure: true },
  )
  expect(
    counterexample && {
      path: shown(counterexample[0]),
      isAdmin: counterexample[1] !== '',
      error: String(errorInstance),
      seed,
    },
  ).toBeNull()
})

test('a list shows which parts of its URL were ignored', async () => {
  const page = await shop
    .visitor()
    .open(
      `/discover?q=${'black+dress+'.repeat(100)}&mode=intelligent&tags=${Array.from({ length: 60 }, (_, index) => `t${index}`).join(',')}&brands=nobody1,nobody2`,
    )
  const notice = page.text('.notice')
  expect(notice).toContain('Your search is too long. We used the first 200 characters.')
  expect(notice).toContain('You can use up to 40 filters. We ignored the other 22.')
  expect(notice).toContain('We ignored 1 unknown filter.')
})
