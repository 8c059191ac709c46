import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { actionsOf, createAccount, signedIn } from '#tests/setup/auth.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { cleanUp } from './clean-up.ts'
import { hashSessionId, luciaFor } from './lucia.ts'
import {
  describeSession,
  listSessions,
  readViewer,
  refreshSession,
  revokeSession,
  rotateSessions,
  signOut,
  signOutEverywhere,
} from './session.service.ts'

const test = useTestDatabase()
const HOUR = 3_600_000
const cookieOf = (visit: { cookies: Map<string, string> }) => visit.cookies.get('wtf_session') ?? ''

describe('readViewer', () => {
  it('finds nobody without a cookie, with a strange one, or with the stored hash', async () => {
    const { viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    for (const value of [
      undefined,
      '',
      'x',
      'a'.repeat(40),
      viewer.sessionId,
      "' OR 1=1",
      'A'.repeat(40),
      'a'.repeat(100_000),
    ]) {
      expect(await readViewer({ db: test.db, visit: createVisit({ cookie: () => value }) })).toBeNull()
    }
  })
  it('finds nobody if the session has expired or the account is closed', async () => {
    const expired = await signedIn(test.db, (await createUser(test.db)).id)
    await test.db.session.update({
      where: { id: expired.viewer.sessionId },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    expect(await readViewer({ db: test.db, visit: expired.visit })).toBeNull()
    const closed = await signedIn(test.db, (await createUser(test.db)).id)
    await test.db.user.update({ where: { id: closed.viewer.userId }, data: { deletionRequestedAt: new Date() } })
    expect(await readViewer({ db: test.db, visit: closed.visit })).toBeNull()
  })
  it('returns the viewer', async () => {
    const user = await createUser(test.db, { role: 'partner', searchMode: 'intelligent', fullName: 'Grace' })
    const partner = await createPartner(test.db, { ownerId: user.id, verificationStatus: 'pending' })
    const { viewer } = await signedIn(test.db, user.id)
    expect(viewer).toMatchObject({
      email: user.email,
      role: 'partner',
      partner: { id: partner.id, status: 'pending' },
      hasProfile: true,
      fullName: 'Grace',
      isEmailVerified: true,
      searchMode: 'intelligent',
    })
    expect(JSON.stringify(await describeSession(viewer))).not.toContain(viewer.sessionId)
  })
  it('gives no partner to former partners, and works for users without a profile', async () => {
    const user = await createUser(test.db)
    await createPartner(test.db, { ownerId: user.id })
    await test.db.profile.delete({ where: { userId: user.id } })
    expect((await signedIn(test.db, user.id)).viewer).toMatchObject({ partner: null, hasProfile: false, fullName: '' })
  })
  it('updates when it was last seen, at most once a minute', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    const seenAt = async (date?: Date) =>
      (date
        ? test.db.session.update({ where: { id: viewer.sessionId }, data: { lastSeenAt: date } })
        : test.db.session.findUniqueOrThrow({ where: { id: viewer.sessionId } })
      ).then(({ lastSeenAt }) => lastSeenAt.getTime())
    const before = await seenAt(new Date(Date.now() - 50_000))
    await readViewer({ db: test.db, visit })
    expect(await seenAt()).toBe(before)
    await seenAt(new Date(Date.now() - 70_000))
    await readViewer({ db: test.db, visit })
    expect(Date.now() - (await seenAt())).toBeLessThan(30_000)
  })
})

describe('refreshSession', () => {
  it('extends the session, in two tabs at once', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id, { remember: true })
    await test.db.session.update({
      where: { id: viewer.sessionId },
      data: { expiresAt: new Date(Date.now() + 60_000) },
    })
    const before = cookieOf(visit)
    const answers = await Promise.all([
      refreshSession({ db: test.db, visit, viewer }),
      refreshSession({ db: test.db, visit, viewer }),
    ])
    for (const { expiresAt } of answers) expect(Math.round((expiresAt.getTime() - Date.now()) / HOUR)).toBe(24 * 30)
    expect(cookieOf(visit)).toBe(before)
    expect(visit.headers.at(-1)).toContain('Max-Age=2592000')
    expect(await readViewer({ db: test.db, visit })).toMatchObject({ userId: viewer.userId })
  })
  it('does not revive a session that has ended', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    await test.db.session.update({ where: { id: viewer.sessionId }, data: { expiresAt: new Date(Date.now() - 1) } })
    await expect(refreshSession({ db: test.db, visit, viewer })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'Session expired, please sign in again',
    })
    await test.db.session.delete({ where: { id: viewer.sessionId } })
    await expect(refreshSession({ db: test.db, visit, viewer })).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('leaving', () => {
  it('ends this session and no other', async () => {
    const { id } = await createUser(test.db)
    const [here, there] = [await signedIn(test.db, id), await signedIn(test.db, id)]
    const cookie = cookieOf(here.visit)
    await signOut({ db: test.db, visit: here.visit, viewer: here.viewer })
    expect(here.visit.headers.at(-1)).toContain('Max-Age=0')
    here.visit.cookies.set('wtf_session', cookie)
    expect(await readViewer({ db: test.db, visit: here.visit })).toBeNull()
    expect(await readViewer({ db: test.db, visit: there.visit })).not.toBeNull()
  })
  it('ends all of the account, everywhere', async () => {
    const { id } = await createUser(test.db)
    const [here, there, other] = [
      await signedIn(test.db, id),
      await signedIn(test.db, id),
      await signedIn(test.db, (await createUser(test.db)).id),
    ]
    await signOutEverywhere({ db: test.db, visit: here.visit, viewer: here.viewer })
    expect(await test.db.session.count({ where: { userId: id } })).toBe(0)
    expect(await readViewer({ db: test.db, visit: there.visit })).toBeNull()
    expect(await readViewer({ db: test.db, visit: other.visit })).not.toBeNull()
    expect(await actionsOf(test.db, id)).toContain('sign_out_everywhere')
  })
  it('after a change of rights keeps this browser signed in, under a new id', async () => {
    const { id } = await createAccount(test.db)
    const [here, there] = [await signedIn(test.db, id, { remember: true }), await signedIn(test.db, id)]
    const before = cookieOf(here.visit)
    await rotateSessions(test.db, here.visit, here.viewer)
    expect(cookieOf(here.visit)).not.toBe(before)
    expect(await readViewer({ db: test.db, visit: here.visit })).toMatchObject({ userId: id, isRemembered: true })
    expect(await readViewer({ db: test.db, visit: there.visit })).toBeNull()
    expect(await readViewer({ db: test.db, visit: createVisit({ cookie: () => before }) })).toBeNull()
  })
})

describe('the list of sessions', () => {
  it('shows where the user is signed in, without any secrets', async () => {
    const { id } = await createUser(test.db)
    const here = await signedIn(test.db, id)
    await signedIn(test.db, id, {
      visit: createVisit({
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
        edgeCountry: 'DE',
      }),
    })
    await test.db.session.create({ data: { id: 'expired', userId: id, expiresAt: new Date(Date.now() - 1) } })
    const sessions = await listSessions({ db: test.db, viewer: here.viewer })
    expect(sessions.map(({ device, country, isThis }) => [device, country, isThis])).toEqual([
      ['Safari on iPhone', 'DE', false],
      ['Firefox on Linux', 'Unknown', true],
    ])
    for (const session of sessions)
      expect(await readViewer({ db: test.db, visit: createVisit({ cookie: () => session.id }) })).toBeNull()
  })
  it('lets only the owner end one', async () => {
    const [ada, grace] = [await createUser(test.db), await createUser(test.db)]
    const [here, there, foreign] = [
      await signedIn(test.db, ada.id),
      await signedIn(test.db, ada.id),
      await signedIn(test.db, grace.id),
    ]
    await expect(
      revokeSession({ db: test.db, visit: here.visit, viewer: here.viewer }, foreign.viewer.sessionId),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await readViewer({ db: test.db, visit: foreign.visit })).not.toBeNull()
    await revokeSession({ db: test.db, visit: here.visit, viewer: here.viewer }, there.viewer.sessionId)
    expect(await readViewer({ db: test.db, visit: there.visit })).toBeNull()
    expect(await readViewer({ db: test.db, visit: here.visit })).not.toBeNull()
    await expect(
      revokeSession({ db: test.db, visit: here.visit, viewer: here.viewer }, there.viewer.sessionId),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

it('Lucia itself finds, lists, extends and ends sessions by their secret ids', async () => {
  const { id: userId } = await createUser(test.db)
  const lucia = luciaFor(test.db, { siteIsHttps: false, isRemembered: true })
  const { id } = await lucia.createSession(userId, {
    isRemembered: true,
    authenticatedAt: new Date(),
    device: 'a',
    country: 'GB',
  })
  await test.db.session.update({ where: { id: hashSessionId(id) }, data: { expiresAt: new Date(Date.now() + HOUR) } })
  expect((await lucia.validateSession(id)).session).toMatchObject({ id, userId, fresh: true })
  expect(await lucia.getUserSessions(userId)).toMatchObject([{ id: hashSessionId(id), device: 'a' }])
  expect(
    (await test.db.session.findUniqueOrThrow({ where: { id: hashSessionId(id) } })).expiresAt.getTime(),
  ).toBeGreaterThan(Date.now() + 29 * 24 * HOUR)
  await lucia.invalidateSession(id)
  expect((await lucia.validateSession(id)).session).toBeNull()
  const again = await lucia.createSession(userId, {
    isRemembered: true,
    authenticatedAt: new Date(),
    device: 'a',
    country: 'GB',
  })
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
  const token = (tokenHash: string, expiresAt: number) =>
    test.db.oneTimeToken.create({
      data: { purpose: 'magic_link', userId, email, tokenHash, expiresAt: new Date(expiresAt) },
    })
  await token('old', Date.now() - 25 * HOUR)
  await token('young', Date.now() - HOUR)
  expect(await cleanUp(test.db)).toEqual({ sessions: 1, tokens: 1, unfinished: 0 })
  expect(await test.db.session.findMany({ where: { userId } })).toMatchObject([{ id: viewer.sessionId }])
  expect(await test.db.oneTimeToken.findMany({ where: { userId } })).toMatchObject([{ tokenHash: 'young' }])
})
