import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createAccount, kindsTo, signedIn } from '#tests/setup/auth.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth } from './auth-config.ts'
import { cleanUp } from './clean-up.ts'
import { knownDevice } from './known-device.ts'
import { hashSessionId, luciaFor } from './lucia.ts'
import { describeSession, listSessions, readViewer, refreshSession, revokeSession, rotateSessions, signOut, signOutEverywhere, startSession } from './session.service.ts'

const test = useTestDatabase()
const HOUR = 3_600_000
const sessionHeader = (visit: { headers: string[] }) => visit.headers.findLast((header) => /^(__Host-)?wtf_session=/.test(header))
const cookieOf = (visit: { cookies: Map<string, string> }) => visit.cookies.get('wtf_session') ?? ''
const actionsOf = async (userId: string) => (await test.db.auditEntry.findMany({ where: { subjectId: userId }, orderBy: { at: 'asc' } })).map(({ action }) => action)

describe('startSession', () => {
  it('tells an administrator of a device that the account does not know, once, and nobody else', async () => {
    const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
    const admin = await createAccount(test.db, { role: 'admin' })
    const [desk, phone] = [createVisit(), createVisit({ userAgent: iphone, edgeCountry: 'DE' })]
    const now = new Date('2026-12-05T09:30:00Z')
    for (const visit of [desk, desk, phone, desk, phone]) await startSession(test.db, visit, admin.id, { remember: false }, now)
    expect(await kindsTo(test.db, admin.email)).toEqual(['new_device', 'new_device'])
    const texts = (await test.db.mail.findMany({ where: { toAddress: admin.email }, orderBy: { id: 'asc' } })).map(({ text }) => text)
    expect(texts[0]).toContain('Firefox on Linux, 5 December 2026 at 09:30 UTC.')
    expect(texts[1]).toContain('Safari on iPhone, 5 December 2026 at 09:30 UTC, DE.')
    expect(texts[1]).toContain('/settings#sessions')
    for (const role of ['customer', 'partner'] as const) {
      const { id, email } = await createAccount(test.db, { role })
      await startSession(test.db, createVisit(), id, { remember: false }, now)
      expect(await kindsTo(test.db, email)).toEqual([])
    }
    // Another administrator who uses the same browser is told of it too.
    const other = await createAccount(test.db, { role: 'admin' })
    await startSession(test.db, desk, other.id, { remember: false }, now)
    expect(await kindsTo(test.db, other.email)).toEqual(['new_device'])
  })
  it('keeps the hash of what the browser holds', async () => {
    const { id } = await createUser(test.db)
    const { visit, viewer } = await signedIn(test.db, id)
    const stored = await test.db.session.findMany({ where: { userId: id } })
    expect(stored.map((session) => session.id)).toEqual([hashSessionId(cookieOf(visit))])
    expect(viewer.sessionId).toBe(stored[0]!.id)
    expect(stored[0]).toMatchObject({ device: 'Firefox on Linux', country: 'Unknown', isRemembered: false })
  })
  it('lasts a day and goes with the browser, unless it is remembered for 30 days', async () => {
    const { id } = await createUser(test.db)
    const short = await signedIn(test.db, id)
    const long = await signedIn(test.db, id, { remember: true })
    expect(Math.round((short.viewer.expiresAt.getTime() - Date.now()) / HOUR)).toBe(24)
    expect(Math.round((long.viewer.expiresAt.getTime() - Date.now()) / HOUR)).toBe(24 * 30)
    expect(sessionHeader(short.visit)).toMatch(/^wtf_session=[a-z2-7]{40}; HttpOnly; Path=\/; SameSite=Lax$/)
    expect(sessionHeader(long.visit)).toMatch(/^wtf_session=[a-z2-7]{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/)
  })
  it('has a cookie on https that no other host could have set', async () => {
    const { id } = await createUser(test.db)
    const visit = createVisit({ siteUrl: 'https://shop.example' })
    await startSession(test.db, visit, id, { remember: false })
    expect(sessionHeader(visit)).toMatch(/^__Host-wtf_session=[a-z2-7]{40}; HttpOnly; Path=\/; SameSite=Lax; Secure$/)
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: id })
  })
  it('makes the browser known to the account', async () => {
    const { id, email } = await createUser(test.db)
    const { visit } = await signedIn(test.db, id)
    expect(await knownDevice(test.db, visit, email)).not.toBeNull()
    await signOut(test.db, visit, (await readViewer(test.db, visit))!)
    expect(await knownDevice(test.db, visit, email)).not.toBeNull()
  })
  it('takes no session that somebody planted', async () => {
    const [attacker, victim] = [await createUser(test.db), await createUser(test.db)]
    const planted = (await signedIn(test.db, attacker.id)).visit
    const browser = createVisit()
    browser.cookies.set('wtf_session', cookieOf(planted))
    await startSession(test.db, browser, victim.id, { remember: false })
    expect(cookieOf(browser)).not.toBe(cookieOf(planted))
    expect(await readViewer(test.db, planted)).toBeNull()
    expect(await readViewer(test.db, browser)).toMatchObject({ userId: victim.id })
  })
  it('ends the session that the browser had before', async () => {
    const { id } = await createUser(test.db)
    const { visit } = await signedIn(test.db, id)
    await startSession(test.db, visit, id, { remember: false })
    expect(await test.db.session.count({ where: { userId: id } })).toBe(1)
  })
  it('says so when the account is gone by now, and signs nobody in', async () => {
    const { id } = await createUser(test.db)
    await test.db.user.delete({ where: { id } })
    const visit = createVisit()
    await expect(startSession(test.db, visit, id, { remember: false })).rejects.toMatchObject({ code: 'unauthorized', message: 'No user data returned' })
    expect(visit.headers).toEqual([])
  })
  it('keeps an account that was to be deleted', async () => {
    const { id } = await createUser(test.db, { deletionRequestedAt: new Date() })
    const { notice } = await startSession(test.db, createVisit(), id, { remember: false })
    expect(notice).toBe('Welcome back. Your account will not be deleted.')
    expect(await test.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ deletionRequestedAt: null })
    expect(await actionsOf(id)).toEqual(['deletion_cancelled', 'sign_in'])
    expect(await startSession(test.db, createVisit(), id, { remember: false })).toMatchObject({ notice: null })
  })
  it('notes who signed in, without the address', async () => {
    const { id } = await createUser(test.db)
    await startSession(test.db, createVisit({ address: '203.0.113.9' }), id, { remember: false, method: 'magic_link' })
    const entry = await test.db.auditEntry.findFirstOrThrow({ where: { actorId: id } })
    expect(entry).toMatchObject({ action: 'sign_in', ipHash: expect.stringMatching(/^[0-9a-f]{32}$/), data: { device: 'Firefox on Linux', method: 'magic_link' } })
    expect(JSON.stringify(entry)).not.toContain('203.0.113')
  })
})

describe('ADMIN_EMAILS', () => {
  it('make an admin of whoever has proven one of them, and end his other sessions', async () => {
    const [proven, unproven, other] = [await createUser(test.db), await createUser(test.db, { emailVerifiedAt: null }), await createUser(test.db)]
    const elsewhere = await signedIn(test.db, proven.id)
    configureAuth({ adminEmails: [proven.email.toUpperCase(), unproven.email] })
    try {
      expect((await signedIn(test.db, proven.id)).viewer.role).toBe('admin')
      expect((await signedIn(test.db, unproven.id)).viewer.role).toBe('customer')
      expect((await signedIn(test.db, other.id)).viewer.role).toBe('customer')
    } finally {
      configureAuth({ adminEmails: [] })
    }
    expect(await readViewer(test.db, elsewhere.visit)).toBeNull()
    expect(await test.db.auditEntry.findFirst({ where: { subjectId: proven.id, action: 'role_changed' } })).toMatchObject({ data: { from: 'customer', to: 'admin', by: 'ADMIN_EMAILS' } })
  })
})

describe('readViewer', () => {
  it('knows nobody without a cookie, with a strange one, or with the stored hash', async () => {
    const { viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    for (const value of [undefined, '', 'x', 'a'.repeat(40), viewer.sessionId, "' OR 1=1", 'A'.repeat(40), 'a'.repeat(100_000)]) {
      expect(await readViewer(test.db, createVisit({ cookie: () => value }))).toBeNull()
    }
  })
  it('knows nobody whose session has expired or whose account is closed', async () => {
    const expired = await signedIn(test.db, (await createUser(test.db)).id)
    await test.db.session.update({ where: { id: expired.viewer.sessionId }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await readViewer(test.db, expired.visit)).toBeNull()
    const closed = await signedIn(test.db, (await createUser(test.db)).id)
    await test.db.user.update({ where: { id: closed.viewer.userId }, data: { deletionRequestedAt: new Date() } })
    expect(await readViewer(test.db, closed.visit)).toBeNull()
  })
  it('tells who it is', async () => {
    const user = await createUser(test.db, { role: 'partner', searchMode: 'intelligent', fullName: 'Grace' })
    const partner = await createPartner(test.db, { ownerId: user.id, verificationStatus: 'pending' })
    const { viewer } = await signedIn(test.db, user.id)
    expect(viewer).toMatchObject({ email: user.email, role: 'partner', partner: { id: partner.id, status: 'pending' }, hasProfile: true, fullName: 'Grace', isEmailVerified: true, searchMode: 'intelligent' })
    expect(JSON.stringify(await describeSession(viewer))).not.toContain(viewer.sessionId)
  })
  it('gives no partner to who is none any more, and knows users without a profile', async () => {
    const user = await createUser(test.db)
    await createPartner(test.db, { ownerId: user.id })
    await test.db.profile.delete({ where: { userId: user.id } })
    expect((await signedIn(test.db, user.id)).viewer).toMatchObject({ partner: null, hasProfile: false, fullName: '' })
  })
  it('writes when it was seen, at most once a minute', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    const seenAt = async (date?: Date) => (date
      ? test.db.session.update({ where: { id: viewer.sessionId }, data: { lastSeenAt: date } })
      : test.db.session.findUniqueOrThrow({ where: { id: viewer.sessionId } })).then(({ lastSeenAt }) => lastSeenAt.getTime())
    const before = await seenAt(new Date(Date.now() - 50_000))
    await readViewer(test.db, visit)
    expect(await seenAt()).toBe(before)
    await seenAt(new Date(Date.now() - 70_000))
    await readViewer(test.db, visit)
    expect(Date.now() - (await seenAt())).toBeLessThan(30_000)
  })
})

describe('refreshSession', () => {
  it('lives on, in two tabs at once', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id, { remember: true })
    await test.db.session.update({ where: { id: viewer.sessionId }, data: { expiresAt: new Date(Date.now() + 60_000) } })
    const before = cookieOf(visit)
    const answers = await Promise.all([refreshSession(test.db, visit, viewer), refreshSession(test.db, visit, viewer)])
    for (const { expiresAt } of answers) expect(Math.round((expiresAt.getTime() - Date.now()) / HOUR)).toBe(24 * 30)
    expect(cookieOf(visit)).toBe(before)
    expect(visit.headers.at(-1)).toContain('Max-Age=2592000')
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: viewer.userId })
  })
  it('brings nothing back that has ended', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    await test.db.session.update({ where: { id: viewer.sessionId }, data: { expiresAt: new Date(Date.now() - 1) } })
    await expect(refreshSession(test.db, visit, viewer)).rejects.toMatchObject({ code: 'unauthorized', message: 'Session expired, please sign in again' })
    await test.db.session.delete({ where: { id: viewer.sessionId } })
    await expect(refreshSession(test.db, visit, viewer)).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('leaving', () => {
  it('ends this session and no other', async () => {
    const { id } = await createUser(test.db)
    const [here, there] = [await signedIn(test.db, id), await signedIn(test.db, id)]
    const cookie = cookieOf(here.visit)
    await signOut(test.db, here.visit, here.viewer)
    expect(here.visit.headers.at(-1)).toContain('Max-Age=0')
    here.visit.cookies.set('wtf_session', cookie)
    expect(await readViewer(test.db, here.visit)).toBeNull()
    expect(await readViewer(test.db, there.visit)).not.toBeNull()
  })
  it('ends all of the account, everywhere', async () => {
    const { id } = await createUser(test.db)
    const [here, there, other] = [await signedIn(test.db, id), await signedIn(test.db, id), await signedIn(test.db, (await createUser(test.db)).id)]
    await signOutEverywhere(test.db, here.visit, here.viewer)
    expect(await test.db.session.count({ where: { userId: id } })).toBe(0)
    expect(await readViewer(test.db, there.visit)).toBeNull()
    expect(await readViewer(test.db, other.visit)).not.toBeNull()
    expect(await actionsOf(id)).toContain('sign_out_everywhere')
  })
  it('after a change of rights leaves this browser signed in, under a new id', async () => {
    const { id } = await createAccount(test.db)
    const [here, there] = [await signedIn(test.db, id, { remember: true }), await signedIn(test.db, id)]
    const before = cookieOf(here.visit)
    await rotateSessions(test.db, here.visit, here.viewer)
    expect(cookieOf(here.visit)).not.toBe(before)
    expect(await readViewer(test.db, here.visit)).toMatchObject({ userId: id, isRemembered: true })
    expect(await readViewer(test.db, there.visit)).toBeNull()
    expect(await readViewer(test.db, createVisit({ cookie: () => before }))).toBeNull()
  })
})

describe('the list of sessions', () => {
  it('shows where one is signed in, and nothing that signs in', async () => {
    const { id } = await createUser(test.db)
    const here = await signedIn(test.db, id)
    await signedIn(test.db, id, { visit: createVisit({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', edgeCountry: 'DE' }) })
    await test.db.session.create({ data: { id: 'expired', userId: id, expiresAt: new Date(Date.now() - 1) } })
    const sessions = await listSessions(test.db, here.viewer)
    expect(sessions.map(({ device, country, isThis }) => [device, country, isThis])).toEqual([['Safari on iPhone', 'DE', false], ['Firefox on Linux', 'Unknown', true]])
    for (const session of sessions) expect(await readViewer(test.db, createVisit({ cookie: () => session.id }))).toBeNull()
  })
  it('lets its owner end one, and nobody else', async () => {
    const [ada, grace] = [await createUser(test.db), await createUser(test.db)]
    const [here, there, foreign] = [await signedIn(test.db, ada.id), await signedIn(test.db, ada.id), await signedIn(test.db, grace.id)]
    await expect(revokeSession(test.db, here.visit, here.viewer, foreign.viewer.sessionId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await readViewer(test.db, foreign.visit)).not.toBeNull()
    await revokeSession(test.db, here.visit, here.viewer, there.viewer.sessionId)
    expect(await readViewer(test.db, there.visit)).toBeNull()
    expect(await readViewer(test.db, here.visit)).not.toBeNull()
    await expect(revokeSession(test.db, here.visit, here.viewer, there.viewer.sessionId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('Lucia itself finds, lists, extends and ends sessions by their secret ids', async () => {
  const { id: userId } = await createUser(test.db)
  const lucia = luciaFor(test.db, { siteIsHttps: false, isRemembered: true })
  const { id } = await lucia.createSession(userId, { isRemembered: true, authenticatedAt: new Date(), device: 'a', country: 'GB' })
  await test.db.session.update({ where: { id: hashSessionId(id) }, data: { expiresAt: new Date(Date.now() + HOUR) } })
  expect((await lucia.validateSession(id)).session).toMatchObject({ id, userId, fresh: true })
  expect(await lucia.getUserSessions(userId)).toMatchObject([{ id: hashSessionId(id), device: 'a' }])
  expect((await test.db.session.findUniqueOrThrow({ where: { id: hashSessionId(id) } })).expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * HOUR)
  await lucia.invalidateSession(id)
  expect((await lucia.validateSession(id)).session).toBeNull()
  const again = await lucia.createSession(userId, { isRemembered: true, authenticatedAt: new Date(), device: 'a', country: 'GB' })
  await lucia.invalidateUserSessions(userId)
  expect((await lucia.validateSession(again.id)).session).toBeNull()
  await test.db.session.create({ data: { id: 'gone', userId, expiresAt: new Date(Date.now() - 1) } })
  await lucia.deleteExpiredSessions()
  expect(await test.db.session.count({ where: { id: 'gone' } })).toBe(0)
})

it('cleanUp deletes what has expired, and nothing else', async () => {
  const { id: userId, email } = await createUser(test.db)
  const { viewer } = await signedIn(test.db, userId)
  await test.db.session.create({ data: { id: 'old', userId, expiresAt: new Date(Date.now() - 1) } })
  const token = (tokenHash: string, expiresAt: number) => test.db.oneTimeToken.create({ data: { purpose: 'magic_link', userId, email, tokenHash, expiresAt: new Date(expiresAt) } })
  await token('old', Date.now() - 25 * HOUR)
  await token('young', Date.now() - HOUR)
  expect(await cleanUp(test.db)).toEqual({ sessions: 1, tokens: 1, unfinished: 0 })
  expect(await test.db.session.findMany({ where: { userId } })).toMatchObject([{ id: viewer.sessionId }])
  expect(await test.db.oneTimeToken.findMany({ where: { userId } })).toMatchObject([{ tokenHash: 'young' }])
})
