import http from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startShopify, type RunningShopify } from '#tests/shopify/start-shopify.ts'
import { askShopify, configureShopify, exchangeCredentials, isAddressSet } from './admin-api.ts'
import { DOCUMENTS } from './documents.values.ts'
import { fetchShopifyShop } from './fetch-shop.ts'
import { listShopifySubscriptions, subscribeTo, TOPICS, unsubscribeFromShopify } from './subscriptions.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'

const TOKEN = 'shpat_0123456789abcdef0123456789abcdef'
const SECRET = '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'
const ACCESS: StoreAccess = { shop: 'oswick-dray.myshopify.com', token: TOKEN }
const HOOK = 'https://wtf.example/webhooks/shopify/1'

let shopify: RunningShopify
beforeAll(async () => {
  shopify = await startShopify({
    shop: ACCESS.shop,
    name: 'Oswick & Dray',
    token: TOKEN,
    apiSecret: SECRET,
    clientId: 'client-1',
    budget: { maximum: 2_000, restoreRate: 20_000 },
  })
})
afterAll(() => shopify.stop())
const patience = { answerWithinMs: 2_000, totalMs: 5_000, firstPauseMs: 5 }
beforeEach(() => {
  configureShopify({ addressOf: shopify.addressOf, ...patience })
  shopify.shop.retryAfterSeconds = 0.01
})
afterEach(() => {
  configureShopify({})
  shopify.shop.throttle(0)
  shopify.shop.scopes = ['read_products', 'read_inventory', 'read_orders']
})

const failureOf = async (asked: Promise<unknown>): Promise<StoreError> => {
  const error: unknown = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StoreError)) throw new Error('It did not fail as a store fails.', { cause: error })
  expect(error.message).not.toContain(TOKEN)
  expect(error.message).not.toContain(SECRET)
  return error
}

test('reads the name of a store', async () => {
  expect(await fetchShopifyShop(ACCESS)).toEqual({
    id: 'gid://shopify/Shop/548380009',
    name: 'Oswick & Dray',
    domain: ACCESS.shop,
    currency: 'GBP',
    primaryHost: ACCESS.shop,
    scopes: ['read_products', 'read_inventory', 'read_orders'],
  })
})

test('detects whether a custom API address is configured', () => {
  expect(isAddressSet()).toBe(true)
  configureShopify({ totalMs: 1_000 })
  expect(isAddressSet()).toBe(false)
})

describe('when a store refuses or delays a request', () => {
  test('an unknown token is unauthorized, an unknown shop not found', async () => {
    expect((await failureOf(fetchShopifyShop({ ...ACCESS, token: 'shpat_wrong' }))).kind).toBe('unauthorized')
    expect((await failureOf(fetchShopifyShop({ ...ACCESS, shop: 'nobody.myshopify.com' }))).kind).toBe('not_found')
  })

  test('the token is sent to host names of Shopify stores only', async () => {
    for (const shop of [
      'evil.example',
      'a.myshopify.com.evil.example',
      'a/../x.myshopify.com',
      'x@y.myshopify.com',
      '',
    ])
      expect((await failureOf(fetchShopifyShop({ ...ACCESS, shop }))).kind).toBe('not_found')
  })

  test('revoked scopes are forbidden', async () => {
    shopify.shop.loseScope('read_orders')
    expect((await failureOf(askShopify(ACCESS, DOCUMENTS.journey, { id: 'gid://shopify/Order/1' }))).kind).toBe(
      'forbidden',
    )
  })

  test.each(['429', 'THROTTLED', '500'] as const)('%s is retried', async (kind) => {
    shopify.shop.throttle(2, kind)
    expect((await fetchShopifyShop(ACCESS)).currency).toBe('GBP')
  })

  test('gives up on a store that keeps asking us to wait', async () => {
    shopify.shop.throttle(100)
    expect((await failureOf(fetchShopifyShop(ACCESS))).kind).toBe('throttled')
  })

  test('no request waits longer than its time limit', async () => {
    shopify.shop.retryAfterSeconds = 3_600
    shopify.shop.throttle(100)
    expect((await failureOf(fetchShopifyShop(ACCESS))).kind).toBe('throttled')
  })

  test('an aborted request stops waiting', async () => {
    shopify.shop.retryAfterSeconds = 2
    shopify.shop.throttle(1)
    const stop = new AbortController()
    const asked = askShopify(ACCESS, DOCUMENTS.shop, {}, { signal: stop.signal })
    const reason = new Error('stopped')
    setTimeout(() => stop.abort(reason), 20)
    await expect(asked).rejects.toBe(reason)
  })
})

describe('a host with invalid responses', () => {
  let answer: (response: http.ServerResponse) => void
  let requests = 0
  const server = http.createServer((_request, response) => {
    requests++
    answer(response)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  beforeEach(() => {
    requests = 0
    const { port } = server.address() as { port: number }
    configureShopify({ addressOf: () => `http://127.0.0.1:${port}`, ...patience, answerWithinMs: 200, totalMs: 2_000 })
  })

  test.each([
    ['non-JSON', '<html>'],
    ['a JSON array', '[1]'],
    ['missing data', '{}'],
    ['deep nesting', `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('rejects %s as a bad response', async (_what, body) => {
    answer = (response) => response.end(body)
    expect((await failureOf(fetchShopifyShop(ACCESS))).kind).toBe('bad_answer')
    expect(requests).toBe(1)
  })

  test('stops reading an endless response', async () => {
    answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024, 32)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    configureShopify({
      addressOf: () => `http://127.0.0.1:${(server.address() as { port: number }).port}`,
      ...patience,
    })
    expect((await failureOf(fetchShopifyShop(ACCESS))).kind).toBe('bad_answer')
  })

  test('reports a host as unreachable after a few retries without a response', async () => {
    answer = (response) => response.destroy()
    expect((await failureOf(fetchShopifyShop(ACCESS))).kind).toBe('unreachable')
    expect(requests).toBe(6)
    answer = () => undefined
    expect((await failureOf(fetchShopifyShop(ACCESS))).kind).toBe('unreachable')
  })

  test('does not follow redirects', async () => {
    answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    expect((await failureOf(fetchShopifyShop(ACCESS))).kind).toBe('bad_answer')
    expect(requests).toBe(1)
  })
})

test('keeps requests within the remaining rate limit budget', async () => {
  const small = shopify.add({
    shop: 'small.myshopify.com',
    token: TOKEN,
    apiSecret: SECRET,
    budget: { maximum: 205, restoreRate: 2_000 },
  })
  const access = { shop: small.shop, token: TOKEN }
  const ask = () => listShopifySubscriptions(access)
  await ask()
  small.budget.available = 0
  small.budget.at = Date.now()
  // The first request is refused and reports the empty budget. The following ones wait on their own.
  await Promise.all([ask(), ask(), ask()])
  expect(await ask()).toEqual([])
})

describe('client credentials', () => {
  test('give a token for a day', async () => {
    const before = Date.now()
    const { token, scopes, expiresAt } = await exchangeCredentials(ACCESS.shop, 'client-1', SECRET)
    expect(scopes).toEqual(['read_products', 'read_inventory', 'read_orders'])
    expect(expiresAt.getTime() - before).toBeGreaterThan(86_000_000)
    expect((await fetchShopifyShop({ shop: ACCESS.shop, token })).currency).toBe('GBP')
  })

  test('are unauthorized if the secret is wrong', async () => {
    expect((await failureOf(exchangeCredentials(ACCESS.shop, 'client-1', 'wrong'))).kind).toBe('unauthorized')
  })
})

describe('subscriptions', () => {
  test('are created once for each topic, listed and deleted', async () => {
    const made = await subscribeTo(ACCESS, HOOK, TOPICS)
    expect(Object.keys(made)).toEqual([...TOPICS])
    expect(await subscribeTo(ACCESS, HOOK, TOPICS)).toEqual(made)
    const listed = await listShopifySubscriptions(ACCESS)
    expect(listed.map(({ topic }) => topic).sort()).toEqual([...TOPICS].sort())
    await unsubscribeFromShopify(
      ACCESS,
      listed.map(({ id }) => id),
    )
    expect(await listShopifySubscriptions(ACCESS)).toEqual([])
    await unsubscribeFromShopify(ACCESS, [listed[0]?.id ?? ''])
  })

  test('are created as far as the scopes allow, and the others are reported', async () => {
    shopify.shop.loseScope('read_orders')
    const made = await subscribeTo(ACCESS, HOOK, TOPICS)
    expect(made['orders/create']).toEqual({ error: expect.stringContaining('permission') as string })
    expect(made['products/update']).toHaveProperty('id')
  })
})
