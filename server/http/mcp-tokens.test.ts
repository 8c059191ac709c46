import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createToken, revokeToken } from '#server/auth/personal-tokens/personal-tokens.service.ts'
import { TOKEN_SCOPES, type TokenScope } from '#server/auth/personal-tokens/token-scopes.schema.ts'
import { keepOwnSizes } from '#server/fitting/shopper-sizes.service.ts'
import { assistantTools } from '#server/mcp/assistant-server.ts'
import { saveSearch } from '#server/new-in/save-search.service.ts'
import { Meter } from '#server/platform/meter.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { connectAssistant } from '#tests/setup/assistant.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop, type TestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const database = useTestDatabase()
const noPages = () => Promise.reject(new Error('This is no page.'))
const shop = useTestShop(database, noPages)
let worked = 0
const poor = useTestShop(database, noPages, {}, new Meter({ worked: () => (worked += 4_000) }))

const SCOPES = Object.keys(TOKEN_SCOPES) as TokenScope[]
const PERSONAL = assistantTools.filter(({ scope }) => scope !== null)

interface Person {
  ask: Awaited<ReturnType<typeof askOf>>
  productId: string
  searchId: string
  secrets: string[]
}
let me: Person
let stranger: Person

async function askOf() {
  const viewer = await createViewer(database.db, { emailVerifiedAt: new Date() })
  return { db: database.db, engine: new SqlEngine(database.db), viewer, visit: createVisit() }
}

/** Creates a user with a wishlist item, a saved search and sizes, each with unique text. */
async function createPerson(mark: string, productId: string): Promise<Person> {
  const ask = await askOf()
  await createWishes(database.db, ask.viewer.userId, [productId], { note: `Note of ${mark}`, size: 'M' })
  const { searchId } = await saveSearch(ask, { list: '/discover?q=linen', name: `Search of ${mark}`, mails: 'off' })
  await keepOwnSizes(ask, {
    measures: { chest: 965 },
    garments: [{ brand: `Brand of ${mark}`, category: 'dresses', size: 'M', body: {} }],
    unit: 'cm',
  })
  return { ask, productId, searchId, secrets: [`Note of ${mark}`, `Search of ${mark}`, `Brand of ${mark}`] }
}

const through =
  (to: TestShop): typeof fetch =>
  async (address, init) =>
    to.ask(new URL(address as string | URL).pathname, Object.fromEntries(new Headers(init?.headers)), init)
const tokenWith = async ({ ask }: Person, ...scopes: TokenScope[]) =>
  createToken(ask, { name: 'Test', scopes, days: 30 })
const connectWith = (token: string) => connectAssistant('https://wtf.example', { token, fetch: through(shop) })
const post = (headers: Record<string, string>, method = 'tools/list', to = shop) =>
  to.ask(
    '/mcp',
    { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }) },
  )

/** Returns everything that the stranger owns. */
const belongings = async () => {
  const where = { userId: stranger.ask.viewer.userId }
  const wishes = await database.db.wishlistItem.findMany({ where })
  return JSON.stringify([
    wishes,
    await database.db.savedSearch.findMany({ where }),
    await database.db.shopperSizes.findMany({ where }),
  ])
}

beforeAll(async () => {
  const { id: partnerId } = await createPartner(database.db, { businessName: 'Moss', returnsDays: 30 })
  const dress = await createProduct(database.db, { partnerId, name: 'Linen dress' })
  const coat = await createProduct(database.db, { partnerId, name: 'Wool coat' })
  stranger = await createPerson('the stranger', coat.id)
  me = await createPerson('mine', dress.id)
})
beforeEach(() => database.db.personalToken.deleteMany())

describe('a personal token', () => {
  const inputs = (of: Person): Record<string, object> => ({
    list_wishlist: {},
    add_to_wishlist: { productId: stranger.productId },
    remove_from_wishlist: { productId: stranger.productId },
    list_saved_searches: {},
    get_saved_search: { searchId: of.searchId },
    save_search: { query: 'black linen dress under £150' },
    remove_saved_search: { searchId: of.searchId },
    get_my_sizes: {},
  })

  test.each(SCOPES)("with the scope %s allows only the tools of this scope, on its owner's data", async (scope) => {
    const before = await belongings()
    const { token } = await tokenWith(me, scope)
    const { client, answer } = await connectWith(token)
    const { tools } = await client.listTools()
    const listed = new Set(tools.map(({ name }) => name))
    for (const { name, scope: needed, changes } of PERSONAL) {
      expect([name, listed.has(name)]).toEqual([name, needed === scope])
      const { isError, content } = await answer(name, inputs(me)[name])
      expect([name, isError === true]).toEqual([name, needed !== scope])
      const text = JSON.stringify(content)
      for (const secret of stranger.secrets) expect(text).not.toContain(secret)
      expect([name, tools.find((tool) => tool.name === name)?.annotations?.readOnlyHint]).toEqual([
        name,
        needed === scope ? !changes : undefined,
      ])
    }
    expect(await belongings()).toBe(before)
    me = await createPerson(`mine with ${scope}`, me.productId)
  })

  test("gives no access to another user's saved search", async () => {
    const before = await belongings()
    const { token } = await tokenWith(me, ...SCOPES)
    const { call } = await connectWith(token)
    for (const name of ['get_saved_search', 'remove_saved_search'])
      await expect(call(name, { searchId: stranger.searchId })).rejects.toThrow('no longer exists')
    expect(await belongings()).toBe(before)
  })

  test('gives access to the wishlist, saved searches and sizes of its owner', async () => {
    const { token } = await tokenWith(me, ...SCOPES)
    const { call } = await connectWith(token)
    expect(await call('list_wishlist')).toMatchObject({
      total: 1,
      products: [
        {
          id: me.productId,
          note: expect.stringContaining('mine') as string,
          wantedSize: 'M',
          link: expect.stringContaining(`/go/${me.productId}?src=agent`) as string,
        },
      ],
      noLongerListed: [],
    })
    expect(await call('add_to_wishlist', { productId: stranger.productId })).toMatchObject({ isInWishlist: true })
    expect(await call('list_wishlist', { query: 'coat' })).toMatchObject({ total: 1 })
    expect(await call('remove_from_wishlist', { productId: stranger.productId })).toMatchObject({ isInWishlist: false })
    const { searchId } = await call<{ searchId: string }>('save_search', { query: 'green wool coat', name: 'Coats' })
    expect(await call('list_saved_searches')).toMatchObject({
      searches: expect.arrayContaining([expect.objectContaining({ id: searchId, name: 'Coats', emails: 'off' })]),
    })
    expect(await call('get_saved_search', { searchId })).toMatchObject({ search: { id: searchId }, products: [] })
    await call('remove_saved_search', { searchId })
    await expect(call('get_saved_search', { searchId })).rejects.toThrow('no longer exists')
    expect(await call('get_my_sizes')).toMatchObject({
      measurements: { chest: 96.5 },
      garments: [{ category: 'dresses', size: 'M' }],
    })
  })
})

describe('without a valid token', () => {
  test('a message with an invalid token is rejected, and not treated as anonymous', async () => {
    const revoked = await tokenWith(me, 'wishlist:read')
    expect((await post({ authorization: `Bearer ${revoked.token}` })).status).toBe(200)
    await revokeToken(me.ask, revoked)
    const expired = await tokenWith(me, 'wishlist:read')
    await database.db.personalToken.update({ where: { id: expired.tokenId }, data: { expiresAt: new Date(0) } })
    for (const authorization of [
      `Bearer ${revoked.token}`,
      `Bearer ${expired.token}`,
      `Bearer wtfp_${'a'.repeat(43)}`,
      `Bearer wtf_${'a'.repeat(43)}`,
      'Bearer ',
      'Bearer a b',
      'Basic d3RmOnd0Zg==',
      '',
    ])
      for (const method of ['initialize', 'tools/list', 'tools/call']) {
        const answer = await post({ authorization }, method)
        expect([authorization, answer.status, answer.headers.get('www-authenticate')]).toEqual([
          authorization,
          401,
          'Bearer error="invalid_token"',
        ])
        expect(await answer.text()).toContain('not valid')
      }
  })

  test('personal tools do not exist', async () => {
    const { client, answer } = await connectAssistant('https://wtf.example', { fetch: through(shop) })
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(7)
    for (const { name } of PERSONAL) expect((await answer(name, {})).isError).toBe(true)
  })

  test('guessed tokens are rate limited, while valid ones still work', async () => {
    const { token } = await tokenWith(me, 'wishlist:read')
    const from = { 'x-forwarded-for': '198.51.100.77' }
    await post({ ...from, authorization: `Bearer ${token}` })
    const statuses = []
    for (let n = 0; n < 32; n++)
      statuses.push((await post({ ...from, authorization: `Bearer wtfp_${String(n).padStart(43, 'a')}` })).status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect((await post({ ...from, authorization: `Bearer ${token}` })).status).toBe(200)
  })
})

test("charges messages to the token's owner", async () => {
  const { token } = await tokenWith(me, 'wishlist:read')
  const own = { authorization: `Bearer ${token}` }
  while ((await post(own, 'tools/list', poor)).status === 200);
  expect((await post({ ...own, 'x-forwarded-for': '198.51.100.9' }, 'tools/list', poor)).status).toBe(429)
  expect((await post({}, 'tools/list', poor)).status).toBe(200)
})
