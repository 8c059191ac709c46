import superjson from 'superjson'
import { beforeAll, expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { RefusalLog } from '#server/platform/refusal-log.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'

const lines: Array<Record<string, unknown>> = []
const refusals = new RefusalLog({ write: (line: object) => void lines.push({ ...line }) })
const OURS = { origin: 'https://wtf.example', 'content-type': 'application/json' }
const database = useTestDatabase()
const shop = useTestShop(
  database,
  async (_, { api }) => {
    await api.admin.desk.waiting().catch(() => null)
    return new Response(null, { status: 302, headers: { location: '/login' } })
  },
  {},
  null,
  refusals,
)
beforeAll(() => configureAuth({ limits: 'off' }))

const call = (procedure: string, input: object, cookie = '') =>
  shop.ask(
    `/trpc/${procedure}`,
    { ...OURS, cookie },
    { method: 'POST', body: JSON.stringify(superjson.serialize(input)) },
  )
const sinceThen = async (ask: () => Promise<Response>) => {
  lines.length = 0
  refusals.flush()
  const { status } = await ask()
  return { status, lines: lines.map(({ who, ...line }) => ({ ...line, who: String(who).split(' ')[0] })) }
}
const signIn = async () => {
  const { id, email } = await createAccount(database.db)
  const answer = await call('auth.signIn', { email, password: PASSWORD })
  const cookie = answer.headers.getSetCookie().find((header) => header.startsWith('__Host-wtf_session=')) ?? ''
  return { id, cookie: cookie.split(';')[0] ?? '' }
}

test('logs a rejected procedure once, with its kind and account', async () => {
  const { id, cookie } = await signIn()
  expect(await sinceThen(() => call('admin.users.suspend', {}, cookie))).toEqual({
    status: 403,
    lines: [{ kind: 'forbidden', what: 'admin.users.suspend', who: 'user' }],
  })
  expect(lines[0]?.who).toBe(`user ${id}`)
  expect(await sinceThen(() => call('auth.signOut', {}))).toMatchObject({
    lines: [{ kind: 'unauthorized', what: 'auth.signOut', who: 'address' }],
  })
  // A page that redirects to the sign-in instead.
  expect(await sinceThen(() => shop.ask('/admin', { cookie }))).toEqual({
    status: 302,
    lines: [{ kind: 'forbidden', what: 'admin.desk.waiting', who: 'user' }],
  })
})

test("logs inputs that no form can send, but not users' mistakes", async () => {
  const { cookie } = await signIn()
  expect((await sinceThen(() => call('wishlist.toggle', { productId: { $gt: '' } }, cookie))).lines).toMatchObject([
    { kind: 'bad_input', what: 'wishlist.toggle' },
  ])
  const mistake = { currentPassword: 'Wrong-Horse-7', password: 'Other-Horse-8', confirmPassword: 'Other-Horse-8' }
  expect(await sinceThen(() => call('auth.changePassword', mistake, cookie))).toEqual({ status: 400, lines: [] })
})

test('logs rejected requests outside procedures by URL pattern', async () => {
  const foreign = { origin: 'https://evil.example', cookie: 'x=y' }
  expect(await sinceThen(() => shop.ask('/login', foreign, { method: 'POST', body: 'a=b' }))).toMatchObject({
    status: 403,
    lines: [{ kind: 'forbidden', what: '/login', who: 'address' }],
  })
  expect((await sinceThen(() => shop.ask('/home'))).lines).toEqual([
    { kind: 'unauthorized', what: 'admin.desk.waiting', who: 'address' },
  ])
})

test('counts every rejection for /metrics', async () => {
  const before = await shop.metrics.text()
  for (let n = 0; n < 3; n++) await call('auth.signOut', {})
  const countIn = (text: string) => Number(/refused_requests_total\{kind="unauthorized"\} (\d+)/.exec(text)?.[1] ?? 0)
  expect(countIn(await shop.metrics.text()) - countIn(before)).toBe(3)
})
