import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { actionsOf, createAccount, kindsTo, signedIn } from '#tests/setup/auth.ts'
import { createUser } from '#tests/factories.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth } from './auth-config.ts'
import { knownDevice } from './known-device.ts'
import { hashSessionId } from './lucia.ts'
import { findViewer, signOut } from './session.service.ts'
import { startSession } from './start-session.ts'

const database = useTestDatabase()
const HOUR = 3_600_000
const sessionHeader = (visit: { headers: string[] }) =>
  visit.headers.findLast((header) => /^(__Host-)?wtf_session=/.test(header))
const cookieOf = (visit: { cookies: Map<string, string> }) => visit.cookies.get('wtf_session') ?? ''

describe('startSession', () => {
  test('notifies only administrators about a new device, once', async () => {
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
    const admin = await createAccount(database.db, { role: 'admin' })
    const [desk, phone] = [createVisit(), createVisit({ userAgent: iphone, edgeCountry: 'DE' })]
    const now = new Date('2026-12-05T09:30:00Z')
    for (const visit of [desk, desk, phone, desk, phone])
      await startSession({ db: database.db, visit }, admin.id, { remember: false }, now)
    expect(await kindsTo(database.db, admin.email)).toEqual(['new_device', 'new_device'])
    const texts = (await database.db.mail.findMany({ where: { toAddress: admin.email }, orderBy: { id: 'asc' } })).map(
      ({ text }) => text,
    )
    expect(texts[0]).toContain('Firefox on Linux, 5 December 2026 at 09:30 UTC.')
    expect(texts[1]).toContain('Safari on iPhone, 5 December 2026 at 09:30 UTC, DE.')
    expect(texts[1]).toContain('/settings#sessions')
    for (const role of ['customer', 'partner'] as const) {
      const { id, email } = await createAccount(database.db, { role })
      await startSession({ db: database.db, visit: createVisit() }, id, { remember: false }, now)
      expect(await kindsTo(database.db, email)).toEqual([])
    }
    // Another administrator who uses the same browser also gets an email.
    const other = await createAccount(database.db, { role: 'admin' })
    await startSession({ db: database.db, visit: desk }, other.id, { remember: false }, now)
    expect(await kindsTo(database.db, other.email)).toEqual(['new_device'])
  })
  test('stores only a hash of the cookie', async () => {
    const { id } = await createUser(database.db)
    const { visit, viewer } = await signedIn(database.db, id)
    const stored = await database.db.session.findMany({ where: { userId: id } })
    expect(stored.map((session) => session.id)).toEqual([hashSessionId(cookieOf(visit))])
    expect(viewer.sessionId).toBe(stored[0]!.id)
    expect(stored[0]).toMatchObject({ device: 'Firefox on Linux', country: 'Unknown', isRemembered: false })
  })
  test('lasts a day and ends with the browser, or 30 days if remembered', async () => {
    const { id } = await createUser(database.db)
    const short = await signedIn(database.db, id)
    const long = await signedIn(database.db, id, { remember: true })
    expect(Math.round((short.viewer.expiresAt.getTime() - Date.now()) / HOUR)).toBe(24)
    expect(Math.round((long.viewer.expiresAt.getTime() - Date.now()) / HOUR)).toBe(24 * 30)
    expect(sessionHeader(short.visit)).toMatch(/^wtf_session=[a-z2-7]{40}; HttpOnly; Path=\/; SameSite=Lax$/)
    expect(sessionHeader(long.visit)).toMatch(
      /^wtf_session=[a-z2-7]{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/,
    )
  })
  test('sets a __Host- cookie on HTTPS', async () => {
    const { id } = await createUser(database.db)
    const visit = createVisit({ siteUrl: 'https://shop.example' })
    await startSession({ db: database.db, visit }, id, { remember: false })
    expect(sessionHeader(visit)).toMatch(/^__Host-wtf_session=[a-z2-7]{40}; HttpOnly; Path=\/; SameSite=Lax; Secure$/)
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ userId: id })
  })
  test('remembers the browser for the account', async () => {
    const { id, email } = await createUser(database.db)
    const { visit } = await signedIn(database.db, id)
    expect(await knownDevice({ db: database.db, visit }, email)).not.toBeNull()
    await signOut({ db: database.db, visit, viewer: (await findViewer({ db: database.db, visit }))! })
    expect(await knownDevice({ db: database.db, visit }, email)).not.toBeNull()
  })
  test('ignores a planted session cookie', async () => {
    const [attacker, victim] = [await createUser(database.db), await createUser(database.db)]
    const planted = (await signedIn(database.db, attacker.id)).visit
    const browser = createVisit()
    browser.cookies.set('wtf_session', cookieOf(planted))
    await startSession({ db: database.db, visit: browser }, victim.id, { remember: false })
    expect(cookieOf(browser)).not.toBe(cookieOf(planted))
    expect(await findViewer({ db: database.db, visit: planted })).toBeNull()
    expect(await findViewer({ db: database.db, visit: browser })).toMatchObject({ userId: victim.id })
  })
  test('ends the previous session of the browser', async () => {
    const { id } = await createUser(database.db)
    const { visit } = await signedIn(database.db, id)
    await startSession({ db: database.db, visit }, id, { remember: false })
    expect(await database.db.session.count({ where: { userId: id } })).toBe(1)
  })
  test('rejects an account that no longer exists', async () => {
    const { id } = await createUser(database.db)
    await database.db.user.delete({ where: { id } })
    const visit = createVisit()
    await expect(startSession({ db: database.db, visit }, id, { remember: false })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'No user data returned',
    })
    expect(visit.headers).toEqual([])
  })
  test('cancels a pending account deletion', async () => {
    const { id } = await createUser(database.db, { deletionRequestedAt: new Date() })
    const { notice } = await startSession({ db: database.db, visit: createVisit() }, id, { remember: false })
    expect(notice).toBe('Welcome back. Your account will not be deleted.')
    expect(await database.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ deletionRequestedAt: null })
    expect(await actionsOf(database.db, id)).toEqual(['deletion_cancelled', 'sign_in'])
    expect(await startSession({ db: database.db, visit: createVisit() }, id, { remember: false })).toMatchObject({
      notice: null,
    })
  })
  test('records the sign-in in the audit log, without the IP address', async () => {
    const { id } = await createUser(database.db)
    await startSession({ db: database.db, visit: createVisit({ address: '203.0.113.9' }) }, id, {
      remember: false,
      method: 'magic_link',
    })
    const entry = await database.db.auditEntry.findFirstOrThrow({ where: { actorId: id } })
    expect(entry).toMatchObject({
      action: 'sign_in',
      ipHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      data: { device: 'Firefox on Linux', method: 'magic_link' },
    })
    expect(JSON.stringify(entry)).not.toContain('203.0.113')
  })
})

describe('ADMIN_EMAILS', () => {
  test('makes the owner of a verified address an admin, and ends their other sessions', async () => {
    const [proven, unproven, other] = [
      await createUser(database.db),
      await createUser(database.db, { emailVerifiedAt: null }),
      await createUser(database.db),
    ]
    const elsewhere = await signedIn(database.db, proven.id)
    configureAuth({ adminEmails: [proven.email.toUpperCase(), unproven.email] })
    try {
      expect((await signedIn(database.db, proven.id)).viewer.role).toBe('admin')
      expect((await signedIn(database.db, unproven.id)).viewer.role).toBe('customer')
      expect((await signedIn(database.db, other.id)).viewer.role).toBe('customer')
    } finally {
      configureAuth({ adminEmails: [] })
    }
    expect(await findViewer({ db: database.db, visit: elsewhere.visit })).toBeNull()
    expect(
      await database.db.auditEntry.findFirst({ where: { subjectId: proven.id, action: 'role_changed' } }),
    ).toMatchObject({
      data: { before: { role: 'customer' }, after: { role: 'admin' }, by: 'ADMIN_EMAILS' },
    })
  })
})
