import superjson from 'superjson'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, seedAccounts } from '#demo/seed-accounts.ts'
import { configureAuth } from '#server/auth/auth-config.ts'
import { areDemoAccountsOn, decideOnDemoAccounts } from '#server/auth/demo-accounts.ts'
import { parseEnv } from '#server/platform/env.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { signOfProxy } from './outsiders.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response('page', { headers: { 'content-type': 'text/html' } }), {
  SITE_URL: 'http://localhost:3000',
})
const LOCAL = { host: 'localhost:3000' }
const signIn = async (headers: Record<string, string>) =>
  (
    await shop.ask(
      '/trpc/auth.signIn',
      { 'content-type': 'application/json', ...headers },
      {
        method: 'POST',
        body: JSON.stringify(superjson.serialize({ email: 'admin@wtf.example', password: DEMO_PASSWORD })),
      },
    )
  ).status

beforeAll(async () => {
  configureAuth({ limits: 'off' })
  await seedAccounts(database.db)
})
beforeEach(() => decideOnDemoAccounts(database.db, parseEnv({})))

describe.each<[string, Record<string, string>]>([
  ['another Host', { host: 'shop.example' }],
  ['a Host that looks local', { host: '127.0.0.1.nip.io:3000' }],
  ['an address in the local network', { host: '192.168.1.5:3000' }],
  ['an invalid Host', { host: 'a b' }],
  ['X-Forwarded-For', { ...LOCAL, 'x-forwarded-for': '203.0.113.5' }],
  ['CF-Connecting-IP', { ...LOCAL, 'cf-connecting-ip': '203.0.113.5' }],
  ['Forwarded', { ...LOCAL, forwarded: 'for=127.0.0.1' }],
  [
    'a same-origin referrer on another host',
    { ...LOCAL, 'sec-fetch-site': 'same-origin', referer: 'https://shop.example/' },
  ],
])('a request with %s', (_, headers) => {
  test('cannot sign in to demo accounts', async () => expect([401, 403]).toContain(await signIn(headers)))
  test('turns off the demo accounts for everyone, and ends their sessions', async () => {
    expect(await signIn(LOCAL)).toBe(200)
    await shop.ask('/', headers)
    expect([await signIn(LOCAL), areDemoAccountsOn()]).toEqual([401, false])
    await expect.poll(() => database.db.session.count()).toBe(0)
  })
})

test.each<Record<string, string>>([
  { host: 'localhost:3000' },
  { host: '127.0.0.1:3000' },
  { host: '[::1]:3000' },
  { host: 'localhost', 'sec-fetch-site': 'same-origin', referer: 'http://localhost/login' },
  { host: 'localhost', referer: 'https://github.com/' },
  { host: 'localhost', 'sec-fetch-site': 'cross-site', referer: 'https://github.com/', origin: 'https://github.com' },
])('a request with %j counts as local', (headers) => expect(signOfProxy(new Headers(headers), '1.1')).toBeNull())

test('detects nginx with default settings by HTTP/1.0', () =>
  expect(signOfProxy(new Headers(LOCAL), '1.0')).toBe('HTTP/1.0'))
