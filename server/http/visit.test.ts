import superjson from 'superjson'
import { beforeAll, describe, expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { hashPassword } from '#server/auth/hash-password.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisitor } from '#tests/setup/visitor.ts'

const PASSWORD = 'Nine-purple-hats-7'
const OURS = { origin: 'https://wtf.example' }
const database = useTestDatabase()
const shop = useTestShop(database, async (request, { api }) => {
  if (request.method === 'POST' && request.url.endsWith('/login'))
    await api.auth.signIn({ email: await request.text(), password: PASSWORD })
  const session = await api.auth.session()
  return new Response(session?.viewer.email ?? 'nobody', {
    headers: { 'content-type': 'text/plain', ...(request.method === 'POST' && { 'set-cookie': 'theme=dark' }) },
  })
})
beforeAll(() => configureAuth({ limits: 'off' }))

const createMember = async (given: Parameters<typeof createUser>[1] = {}) =>
  createUser(database.db, { password: { create: { hash: await hashPassword(PASSWORD) } }, ...given })
const sessionOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-wtf_session=')) ?? ''
const callSignIn = (email: string) =>
  shop.ask(
    '/trpc/auth.signIn',
    { ...OURS, 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify(superjson.serialize({ email, password: PASSWORD })) },
  )
/** Returns the Cookie header of a signed-in user. */
const signIn = async (email: string) => ({ cookie: sessionOf(await callSignIn(email)).split(';')[0] ?? '' })

describe('a session', () => {
  test.each<[string, (email: string) => Promise<Response>]>([
    ['a procedure', callSignIn],
    ['a page', (email) => shop.ask('/login', OURS, { method: 'POST', body: email })],
  ])('starts with the response of %s', async (_, ask) => {
    const { email } = await createMember()
    const cookie = sessionOf(await ask(email))
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie.split('; ')).toContain(part)
    expect(cookie).not.toContain('Domain')
    for (const path of ['/', '/settings'])
      expect(await (await shop.ask(path, { cookie: cookie.split(';')[0] ?? '' })).text()).toBe(email)
  })
  test('leaves other cookies of the page unchanged', async () => {
    const { email } = await createMember()
    const names = (await shop.ask('/login', OURS, { method: 'POST', body: email })).headers
      .getSetCookie()
      .map((cookie) => cookie.split('=')[0])
    expect(names.toSorted()).toEqual(['__Host-wtf_device', '__Host-wtf_session', 'theme'])
  })
  test('is ignored if its cookie is unknown, altered or malformed', async () => {
    const { email } = await createMember()
    const { cookie } = await signIn(email)
    for (const odd of [
      '__Host-wtf_session=',
      '__Host-wtf_session=x',
      `${cookie}a`,
      cookie.replace('__Host-', ''),
      `__Host-wtf_session=${'a'.repeat(40)}`,
      '__Host-wtf_session=%00%E0%A4%A',
      `__Host-wtf_session=${'a'.repeat(9_000)}`,
    ]) {
      expect([odd, await (await shop.ask('/settings', { cookie: odd })).text()]).toEqual([odd, 'nobody'])
    }
  })
  test('is never shown to another visitor', async () => {
    const { email } = await createMember()
    expect(await (await shop.ask('/', await signIn(email))).text()).toBe(email)
    expect(await (await shop.ask('/')).text()).toBe('nobody')
  })
  test.each<[string, (me: { cookie: string; sessionId: string }) => [string, object]]>([
    ['signing out', () => ['auth.signOut', {}]],
    ['signing out everywhere', () => ['auth.signOutEverywhere', {}]],
    ['ending this session', ({ sessionId }) => ['auth.revokeSession', { id: sessionId }]],
    ['deleting the account', () => ['account.requestDeletion', { password: PASSWORD }]],
  ])('is cleared from the browser and its cache by %s', async (_, act) => {
    const { id, email } = await createMember()
    const signedIn = await callSignIn(email)
    expect(signedIn.headers.get('clear-site-data')).toBeNull()
    const cookie = sessionOf(signedIn).split(';')[0] ?? ''
    const { id: sessionId } = await database.db.session.findFirstOrThrow({ where: { userId: id } })
    const [procedure, input] = act({ cookie, sessionId })
    const answer = await shop.ask(
      `/trpc/${procedure}`,
      { ...OURS, cookie, 'content-type': 'application/json' },
      { method: 'POST', body: JSON.stringify(superjson.serialize(input)) },
    )
    expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([200, '"cache"'])
    expect(sessionOf(answer)).toMatch(/^__Host-wtf_session=; .*Max-Age=0/)
    // Does not clear known devices, recently viewed products and install flags.
    expect(answer.headers.getSetCookie()).toHaveLength(1)
  })
  test('prevents browsers from caching personal pages', async () => {
    const { email } = await createMember()
    const cookies = await signIn(email)
    for (const path of ['/settings', '/settings/privacy', '/wishlist', '/brand/dashboard', '/admin'])
      expect([path, (await shop.ask(path, cookies)).headers.get('cache-control')]).toEqual([path, 'no-store'])
  })
  test('is ignored on requests from other sites', async () => {
    const { email } = await createMember()
    const response = await shop.ask(
      '/auth/callback',
      { ...(await signIn(email)), origin: 'https://appleid.apple.com' },
      { method: 'POST', body: 'state=x' },
    )
    expect(await response.text()).toBe('nobody')
  })
})

test('rejects file exports in a batch', async () => {
  const cookies = await signIn((await createMember()).email)
  const batch = await shop.ask('/trpc/account.export,account.export?batch=1&input=%7B%7D', cookies)
  const errors = (await batch.json()) as Array<{ error: { json: { message: string } } }>
  expect(errors.map(({ error }) => error.json.message)).toEqual(Array(2).fill('Please download this file separately.'))
  expect((await shop.ask('/trpc/account.export', cookies)).status).toBe(200)
})

test('runs the procedures of a batch in sequence, with one database connection at a time', async () => {
  const { email } = await createMember()
  const { id: productId } = await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
  const inputs = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, superjson.serialize({ productId })]))
  const answer = await shop.ask(
    `/trpc/${Array(10).fill('wishlist.toggle').join(',')}?batch=1`,
    { ...OURS, ...(await signIn(email)), 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify(inputs) },
  )
  const said = (await answer.json()) as Array<{ result: { data: { json: { isInWishlist: boolean } } } }>
  expect(said.map(({ result }) => result.data.json.isInWishlist)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    false,
  ])
})

test.each([
  ['auth.revokeSession', { id: '\u0000' }],
  ['auth.signIn', { email: 'a\u0000@mail.example', password: 'x\u0000' }],
  ['wishlist.add', { productId: '\u0000' }],
  ['account.updateProfile', { fullName: '\u0000', phone: '', address: '', city: '', country: '' }],
  ['wishlist.markEventsSeen', { until: '0000-01-01T00:00:00Z' }],
])('responds with 4xx to text or dates that the database cannot store: %s', async (procedure, input) => {
  const { email } = await createMember()
  const answer = await shop.ask(
    `/trpc/${procedure}`,
    { ...OURS, ...(await signIn(email)), 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify(superjson.serialize(input)) },
  )
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})

describe('views and clicks', () => {
  test("are recorded with their user, and clicks on the user's own store are invalid", async () => {
    const partners = [await createPartner(database.db), await createPartner(database.db)]
    const products = await Promise.all(partners.map(({ id }) => createProduct(database.db, { partnerId: id })))
    const owner = await createMember({ role: 'partner', partners: { connect: { id: partners[0]!.id } } })
    const session = await signIn(owner.email)
    const { visitorId, cookie } = await createVisitor(database.db)
    const headers = { cookie: `${session.cookie}; ${cookie}` }
    for (const { id } of products) {
      expect((await shop.ask(`/go/${id}`, headers)).status).toBe(302)
      await shop.ask(`/seen/${id}`, headers)
    }
    const clicks = await database.db.outboundClick.findMany({ where: { visitorId }, orderBy: { clickedAt: 'asc' } })
    expect(clicks).toMatchObject([
      { userId: owner.id, isValid: false, invalidReason: 'self' },
      { userId: owner.id, isValid: true, invalidReason: null },
    ])
    expect(await database.db.productView.count({ where: { visitorId, userId: owner.id } })).toBe(2)
  })
  test('are redirected with an ID, but not counted, if the session cannot be read in time', async () => {
    const partner = await createPartner(database.db)
    const { id } = await createProduct(database.db, { partnerId: partner.id })
    const { email } = await createMember({ role: 'partner', partners: { connect: { id: partner.id } } })
    const [owner, nobody] = [await createVisitor(database.db), await createVisitor(database.db)]
    const cookies = [`${(await signIn(email)).cookie}; ${owner.cookie}`, nobody.cookie]
    const answers = await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE`
      return Promise.all(cookies.map((cookie) => shop.ask(`/go/${id}`, { cookie })))
    })
    const ids = answers.map(({ headers }) => new URL(headers.get('location') ?? '').searchParams.get('wtf_cid') ?? '')
    const rows = await Promise.all(
      ids.map((clickId) => database.db.outboundClick.findUnique({ where: { id: clickId } })),
    )
    expect(rows).toMatchObject([
      { visitorId: owner.visitorId, userId: null, isValid: false, invalidReason: 'unknown_user' },
      { visitorId: nobody.visitorId, userId: null, isValid: true, invalidReason: null },
    ])
  })
})
