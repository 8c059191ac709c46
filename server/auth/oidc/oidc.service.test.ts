import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { finishSignIn, readViewer, startSession } from '#server/auth/session.service.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { startOidcProvider, walkThrough, type ProviderUser, type TestOidcProvider } from '#tests/setup/oidc.ts'
import { codeAt, setUpSecondFactor } from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'
import { configureOidc } from './oidc-config.ts'
import { configuredProviders, disconnectProvider, finishOAuth, listProviders, startOAuth, type StartOAuthInput } from './oidc.service.ts'

const test = useTestDatabase()
let google: TestOidcProvider
let apple: TestOidcProvider
let counter = 0

beforeAll(async () => {
  google = await startOidcProvider()
  apple = await startOidcProvider()
})
afterAll(async () => {
  await google.stop()
  await apple.stop()
})
beforeEach(() => {
  configureAuth({ limits: 'off', adminEmails: [] })
  configureOidc({ google, apple, siteUrl: 'http://127.0.0.1:3000' })
})

function newPerson(given: Partial<ProviderUser> = {}): Required<ProviderUser> {
  const sub = `person-${++counter}`
  const person = { sub, email: `${sub}@example.test`, email_verified: true, name: `Person ${counter}`, ...given }
  google.addUser(person)
  apple.addUser(person)
  return person
}

/** Leaves for the provider, answers its page, comes back. */
async function comeIn(sub: string, input: Partial<StartOAuthInput> = {}, visit: TestVisit = createVisit(), viewer: Viewer | null = null) {
  const { url } = await startOAuth(test.db, visit, { provider: 'google', ...input }, viewer)
  const { params } = await walkThrough(url, sub)
  return { visit, params, result: await finishOAuth(test.db, visit, { params }) }
}

const viewerOf = async (visit: TestVisit) => (await readViewer(test.db, visit))!
const createUser = (email: string, given: object = {}) => test.db.user.create({ data: { email, ...given }, include: { password: true } })
const withPassword = { password: { create: { hash: 'a hash' } } }
const FAILED = { code: 'unauthorized', message: 'Failed to authenticate with Google. Please try again.' }

describe('coming in', () => {
  it.each(['google', 'apple'] as const)('makes an account of a newcomer by %s, and finds it the next time', async (provider) => {
    const person = newPerson({ email: `Grace-${provider}@Example.test` })
    const first = await comeIn(person.sub, { provider, redirectTo: '/wishlist?sort=new' })
    expect(first.result).toEqual({ redirectTo: '/wishlist?sort=new', isNew: true, notice: null })
    expect(await viewerOf(first.visit)).toMatchObject({
      email: `grace-${provider}@example.test`, role: 'customer', isEmailVerified: true, isRemembered: true, hasProfile: true, fullName: provider === 'google' ? person.name : '',
    })
    const second = await comeIn(person.sub, { provider })
    expect(second.result).toEqual({ redirectTo: '/', isNew: false, notice: null })
    expect((await viewerOf(second.visit)).userId).toBe((await viewerOf(first.visit)).userId)
  })

  it('asks the provider for what the documents say', async () => {
    const asked = async (provider: 'google' | 'apple', siteUrl: string) => {
      const { url } = await startOAuth(test.db, createVisit({ siteUrl }), { provider })
      return Object.fromEntries(new URL(url).searchParams)
    }
    expect(await asked('google', 'http://127.0.0.1:3000')).toMatchObject({
      client_id: 'shop', response_type: 'code', redirect_uri: 'http://127.0.0.1:3000/auth/callback', scope: 'openid email profile', access_type: 'offline', prompt: 'consent',
      code_challenge_method: 'S256', state: expect.stringMatching(/^.{43}$/), nonce: expect.stringMatching(/^.{43}$/), code_challenge: expect.stringMatching(/^.{43}$/),
    })
    expect(await asked('apple', 'http://127.0.0.1:3000')).toMatchObject({ scope: 'openid email name', response_mode: 'query' })
    expect(await asked('apple', 'https://shop.test')).toMatchObject({ scope: 'openid email name', response_mode: 'form_post' })
  })

  it("takes Apple's POST on https, with the name that comes beside the code", async () => {
    configureOidc({ apple, siteUrl: 'https://shop.test' })
    const person = newPerson({ email_verified: 'true' })
    const visit = createVisit({ siteUrl: 'https://shop.test' })
    const { url } = await startOAuth(test.db, visit, { provider: 'apple' })
    expect(visit.headers[0]).toMatch(/^__Host-wtf_oauth=[\w-]+; Path=\/; HttpOnly; Max-Age=600; SameSite=None; Secure$/)
    const { method, params } = await walkThrough(url, person.sub)
    expect(method).toBe('POST')
    await finishOAuth(test.db, visit, { params: { ...params, user: '{"name":{"firstName":"Ada","lastName":"Love\\u0000lace"},"email":"else@example.test"}' } })
    expect(await viewerOf(visit)).toMatchObject({ email: person.email, fullName: 'Ada Love lace' })
  })

  it.each(['{', 'null', '[]', '7', '{"name":null}', '{"name":{"firstName":{},"lastName":7}}'])("does without Apple's name where it says %s", async (user) => {
    const person = newPerson()
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'apple' })
    const { params } = await walkThrough(url, person.sub)
    await finishOAuth(test.db, visit, { params: { ...params, user } })
    expect(await viewerOf(visit)).toMatchObject({ email: person.email, fullName: '' })
  })

  it.each(['google', 'apple'] as const)('asks an account with a second factor for it, by %s too', async (provider) => {
    const person = newPerson()
    const user = await createUser(person.email, { role: 'admin', emailVerifiedAt: new Date() })
    const { secret } = await setUpSecondFactor(test.db, user.id, new Date())
    const { visit, result } = await comeIn(person.sub, { provider, redirectTo: '/admin' })
    expect([result.redirectTo, await readViewer(test.db, visit)]).toEqual(['/second-factor', null])
    const later = new Date(Date.now() + 30_000)
    expect(await finishSignIn(test.db, visit, { code: codeAt(secret, later) }, later)).toEqual({ redirectTo: '/admin', notice: null })
    expect(await viewerOf(visit)).toMatchObject({ userId: user.id, isRemembered: true })
  })

  it('leaves no way into an account whose second factor was not proven, and opens the same one each time', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { emailVerifiedAt: new Date() })
    await setUpSecondFactor(test.db, user.id, new Date())
    for (let time = 0; time < 2; time++) expect((await comeIn(person.sub)).result).toEqual({ redirectTo: '/second-factor', isNew: false, notice: null })
    expect(await test.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect(await test.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(2)
  })

  it('gives the session a new id, whatever the browser came with', async () => {
    const person = newPerson()
    const visit = createVisit()
    visit.cookies.set('wtf_session', 'a'.repeat(40))
    await comeIn(person.sub, {}, visit)
    expect(visit.cookies.get('wtf_session')).not.toBe('a'.repeat(40))
    const stranger = createVisit()
    stranger.cookies.set('wtf_session', 'a'.repeat(40))
    expect(await readViewer(test.db, stranger)).toBeNull()
  })

  it('makes one account of a newcomer in eight tabs', async () => {
    const person = newPerson()
    const results = await Promise.all(Array.from({ length: 8 }, () => comeIn(person.sub)))
    expect(results.filter(({ result }) => result.isNew)).toHaveLength(1)
    expect(await test.db.user.count({ where: { email: person.email } })).toBe(1)
  })

  it('makes one account of somebody who comes by both providers at once', async () => {
    const person = newPerson()
    await Promise.all([comeIn(person.sub, { provider: 'google' }), comeIn(person.sub, { provider: 'apple' })])
    expect(await test.db.oAuthAccount.findMany({ where: { user: { email: person.email } }, select: { provider: true }, orderBy: { provider: 'asc' } })).toEqual([{ provider: 'apple' }, { provider: 'google' }])
  })

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/..//evil.example', ''])('leads to our own front page instead of %s', async (redirectTo) => {
    const { result } = await comeIn(newPerson().sub, { redirectTo })
    expect(result.redirectTo).toBe('/')
  })

  it('leads to the front page where the way back does not fit into a cookie', async () => {
    const { visit, result } = await comeIn(newPerson().sub, { redirectTo: `/discover?q=${'é'.repeat(1_900)}` })
    expect(visit.headers[0]!.length).toBeLessThan(4_096)
    expect(result.redirectTo).toBe('/')
  })

  it('notes in the audit log who came and how', async () => {
    const { visit } = await comeIn(newPerson().sub)
    const { userId } = await viewerOf(visit)
    const entries = await test.db.auditEntry.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } })
    expect(entries.map(({ action }) => action)).toEqual(['sign_up', 'sign_in'])
    expect(entries[0]).toMatchObject({ data: { provider: 'google' } })
    expect(entries[1]).toMatchObject({ data: { method: 'google' } })
  })
})

describe('an attempt', () => {
  it('is nothing without its browser', async () => {
    const { url } = await startOAuth(test.db, createVisit(), { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    await expect(finishOAuth(test.db, createVisit(), { params })).rejects.toMatchObject({ code: 'unauthorized', message: 'No session found' })
  })

  it('cannot be finished twice, even with the cookie kept', async () => {
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'google' })
    const kept = visit.cookies.get('wtf_oauth')!
    const { params } = await walkThrough(url, newPerson().sub)
    await finishOAuth(test.db, visit, { params })
    await expect(finishOAuth(test.db, visit, { params })).rejects.toMatchObject({ message: 'No session found' })
    visit.cookies.set('wtf_oauth', kept)
    await expect(finishOAuth(test.db, visit, { params })).rejects.toMatchObject(FAILED)
  })

  it('is won by one of 64 parallel callbacks', async () => {
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => finishOAuth(test.db, { ...visit, setCookie: () => undefined }, { params })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('survives a callback with a state that is not its own, and one for another provider', async () => {
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    for (const state of ['', 'x', `${params.state}x`]) await expect(finishOAuth(test.db, visit, { params: { ...params, state } })).rejects.toMatchObject(FAILED)
    await expect(finishOAuth(test.db, visit, { params: { code: params.code! } })).rejects.toMatchObject(FAILED)
    await expect(finishOAuth(test.db, visit, { provider: 'apple', params })).rejects.toMatchObject(FAILED)
    expect(await finishOAuth(test.db, visit, { provider: 'google', params })).toMatchObject({ isNew: true })
  })

  it('takes no code that was already used, nor one of another attempt', async () => {
    const person = newPerson()
    const used = await comeIn(person.sub)
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'google' })
    const { params } = await walkThrough(url, person.sub)
    await expect(finishOAuth(test.db, visit, { params: { ...params, code: used.params.code! } })).rejects.toMatchObject(FAILED)

    // Mixed up: the code of somebody else, put before a victim's browser. Nonce and PKCE belong to the attempt.
    const victim = createVisit()
    const attempt = await startOAuth(test.db, victim, { provider: 'google' })
    const other = await startOAuth(test.db, createVisit(), { provider: 'google' })
    const { params: foreign } = await walkThrough(other.url, person.sub)
    const state = new URL(attempt.url).searchParams.get('state')!
    await expect(finishOAuth(test.db, victim, { params: { ...foreign, state } })).rejects.toMatchObject(FAILED)
    expect(await readViewer(test.db, victim)).toBeNull()
  })

  it('ends after ten minutes', async () => {
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'google' })
    const { params } = await walkThrough(url, newPerson().sub)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    try {
      await expect(finishOAuth(test.db, visit, { params })).rejects.toMatchObject({ message: 'No session found' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends when the person says no', async () => {
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'google' })
    const { params } = await walkThrough(url, null)
    expect(params.error).toBe('access_denied')
    await expect(finishOAuth(test.db, visit, { params })).rejects.toMatchObject(FAILED)
    expect(visit.cookies.has('wtf_oauth')).toBe(false)
  })
})

describe('whose account it is', () => {
  it.each([[false], ['false'], [undefined]])('takes no address that the provider has not verified (%s)', async (verified) => {
    const person = newPerson()
    const { sub, email } = person
    google.addUser({ sub, email, ...(verified !== undefined && { email_verified: verified as false }) })
    await expect(comeIn(person.sub)).rejects.toMatchObject(FAILED)
    expect(await test.db.user.count({ where: { email: person.email } })).toBe(0)
  })

  it('lets somebody in whom it knows by subject, whatever became of the address', async () => {
    const person = newPerson()
    const { visit } = await comeIn(person.sub)
    google.addUser({ ...person, email: 'moved@example.test', email_verified: false })
    const { userId } = await viewerOf((await comeIn(person.sub)).visit)
    expect(userId).toBe((await viewerOf(visit)).userId)
  })

  it('links to the account whose owner has verified the same address, and leaves its password', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { emailVerifiedAt: new Date(), profile: { create: { fullName: 'As Entered' } }, ...withPassword })
    const { visit, result } = await comeIn(person.sub)
    expect(result.isNew).toBe(false)
    expect(await viewerOf(visit)).toMatchObject({ userId: user.id, fullName: 'As Entered' })
    expect(await test.db.password.count({ where: { userId: user.id } })).toBe(1)
  })

  it('gives an account that was never verified to whoever proves the address, and shuts everybody else out', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { profile: { create: { fullName: 'Squatter' } }, ...withPassword })
    const squatter = createVisit()
    await startSession(test.db, squatter, user.id, { remember: true })
    const theirs = newPerson()
    await comeIn(theirs.sub, {}, squatter, await viewerOf(squatter))

    const { visit, result } = await comeIn(person.sub)
    expect(result.isNew).toBe(false)
    expect(await viewerOf(visit)).toMatchObject({ userId: user.id, isEmailVerified: true })
    expect(await readViewer(test.db, squatter)).toBeNull()
    expect(await test.db.password.count({ where: { userId: user.id } })).toBe(0)
    expect((await viewerOf((await comeIn(theirs.sub)).visit)).userId).not.toBe(user.id)
    expect(await test.db.auditEntry.count({ where: { subjectId: user.id, action: 'account_claimed' } })).toBe(1)
  })

  it('gives what a stranger signed up as a partner to its owner as a customer, and as a partner of his own at the partners\' door', async () => {
    for (const accountType of ['customer', 'partner'] as const) {
      const person = newPerson({ name: `House ${accountType}` })
      const user = await createUser(person.email, { role: 'partner', ...withPassword })
      const squatted = await test.db.partner.create({ data: { businessName: `Squatted ${accountType}`, email: person.email, ownerId: user.id } })
      const viewer = await viewerOf((await comeIn(person.sub, { accountType })).visit)
      expect(viewer).toMatchObject({ userId: user.id, role: accountType })
      expect(await test.db.partner.findUnique({ where: { id: squatted.id } })).toBeNull()
      if (accountType === 'partner') expect(await test.db.partner.findFirst({ where: { ownerId: user.id } })).toMatchObject({ businessName: 'House partner', verificationStatus: 'pending' })
    }
  })

  it('tells the owner by mail of every way in that was added, and of no other sign-in', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { emailVerifiedAt: new Date(), profile: { create: { fullName: 'As Entered' } }, ...withPassword })
    const mails = () => test.db.mail.findMany({ where: { toAddress: person.email, kind: 'provider_added' }, orderBy: { createdAt: 'asc' } })
    const { visit } = await comeIn(person.sub)
    expect(await mails()).toMatchObject([{ subject: 'Google was added to your account', text: expect.stringContaining(person.email) }])
    await comeIn(person.sub)
    expect(await mails()).toHaveLength(1)
    const other = newPerson()
    await comeIn(other.sub, { provider: 'apple' }, visit, await viewerOf(visit))
    expect((await mails())[1]).toMatchObject({ subject: 'Apple was added to your account', text: expect.stringContaining(other.email) })
    expect((await viewerOf(visit)).userId).toBe(user.id)
    const fresh = newPerson()
    await comeIn(fresh.sub)
    expect(await test.db.mail.count({ where: { toAddress: fresh.email, kind: 'provider_added' } })).toBe(0)
  })

  it('finds the account again by the other provider that knows the same address', async () => {
    const person = newPerson()
    const byGoogle = await viewerOf((await comeIn(person.sub)).visit)
    expect(await viewerOf((await comeIn(person.sub, { provider: 'apple' })).visit)).toMatchObject({ userId: byGoogle.userId })
  })

  it('makes an admin of whoever proves an address of ADMIN_EMAILS, but opens the partners\' door to no admin', async () => {
    const person = newPerson()
    configureAuth({ adminEmails: [person.email] })
    expect(await viewerOf((await comeIn(person.sub)).visit)).toMatchObject({ role: 'admin' })
    await expect(comeIn(person.sub, { accountType: 'partner' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('keeps an account after all that waited for its deletion', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { emailVerifiedAt: new Date(), deletionRequestedAt: new Date() })
    const { visit, result } = await comeIn(person.sub)
    expect(await viewerOf(visit)).toMatchObject({ userId: user.id })
    expect(result.notice).toBe('Welcome back. Your account will not be deleted.')
  })

  it('gives a profile to a user without one', async () => {
    const person = newPerson()
    const { id } = await createUser(person.email, { emailVerifiedAt: new Date() })
    expect(await viewerOf((await comeIn(person.sub)).visit)).toMatchObject({ hasProfile: true, fullName: person.name })
    await test.db.profile.delete({ where: { userId: id } })
    expect(await viewerOf((await comeIn(person.sub)).visit)).toMatchObject({ hasProfile: true, fullName: person.name })
  })
})

describe('partners', () => {
  it('are pending when they join, by the name that the provider tells', async () => {
    const person = newPerson({ name: 'Maison Noir' })
    const { visit } = await comeIn(person.sub, { accountType: 'partner', redirectTo: '/brand/dashboard' })
    const viewer = await viewerOf(visit)
    expect(viewer).toMatchObject({ role: 'partner', partner: { status: 'pending' } })
    expect(await test.db.partner.findFirst({ where: { ownerId: viewer.userId } })).toMatchObject({ businessName: 'Maison Noir', email: person.email, businessType: 'ecommerce' })
  })

  it('are called by their address where the provider tells no name, and by another name where theirs is taken', async () => {
    const nameless = newPerson({ email: 'atelier@example.test' })
    await comeIn(nameless.sub, { provider: 'apple', accountType: 'partner' })
    expect(await test.db.partner.findUnique({ where: { email: 'atelier@example.test' } })).toMatchObject({ businessName: 'atelier' })
    const namesake = newPerson({ name: 'Atelier' })
    await comeIn(namesake.sub, { accountType: 'partner' })
    expect(await test.db.partner.findUnique({ where: { email: namesake.email } })).toMatchObject({ businessName: expect.stringMatching(/^Atelier [0-9a-f]{6}$/) })
  })

  it('take over their own pending sign-up, and nobody takes over an approved partner', async () => {
    const pending = newPerson()
    const row = await test.db.partner.create({ data: { businessName: 'Waiting', email: pending.email } })
    const viewer = await viewerOf((await comeIn(pending.sub, { accountType: 'partner' })).visit)
    expect(viewer.partner).toEqual({ id: row.id, status: 'pending' })

    const other = newPerson()
    await test.db.partner.create({ data: { businessName: 'Standing', email: other.email, verificationStatus: 'approved' } })
    await expect(comeIn(other.sub, { accountType: 'partner' })).rejects.toMatchObject({ code: 'conflict', message: 'Failed to create account' })
    expect(await test.db.user.count({ where: { email: other.email } })).toBe(0)
  })

  it('are not made of what the callback says', async () => {
    const visit = createVisit()
    const { url } = await startOAuth(test.db, visit, { provider: 'google', accountType: 'customer' })
    const { params } = await walkThrough(url, newPerson().sub)
    await finishOAuth(test.db, visit, { params: { ...params, accountType: 'partner', user_type: 'partner', redirectTo: '//evil.example' } })
    expect(await viewerOf(visit)).toMatchObject({ role: 'customer', partner: null })
  })

  it('are not made of customers, who are told so and not signed in', async () => {
    const person = newPerson()
    await comeIn(person.sub)
    const visit = createVisit()
    await expect(comeIn(person.sub, { accountType: 'partner' }, visit)).rejects.toMatchObject({ code: 'forbidden', message: 'Invalid partner account' })
    expect(await readViewer(test.db, visit)).toBeNull()
    await expect(comeIn(person.sub, { provider: 'apple', accountType: 'partner' })).rejects.toMatchObject({ message: 'Invalid partner account' })
  })
})

describe('connecting and disconnecting', () => {
  it('connects a provider to the account that is signed in, whatever its address', async () => {
    const { visit } = await comeIn(newPerson().sub)
    const viewer = await viewerOf(visit)
    const other = newPerson()
    await comeIn(other.sub, { provider: 'apple', redirectTo: '/settings' }, visit, viewer)
    expect(await listProviders(test.db, viewer)).toEqual([
      { provider: 'google', isAvailable: true, isConnected: true, email: viewer.email },
      { provider: 'apple', isAvailable: true, isConnected: true, email: other.email },
    ])
    expect((await viewerOf((await comeIn(other.sub, { provider: 'apple' })).visit)).userId).toBe(viewer.userId)
    expect(await readViewer(test.db, visit)).toMatchObject({ sessionId: viewer.sessionId })
  })

  it('connects nothing for somebody who signed in long ago', async () => {
    const { visit } = await comeIn(newPerson().sub)
    const viewer = await viewerOf(visit)
    const before = visit.headers.length
    const longAgo = { ...viewer, authenticatedAt: new Date(Date.now() - 3600_000) }
    await expect(startOAuth(test.db, visit, { provider: 'apple' }, longAgo)).rejects.toMatchObject({ code: 'forbidden', field: 'recent-proof' })
    expect(visit.headers).toHaveLength(before)
  })

  it('connects nothing that opens another account, nor after signing out', async () => {
    const somebody = newPerson()
    await comeIn(somebody.sub)
    const { visit } = await comeIn(newPerson().sub)
    const viewer = await viewerOf(visit)
    await expect(comeIn(somebody.sub, {}, visit, viewer)).rejects.toMatchObject({ code: 'conflict', message: 'This Google account is connected to another account.' })

    const { url } = await startOAuth(test.db, visit, { provider: 'apple' }, viewer)
    await test.db.session.deleteMany({ where: { userId: viewer.userId } })
    const { params } = await walkThrough(url, newPerson().sub)
    await expect(finishOAuth(test.db, visit, { params })).rejects.toMatchObject({ message: 'No session found' })
  })

  it('does not close the last way in', async () => {
    const person = newPerson()
    const { visit } = await comeIn(person.sub)
    const viewer = await viewerOf(visit)
    const last = { code: 'bad_input', message: 'This is the only way into your account. Please set a password first.' }
    await expect(disconnectProvider(test.db, visit, viewer, 'google')).rejects.toMatchObject(last)
    await expect(disconnectProvider(test.db, visit, viewer, 'apple')).rejects.toMatchObject({ code: 'not_found' })

    await comeIn(person.sub, { provider: 'apple' })
    const outcomes = await Promise.allSettled([disconnectProvider(test.db, visit, viewer, 'google'), disconnectProvider(test.db, visit, viewer, 'apple')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

    await test.db.password.create({ data: { userId: viewer.userId, hash: 'a hash' } })
    const [left] = (await listProviders(test.db, viewer)).filter(({ isConnected }) => isConnected)
    await disconnectProvider(test.db, visit, viewer, left!.provider)
    expect(await test.db.oAuthAccount.count({ where: { userId: viewer.userId } })).toBe(0)
    expect(await test.db.auditEntry.count({ where: { subjectId: viewer.userId, action: 'provider_unlinked' } })).toBe(2)
  })

  it('counts no provider as a way in that the shop no longer speaks to, and still shows it', async () => {
    const person = newPerson()
    const { visit } = await comeIn(person.sub)
    await comeIn(person.sub, { provider: 'apple' })
    const viewer = await viewerOf(visit)
    configureOidc({ google, siteUrl: 'http://127.0.0.1:3000' })
    expect(configuredProviders()).toEqual(['google'])
    expect(await listProviders(test.db, viewer)).toMatchObject([{ provider: 'google' }, { provider: 'apple', isAvailable: false, isConnected: true }])
    await expect(disconnectProvider(test.db, visit, viewer, 'google')).rejects.toMatchObject({ code: 'bad_input' })
    await expect(startOAuth(test.db, createVisit(), { provider: 'apple' })).rejects.toMatchObject({ code: 'bad_input' })
  })
})
