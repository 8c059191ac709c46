import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { actionsOf, createAccount, signedIn } from '#tests/setup/auth.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { cleanUp } from './clean-up.ts'
import { hashSessionId, luciaFor } from './lucia.ts'
import {
  describeSession,
  listSessions,
  findViewer,
  refreshSession,
  revokeSession,
  rotateSessions,
  signOut,
  signOutEverywhere,
} from './session.service.ts'

const database = useTestDatabase()
const HOUR = 3_600_000
const cookieOf = (visit: { cookies: Map<string, string> }) => visit.cookies.get('wtf_session') ?? ''

describe('findViewer', () => {
  test('returns null without a cookie, with an invalid one, or with the stored hash', async () => {
    const { viewer } = await signedIn(database.db, (await createUser(database.db)).id)
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
      expect(await findViewer({ db: database.db, visit: createVisit({ cookie: () => value }) })).toBeNull()
    }
  })
  test('returns null if the session has expired or the account is closed', async () => {
    const expired = await signedIn(database.db, (await createUser(database.db)).id)
    await database.db.session.update({
      where: { id: expired.viewer.sessionId },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    expect(await findViewer({ db: database.db, visit: expired.visit })).toBeNull()
    const closed = await signedIn(database.db, (await createUser(database.db)).id)
    await database.db.user.update({ where: { id: closed.viewer.userId }, data: { deletionRequestedAt: new Date() } })
    expect(await findViewer({ db: database.db, visit: closed.visit })).toBeNull()
  })
  test('returns the viewer', async () => {
    const user = await createUser(database.db, { role: 'partner', searchMode: 'intelligent', fullName: 'Grace' })
    const partner = await createPartner(database.db, { ownerId: user.id, verificationStatus: 'pending' })
    const { viewer } = await signedIn(database.db, user.id)
    expect(viewer).toMatchObject({
      email: user.email,
      role: 'partner',
      partner: { id: partner.id, status: 'pending', role: 'owner' },
      hasProfile: true,
      fullName: 'Grace',
      isEmailVerified: true,
      searchMode: 'intelligent',
    })
    expect(JSON.stringify(await describeSession(viewer))).not.toContain(viewer.sessionId)
  })
  test('returns no partner for former partners, and works without a profile', async () => {
    const user = await createUser(database.db)
    await createPartner(database.db, { ownerId: user.id })
    await database.db.profile.delete({ where: { userId: user.id } })
    expect((await signedIn(database.db, user.id)).viewer).toMatchObject({
      partner: null,
      hasProfile: false,
      fullName: '',
    })
  })
  test('updates the last use at most once a minute', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createUser(database.db)).id)
    const seenAt = async (date?: Date) =>
      (date
        ? database.db.session.update({ where: { id: viewer.sessionId }, data: { lastSeenAt: date } })
        : database.db.session.findUniqueOrThrow({ where: { id: viewer.sessionId } })
      ).then(({ lastSeenAt }) => lastSeenAt.getTime())
    const before = await seenAt(new Date(Date.now() - 50_000))
    await findViewer({ db: database.db, visit })
    expect(await seenAt()).toBe(before)
    await seenAt(new Date(Date.now() - 70_000))
    await findViewer({ db: database.db, visit })
    expect(Date.now() - (await seenAt())).toBeLessThan(30_000)
  })
})

describe('refreshSession', () => {
  test('extends the session, even in two tabs at once', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createUser(database.db)).id, { remember: true })
    await database.db.session.update({
      where: { id: viewer.sessionId },
      data: { expiresAt: new Date(Date.now() + 60_000) },
    })
    const before = cookieOf(visit)
    const answers = await Promise.all([
      refreshSession({ db: database.db, visit, viewer }),
      refreshSession({ db: database.db, visit, viewer }),
    ])
    for (const { expiresAt } of answers) expect(Math.round((expiresAt.getTime() - Date.now()) / HOUR)).toBe(24 * 30)
    expect(cookieOf(visit)).toBe(before)
    expect(visit.headers.at(-1)).toContain('Max-Age=2592000')
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ userId: viewer.userId })
  })
  test('does not extend a session beyond 90 days after the last authentication, even under a new ID', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createAccount(database.db)).id, { remember: true })
    const authenticatedAt = new Date(Date.now() - 80 * 24 * HOUR)
    await database.db.session.update({ where: { id: viewer.sessionId }, data: { authenticatedAt } })
    const old = { ...viewer, authenticatedAt }
    const end = authenticatedAt.getTime() + 90 * 24 * HOUR
    expect((await refreshSession({ db: database.db, visit, viewer: old })).expiresAt.getTime()).toBe(end)
    await database.db.$transaction((tx) => rotateSessions(tx, visit, old))
    const rotated = await findViewer({ db: database.db, visit })
    expect([rotated?.sessionId === viewer.sessionId, rotated?.expiresAt.getTime()]).toEqual([false, end])
  })
  test('does not revive a session that has ended', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createUser(database.db)).id)
    await database.db.session.update({ where: { id: viewer.sessionId }, data: { expiresAt: new Date(Date.now() - 1) } })
    await expect(refreshSession({ db: database.db, visit, viewer })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'Session expired, please sign in again',
    })
    await database.db.session.delete({ where: { id: viewer.sessionId } })
    await expect(refreshSession({ db: database.db, visit, viewer })).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

describe('signing out', () => {
  test('ends this session and no other', async () => {
    const { id } = await createUser(database.db)
    const [here, there] = [await signedIn(database.db, id), await signedIn(database.db, id)]
    const cookie = cookieOf(here.visit)
    await signOut({ db: database.db, visit: here.visit, viewer: here.viewer })
    expect(here.visit.headers.at(-1)).toContain('Max-Age=0')
    here.visit.cookies.set('wtf_session', cookie)
    expect(await findViewer({ db: database.db, visit: here.visit })).toBeNull()
    expect(await findViewer({ db: database.db, visit: there.visit })).not.toBeNull()
  })
  test('ends all sessions of the account, on all devices', async () => {
    const { id } = await createUser(database.db)
    const [here, there, other] = [
      await signedIn(database.db, id),
      await signedIn(database.db, id),
      await signedIn(database.db, (await createUser(database.db)).id),
    ]
    await signOutEverywhere({ db: database.db, visit: here.visit, viewer: here.viewer })
    expect(await database.db.session.count({ where: { userId: id } })).toBe(0)
    expect(await findViewer({ db: database.db, visit: there.visit })).toBeNull()
    expect(await findViewer({ db: database.db, visit: other.visit })).not.toBeNull()
    expect(await actionsOf(database.db, id)).toContain('sign_out_everywhere')
  })
  test('keeps only this browser signed in after a change of permissions, under a new session ID', async () => {
    const { id } = await createAccount(database.db)
    const [here, there] = [await signedIn(database.db, id, { remember: true }), await signedIn(database.db, id)]
    const before = cookieOf(here.visit)
    await rotateSessions(database.db, here.visit, here.viewer)
    expect(cookieOf(here.visit)).not.toBe(before)
    expect(await findViewer({ db: database.db, visit: here.visit })).toMatchObject({ userId: id, isRemembered: true })
    expect(await findViewer({ db: database.db, visit: there.visit })).toBeNull()
    expect(await findViewer({ db: database.db, visit: createVisit({ cookie: () => before }) })).toBeNull()
  })
})

describe('the list of sessions', () => {
  test('shows where the user is signed in, without secrets', async () => {
    const { id } = await createUser(database.db)
    const here = await signedIn(database.db, id)
    await signedIn(database.db, id, {
      visit: createVisit({
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
        edgeCountry: 'DE',
      }),
    })
    await database.db.session.create({ data: { id: 'expired', userId: id, expiresAt: new Date(Date.now() - 1) } })
    const sessions = await listSessions({ db: database.db, viewer: here.viewer })
    expect(sessions.map(({ device, country, isThis }) => [device, country, isThis])).toEqual([
      ['Safari on iPhone', 'DE', false],
      ['Firefox on Linux', 'Unknown', true],
    ])
    for (const session of sessions)
      expect(await findViewer({ db: database.db, visit: createVisit({ cookie: () => session.id }) })).toBeNull()
  })
  test('lets only the owner end a session', async () => {
    const [ada, grace] = [await createUser(database.db), await createUser(database.db)]
    const [here, there, foreign] = [
      await signedIn(database.db, ada.id),
      await signedIn(database.db, ada.id),
      await signedIn(database.db, grace.id),
    ]
    await expect(
      revokeSession({ db: database.db, visit: here.visit, viewer: here.viewer }, foreign.viewer.sessionId),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await findViewer({ db: database.db, visit: foreign.visit })).not.toBeNull()
    await revokeSession({ db: database.db, visit: here.visit, viewer: here.viewer }, there.viewer.sessionId)
    expect(await findViewer({ db: database.db, visit: there.visit })).toBeNull()
    expect(await findViewer({ db: database.db, visit: here.visit })).not.toBeNull()
    await expect(
      revokeSession({ db: database.db, visit: here.visit, viewer: here.viewer }, there.viewer.sessionId),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('Lucia finds, lists, extends and ends sessions by their secret IDs', async () => {
  const { id: userId } = await createUser(database.db)
  const lucia = luciaFor(database.db, { siteIsHttps: false, isRemembered: true })
  const { id } = await lucia.createSession(userId, {
    isRemembered: true,
    authenticatedAt: new Date(),
    device: 'a',
    country: 'GB',
  })
  await database.db.session.update({
    where: { id: hashSessionId(id) },
    data: { expiresAt: new Date(Date.now() + HOUR) },
  })
  expect((await lucia.validateSession(id)).session).toMatchObject({ id, userId, fresh: true })
  expect(await lucia.getUserSessions(userId)).toMatchObject([{ id: hashSessionId(id), device: 'a' }])
  expect(
    (await database.db.session.findUniqueOrThrow({ where: { id: hashSessionId(id) } })).expiresAt.getTime(),
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
  await database.db.session.create({ data: { id: 'gone', userId, expiresAt: new Date(Date.now() - 1) } })
  await lucia.deleteExpiredSessions()
  expect(await database.db.session.count({ where: { id: 'gone' } })).toBe(0)
})

test('cleanUp deletes only expired rows', async () => {
  const { id: userId, email } = await createUser(database.db)
  const { viewer } = await signedIn(database.db, userId)
  await database.db.session.create({ data: { id: 'old', userId, expiresAt: new Date(Date.now() - 1) } })
  const token = (tokenHash: string, expiresAt: number) =>
    database.db.oneTimeToken.create({
      data: { purpose: 'magic_link', userId, email, tokenHash, expiresAt: new Date(expiresAt) },
    })
  await token('old', Date.now() - 25 * HOUR)
  await token('young', Date.now() - HOUR)
  expect(await cleanUp(database.db)).toEqual({ sessions: 1, tokens: 1, unfinished: 0 })
  expect(await database.db.session.findMany({ where: { userId } })).toMatchObject([{ id: viewer.sessionId }])
  expect(await database.db.oneTimeToken.findMany({ where: { userId } })).toMatchObject([{ tokenHash: 'young' }])
})
