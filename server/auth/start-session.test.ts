import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { actionsOf, createAccount, kindsTo, signedIn } from '#tests/setup/auth.ts'
import { createUser } from '#tests/factories.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth } from './auth-config.ts'
import { knownDevice } from './known-device.ts'
import { hashSessionId } from './lucia.ts'
import { readViewer, signOut } from './session.service.ts'
import { startSession } from './start-session.ts'

const test = useTestDatabase()
const HOUR = 3_600_000
const sessionHeader = (visit: { headers: string[] }) =>
  visit.headers.findLast((header) => /^(__Host-)?wtf_session=/.test(header))
const cookieOf = (visit: { cookies: Map<string, string> }) => visit.cookies.get('wtf_session') ?? ''

describe('startSession', () => {
  it('tells an administrator about a new device, once, and nobody else', async () => {
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
    const admin = await createAccount(test.db, { role: 'admin' })
    const [desk, phone] = [createVisit(), createVisit({ userAgent: iphone, edgeCountry: 'DE' })]
    const now = new Date('2026-12-05T09:30:00Z')
    for (const visit of [desk, desk, phone, desk, phone])
      await startSession({ db: test.db, visit }, admin.id, { remember: false }, now)
    expect(await kindsTo(test.db, admin.email)).toEqual(['new_device', 'new_device'])
    const texts = (await test.db.mail.findMany({ where: { toAddress: admin.email }, orderBy: { id: 'asc' } })).map(
      ({ text }) => text,
    )
    expect(texts[0]).toContain('Firefox on Linux, 5 December 2026 at 09:30 UTC.')
    expect(texts[1]).toContain('Safari on iPhone, 5 December 2026 at 09:30 UTC, DE.')
    expect(texts[1]).toContain('/settings#sessions')
    for (const role of ['customer', 'partner'] as const) {
      const { id, email } = await createAccount(test.db, { role })
      await startSession({ db: test.db, visit: createVisit() }, id, { remember: false }, now)
      expect(await kindsTo(test.db, email)).toEqual([])
    }
    // Another administrator who uses the same browser is told about it too.
    const other = await createAccount(test.db, { role: 'admin' })
    await startSession({ db: test.db, visit: desk }, other.id, { remember: false }, now)
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
  it('lasts a day and ends with the browser, or is remembered for 30 days', async () => {
    const { id } = await createUser(test.db)
    const short = await signedIn(test.db, id)
    const long = await signedIn(test.db, id, { remember: true })
    expect(Math.round((short.viewer.expiresAt.getTime() - Date.now()) / HOUR)).toBe(24)
    expect(Math.round((long.viewer.expiresAt.getTime() - Date.now()) / HOUR)).toBe(24 * 30)
    expect(sessionHeader(short.visit)).toMatch(/^wtf_session=[a-z2-7]{40}; HttpOnly; Path=\/; SameSite=Lax$/)
    expect(sessionHeader(long.visit)).toMatch(
      /^wtf_session=[a-z2-7]{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax$/,
    )
  })
  it('has a cookie on https that no other host could have set', async () => {
    const { id } = await createUser(test.db)
    const visit = createVisit({ siteUrl: 'https://shop.example' })
    await startSession({ db: test.db, visit }, id, { remember: false })
    expect(sessionHeader(visit)).toMatch(/^__Host-wtf_session=[a-z2-7]{40}; HttpOnly; Path=\/; SameSite=Lax; Secure$/)
    expect(await readViewer({ db: test.db, visit })).toMatchObject({ userId: id })
  })
  it('makes the browser known to the account', async () => {
    const { id, email } = await createUser(test.db)
    const { visit } = await signedIn(test.db, id)
    expect(await knownDevice({ db: test.db, visit }, email)).not.toBeNull()
    await signOut({ db: test.db, visit, viewer: (await readViewer({ db: test.db, visit }))! })
    expect(await knownDevice({ db: test.db, visit }, email)).not.toBeNull()
  })
  it('ignores a planted session', async () => {
    const [attacker, victim] = [await createUser(test.db), await createUser(test.db)]
    const planted = (await signedIn(test.db, attacker.id)).visit
    const browser = createVisit()
    browser.cookies.set('wtf_session', cookieOf(planted))
    await startSession({ db: test.db, visit: browser }, victim.id, { remember: false })
    expect(cookieOf(browser)).not.toBe(cookieOf(planted))
    expect(await readViewer({ db: test.db, visit: planted })).toBeNull()
    expect(await readViewer({ db: test.db, visit: browser })).toMatchObject({ userId: victim.id })
  })
  it('ends the session that the browser had before', async () => {
    const { id } = await createUser(test.db)
    const { visit } = await signedIn(test.db, id)
    await startSession({ db: test.db, visit }, id, { remember: false })
    expect(await test.db.session.count({ where: { userId: id } })).toBe(1)
  })
  it('refuses politely if the account is gone by now', async () => {
    const { id } = await createUser(test.db)
    await test.db.user.delete({ where: { id } })
    const visit = createVisit()
    await expect(startSession({ db: test.db, visit }, id, { remember: false })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'No user data returned',
    })
    expect(visit.headers).toEqual([])
  })
  it('keeps an account that was to be deleted', async () => {
    const { id } = await createUser(test.db, { deletionRequestedAt: new Date() })
    const { notice } = await startSession({ db: test.db, visit: createVisit() }, id, { remember: false })
    expect(notice).toBe('Welcome back. Your account will not be deleted.')
    expect(await test.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ deletionRequestedAt: null })
    expect(await actionsOf(test.db, id)).toEqual(['deletion_cancelled', 'sign_in'])
    expect(await startSession({ db: test.db, visit: createVisit() }, id, { remember: false })).toMatchObject({
      notice: null,
    })
  })
  it('notes who signed in, without the address', async () => {
    const { id } = await createUser(test.db)
    await startSession({ db: test.db, visit: createVisit({ address: '203.0.113.9' }) }, id, {
      remember: false,
      method: 'magic_link',
    })
    const entry = await test.db.auditEntry.findFirstOrThrow({ where: { actorId: id } })
    expect(entry).toMatchObject({
      action: 'sign_in',
      ipHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      data: { device: 'Firefox on Linux', method: 'magic_link' },
    })
    expect(JSON.stringify(entry)).not.toContain('203.0.113')
  })
})

describe('ADMIN_EMAILS', () => {
  it('makes the owner of a proven address an admin, and ends their other sessions', async () => {
    const [proven, unproven, other] = [
      await createUser(test.db),
      await createUser(test.db, { emailVerifiedAt: null }),
      await createUser(test.db),
    ]
    const elsewhere = await signedIn(test.db, proven.id)
    configureAuth({ adminEmails: [proven.email.toUpperCase(), unproven.email] })
    try {
      expect((await signedIn(test.db, proven.id)).viewer.role).toBe('admin')
      expect((await signedIn(test.db, unproven.id)).viewer.role).toBe('customer')
      expect((await signedIn(test.db, other.id)).viewer.role).toBe('customer')
    } finally {
      configureAuth({ adminEmails: [] })
    }
    expect(await readViewer({ db: test.db, visit: elsewhere.visit })).toBeNull()
    expect(
      await test.db.auditEntry.findFirst({ where: { subjectId: proven.id, action: 'role_changed' } }),
    ).toMatchObject({ data: { from: 'customer', to: 'admin', by: 'ADMIN_EMAILS' } })
  })
})
