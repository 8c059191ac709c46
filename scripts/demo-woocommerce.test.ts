import { afterEach, expect, test } from 'vitest'
import { parseEnv } from '#server/platform/env.ts'
import { allowedOwnOrigins, allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { openDemoWooCommerce } from './demo-woocommerce.ts'

const database = useTestDatabase()
afterEach(() => allowOwnOrigins([]))

const open = (env: Record<string, string> = {}) =>
  openDemoWooCommerce(
    database.db,
    parseEnv({ PORT: '0', SITE_URL: 'http://localhost', ...env }),
    'http://localhost:3000',
  )

test('opens a store that a newcomer can visit and connect', async () => {
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
