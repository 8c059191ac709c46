import { describe, expect, test, vi } from 'vitest'
import { finishSignIn } from '#server/auth/second-factor/finish-sign-in.service.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { walkThrough } from '#tests/setup/oidc.ts'
import { codeAt, setUpSecondFactor } from '#tests/setup/second-factor.ts'
import { GOOGLE_FAILED, useProviders } from '#tests/setup/sign-in-by-provider.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureOidc } from './oidc-config.ts'
import { finishOAuth, startOAuth } from './oidc.service.ts'

const database = useTestDatabase()
const { comeIn, newPerson, providers, viewerOf } = useProviders(database)
const createUser = (email: string, given: object = {}) =>
  database.db.user.create({ data: { email, ...given }, include: { password: true } })

describe('signing in with a provider', () => {
  test.each(['google', 'apple'] as const)(
    'creates an account for a new user with %s, and finds it the next time',
    async (provider) => {
      const person = newPerson({ email: `Grace-${provider}@Example.test` })
      const first = await comeIn(person.sub, { provider, redirectTo: '/wishlist?sort=new' })
      expect(first.result).toEqual({ redirectTo: '/wishlist?sort=new', isNew: true, notice: null })
      expect(await viewerOf(first.visit)).toMatchObject({
        email: `grace-${provider}@example.test`,
        role: 'customer',
        isEmailVerified: true,
        isRemembered: true,
        hasProfile: true,
        fullName: provider === 'google' ? person.name : '',
      })
      const second = await comeIn(person.sub, { provider })
      expect(second.result).toEqual({ redirectTo: '/', isNew: false, notice: null })
      expect((await viewerOf(second.visit)).userId).toBe((await viewerOf(first.visit)).userId)
    },
  )

  test('asks the provider for the right scopes and parameters', async () => {
    const asked = async (provider: 'google' | 'apple', siteUrl: string) => {
      const { url } = await startOAuth({ db: database.db, visit: createVisit({ siteUrl }) }, { provider })
      return Object.fromEntries(new URL(url).searchParams)
    }
    expect(await asked('google', 'http://127.0.0.1:3000')).toMatchObject({
      client_id: 'shop',
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:3000/auth/callback',
      scope: 'openid email profile',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
    })
    expect(await asked('apple', 'http://127.0.0.1:3000')).toMatchObject({
      scope: 'openid email name',
      response_mode: 'query',
    })
    expect(await asked('apple', 'https://shop.test')).toMatchObject({
      scope: 'openid email name',
      response_mode: 'form_post',
    })
  })

  test("accepts Apple's form post over HTTPS, with the name sent alongside the code", async () => {
    configureOidc({ apple: providers.apple, siteUrl: 'https://shop.test' })
    const person = newPerson({ email_verified: 'true' })
    const visit = createVisit({ siteUrl: 'https://shop.test' })
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'apple' })
    expect(visit.headers[0]).toMatch(/^__Host-wtf_oauth=[\w-]+; Path=\/; HttpOnly; Max-Age=600; SameSite=None; Secure$/)
    const { method, params } = await walkThrough(url, person.sub)
    expect(method).toBe('POST')
    await finishOAuth(
      { db: database.db, visit },
      {
        params: {
          ...params,
          user: '{"name":{"firstName":"Ada","lastName":"Love\\u0000lace"},"email":"else@example.test"}',
        },
      },
    )
    expect(await viewerOf(visit)).toMatchObject({ email: person.email, fullName: 'Ada Love lace' })
  })

  test.each(['{', 'null', '[]', '7', '{"name":null}', '{"name":{"firstName":{},"lastName":7}}'])(
    "ignores Apple's name if it is %s",
    async (user) => {
      const person = newPerson()
      const visit = createVisit()
      const { url } = await startOAuth({ db: database.db, visit }, { provider: 'apple' })
      const { params } = await walkThrough(url, person.sub)
      await finishOAuth({ db: database.db, visit }, { params: { ...params, user } })
      expect(await viewerOf(visit)).toMatchObject({ email: person.email, fullName: '' })
    },
  )

  test.each(['google', 'apple'] as const)(
    "asks for an account's second factor after a sign-in with %s",
    async (provider) => {
      const person = newPerson()
      const user = await createUser(person.email, { role: 'admin', emailVerifiedAt: new Date() })
      const { secret } = await setUpSecondFactor(database.db, user.id, new Date())
      const { visit, result } = await comeIn(person.sub, { provider, redirectTo: '/admin' })
      expect([result.redirectTo, await findViewer({ db: database.db, visit })]).toEqual(['/second-factor', null])
      const later = new Date(Date.now() + 30_000)
      expect(await finishSignIn({ db: database.db, visit }, { code: codeAt(secret, later) }, later)).toEqual({
        redirectTo: '/admin',
        notice: null,
      })
      expect(await viewerOf(visit)).toMatchObject({ userId: user.id, isRemembered: true })
    },
  )

  test('links no provider before the second factor is confirmed, and finds the same account each time', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { emailVerifiedAt: new Date() })
    await setUpSecondFactor(database.db, user.id, new Date())
    for (let time = 0; time < 2; time++)
      expect((await comeIn(person.sub)).result).toEqual({ redirectTo: '/second-factor', isNew: false, notice: null })
    expect(await database.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect(await database.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(2)
  })

  test('renews the session ID', async () => {
    const person = newPerson()
    const visit = createVisit()
    visit.cookies.set('wtf_session', 'a'.repeat(40))
    await comeIn(person.sub, {}, visit)
    expect(visit.cookies.get('wtf_session')).not.toBe('a'.repeat(40))
    const stranger = createVisit()
    stranger.cookies.set('wtf_session', 'a'.repeat(40))
    expect(await findViewer({ db: database.db, visit: stranger })).toBeNull()
  })

  test('creates one account for a new user in eight tabs', async () => {
    const person = newPerson()
    const results = await Promise.all(Array.from({ length: 8 }, () => comeIn(person.sub)))
    expect(results.filter(({ result }) => result.isNew)).toHaveLength(1)
    expect(await database.db.user.count({ where: { email: person.email } })).toBe(1)
  })

  test('creates one account for simultaneous sign-ins with both providers', async () => {
    const person = newPerson()
    await Promise.all([comeIn(person.sub, { provider: 'google' }), comeIn(person.sub, { provider: 'apple' })])
    expect(
      await database.db.oAuthAccount.findMany({
        where: { user: { email: person.email } },
        select: { provider: true },
        orderBy: { provider: 'asc' },
      }),
    ).toEqual([{ provider: 'apple' }, { provider: 'google' }])
  })

  test.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    '',
  ])('redirects to the home page instead of %s', async (redirectTo) => {
    const { result } = await comeIn(newPerson().sub, { redirectTo })
    expect(result.redirectTo).toBe('/')
  })

  test('redirects to the home page if the return path does not fit into a cookie', async () => {
    const { visit, result } = await comeIn(newPerson().sub, { redirectTo: `/discover?q=${'é'.repeat(1_900)}` })
    expect(visit.headers[0]!.length).toBeLessThan(4_096)
    expect(result.redirectTo).toBe('/')
  })

  test('records in the audit log who signed in and how', async () => {
    const { visit } = await comeIn(newPerson().sub)
    const { userId } = await viewerOf(visit)
    const entries = await database.db.auditEntry.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } })
    expect(entries.map(({ action }) => action)).toEqual(['sign_up', 'sign_in'])
    expect(entries[0]).toMatchObject({ data: { provider: 'google' } })
    expect(entries[1]).toMatchObject({ data: { method: 'google' } })
  })
})

describe('a sign-in attempt', () => {
  test('can be finished only in the browser that started it', async () => {
    const { url } = await startOAuth({ db: database.db, visit: createVisit() }, { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    await expect(finishOAuth({ db: database.db, visit: createVisit() }, { params })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'No session found',
    })
  })

  test('cannot be finished twice, even with a copy of the cookie', async () => {
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
    const kept = visit.cookies.get('wtf_oauth')!
    const { params } = await walkThrough(url, newPerson().sub)
    await finishOAuth({ db: database.db, visit }, { params })
    await expect(finishOAuth({ db: database.db, visit }, { params })).rejects.toMatchObject({
      message: 'No session found',
    })
    visit.cookies.set('wtf_oauth', kept)
    await expect(finishOAuth({ db: database.db, visit }, { params })).rejects.toMatchObject(GOOGLE_FAILED)
  })

  test('succeeds for only one of 64 simultaneous callbacks', async () => {
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        finishOAuth({ db: database.db, visit: { ...visit, setCookie: () => undefined } }, { params }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('survives callbacks with another state or for another provider', async () => {
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    for (const state of ['', 'x', `${params.state}x`])
      await expect(finishOAuth({ db: database.db, visit }, { params: { ...params, state } })).rejects.toMatchObject(
        GOOGLE_FAILED,
      )
    await expect(finishOAuth({ db: database.db, visit }, { params: { code: params.code! } })).rejects.toMatchObject(
      GOOGLE_FAILED,
    )
    await expect(finishOAuth({ db: database.db, visit }, { provider: 'apple', params })).rejects.toMatchObject(
      GOOGLE_FAILED,
    )
    expect(await finishOAuth({ db: database.db, visit }, { provider: 'google', params })).toMatchObject({ isNew: true })
  })

  test('refuses a code that is already used or belongs to another attempt', async () => {
    const person = newPerson()
    const used = await comeIn(person.sub)
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
    const { params } = await walkThrough(url, person.sub)
    await expect(
      finishOAuth({ db: database.db, visit }, { params: { ...params, code: used.params.code! } }),
    ).rejects.toMatchObject(GOOGLE_FAILED)

    // An attacker injects their own code into a victim's callback. Nonce and PKCE bind a code to its attempt.
    const victim = createVisit()
    const attempt = await startOAuth({ db: database.db, visit: victim }, { provider: 'google' })
    const other = await startOAuth({ db: database.db, visit: createVisit() }, { provider: 'google' })
    const { params: foreign } = await walkThrough(other.url, person.sub)
    const state = new URL(attempt.url).searchParams.get('state')!
    await expect(
      finishOAuth({ db: database.db, visit: victim }, { params: { ...foreign, state } }),
    ).rejects.toMatchObject(GOOGLE_FAILED)
    expect(await findViewer({ db: database.db, visit: victim })).toBeNull()
  })

  test('ends after ten minutes', async () => {
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    try {
      await expect(finishOAuth({ db: database.db, visit }, { params })).rejects.toMatchObject({
        message: 'No session found',
      })
    } finally {
      vi.useRealTimers()
    }
  })

  test('ends when the user denies access', async () => {
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
    const { params } = await walkThrough(url, null)
    expect(params.error).toBe('access_denied')
    await expect(finishOAuth({ db: database.db, visit }, { params })).rejects.toMatchObject(GOOGLE_FAILED)
    expect(visit.cookies.has('wtf_oauth')).toBe(false)
  })
})
