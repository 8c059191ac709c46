import { afterEach, expect, test, vi } from 'vitest'
import { parseEnv } from '#server/platform/env.ts'
import { allowedOwnOrigins, allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { openDemoShopify } from './demo-shopify.ts'
import { openDemoWooCommerce } from './demo-woocommerce.ts'

const database = useTestDatabase()
afterEach(() => {
  vi.useRealTimers()
  allowOwnOrigins([])
})

const open = (env: Record<string, string> = {}) =>
  openDemoWooCommerce(
    database.db,
    parseEnv({ PORT: '0', SITE_URL: 'http://localhost', ...env }),
    'http://localhost:3000',
  )

test('starts a WooCommerce store that can be visited and connected', async () => {
  expect(await open()).toBeNull()
  await createUser(database.db, { isDemo: true })
  expect(await open({ HOST: '0.0.0.0' })).toBeNull()
  expect(await open({ DEMO_WOOCOMMERCE: 'off' })).toBeNull()
  const demo = await open()
  const [, origin = ''] = /: (http:\S+)\/$/.exec(demo?.lines[0] ?? '') ?? []
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/cedar-and-tine$/)
  expect(allowedOwnOrigins()).toEqual([new URL(origin).origin, 'http://localhost:3000'])
  const home = await (await fetch(`${origin}/`)).text()
  for (const text of ['Cedar &#38; Tine', 'Wicker Tote', '£39.00', 'Heath Tee']) expect(home).toContain(text)
  const answer = await fetch(`${origin}/wp-json/wc/v3/products?per_page=100`, {
    headers: { authorization: `Basic ${Buffer.from('ck_of_the_demo:cs_of_the_demo').toString('base64')}` },
  })
  expect(await answer.json()).toHaveLength(7)
  await demo?.stop()
  expect(allowedOwnOrigins()).toEqual(['http://localhost:3000'])
})

test('gives orders in the Shopify store new numbers and IDs after a restart', async () => {
  if (!(await database.db.user.findFirst({ where: { isDemo: true } }))) await createUser(database.db, { isDemo: true })
  const orderAfterStart = async () => {
    const env = parseEnv({ PORT: '0', SITE_URL: 'http://localhost' })
    const demo = await openDemoShopify(database.db, env, 'http://localhost:3000')
    const [, origin = ''] = /: (http:\S+)\/$/.exec(demo?.lines[0] ?? '') ?? []
    const form = new URLSearchParams({ path: '/products/mill-straight-jeans', variant: '0', quantity: '1' })
    const bought = await fetch(`${origin}/buy`, { method: 'POST', body: form, redirect: 'manual' })
    const orders = await (await fetch(`${origin}/shop-admin`)).text()
    await demo?.stop()
    return { thanks: bought.headers.get('location')?.replace(origin, ''), orders }
  }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T10:00:00Z') })
  const first = await orderAfterStart()
  expect(first.thanks).toMatch(/^\/thank-you\/\d+$/)
  vi.setSystemTime(new Date('2026-11-28T11:00:00Z'))
  const second = await orderAfterStart()
  expect(second.thanks).toMatch(/^\/thank-you\/\d+$/)
  expect(second.thanks).not.toBe(first.thanks)
  // Returns the order IDs on the page that lists the actions for orders.
  const idsIn = (page: string) => [...page.matchAll(/name="id" value="(\d{10,})"/g)].map(([, id]) => id)
  expect(idsIn(first.orders).length).toBeGreaterThan(0)
  expect(idsIn(second.orders)).not.toContain(idsIn(first.orders)[0])
})
