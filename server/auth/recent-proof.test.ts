import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import { createAccount, longAgo, OTHER_PASSWORD, PASSWORD, SHOW_FIRST, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { proveAgain } from './password.service.ts'
import { isProvenRecently } from './recent-proof.ts'
import { findViewer } from './session.service.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

describe('confirming your identity again', () => {
  test('requires the password, and renews only this session', async () => {
    const user = await createAccount(database.db)
    const [here, there] = [
      await signedIn(database.db, user.id, { remember: true }),
      await signedIn(database.db, user.id),
    ]
    const old = new Date(Date.now() - 3600_000)
    await database.db.session.updateMany({ where: { userId: user.id }, data: { authenticatedAt: old } })
    await expect(
      proveAgain({ db: database.db, visit: here.visit, viewer: here.viewer }, { currentPassword: OTHER_PASSWORD }),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currentPassword',
    })
    expect(await findViewer({ db: database.db, visit: here.visit })).toMatchObject({ authenticatedAt: old })
    await proveAgain({ db: database.db, visit: here.visit, viewer: here.viewer }, { currentPassword: PASSWORD })
    const viewer = (await findViewer({ db: database.db, visit: here.visit }))!
    expect(viewer.sessionId).not.toBe(here.viewer.sessionId)
    expect(viewer.isRemembered).toBe(true)
    expect(isProvenRecently(viewer)).toBe(true)
    expect(await findViewer({ db: database.db, visit: there.visit })).toMatchObject({ authenticatedAt: old })
  })
  test('requires a new sign-in if the account has no password', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createUser(database.db)).id)
    await expect(
      proveAgain({ db: database.db, visit, viewer: longAgo(viewer) }, { currentPassword: '' }),
    ).rejects.toMatchObject(SHOW_FIRST)
  })
  test('expires after ten minutes', () => {
    const authenticatedAt = new Date('2026-11-22T12:00:00Z')
    expect(isProvenRecently({ authenticatedAt }, new Date('2026-11-22T12:09:59Z'))).toBe(true)
    expect(isProvenRecently({ authenticatedAt }, new Date('2026-11-22T12:10:00Z'))).toBe(false)
  })
})
