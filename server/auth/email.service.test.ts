import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import {
  askMagic,
  askReset,
  createAccount,
  DEAD_LINK,
  expireTokens,
  kindsTo,
  lastMail,
  longAgo,
  newPassword,
  OTHER_PASSWORD,
  PASSWORD,
  SHOW_FIRST,
  signedIn,
  tokenIn,
} from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { changeEmailInput } from './auth.schema.ts'
import {
  confirmEmailChange,
  checkEmailLink,
  requestEmailChange,
  requestEmailVerification,
  verifyEmail,
} from './email.service.ts'
import { knownDevice } from './known-device.ts'
import { redeemMagicLink } from './magic-link.service.ts'
import { resetPassword } from './password.service.ts'
import { findViewer } from './session.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

describe('verifying the address', () => {
  test('works once, and sends the welcome email', async () => {
    const user = await createAccount(database.db, { emailVerifiedAt: null })
    const { visit, viewer } = await signedIn(database.db, user.id)
    await requestEmailVerification({ db: database.db, visit, viewer })
    const token = tokenIn(await lastMail(database.db, user.email, 'verify_email'))
    for (let look = 0; look < 2; look++)
      expect(await checkEmailLink({ db: database.db, viewer }, { token, purpose: 'verify_email' })).toEqual({
        email: user.email,
        isDone: false,
      })
    expect(await verifyEmail({ db: database.db, visit, viewer }, { token })).toEqual({ email: user.email })
    const proven = (await findViewer({ db: database.db, visit }))!
    expect(proven).toMatchObject({ isEmailVerified: true })
    expect(await checkEmailLink({ db: database.db, viewer: proven }, { token, purpose: 'verify_email' })).toEqual({
      email: user.email,
      isDone: true,
    })
    expect(await kindsTo(database.db, user.email)).toEqual(['verify_email', 'welcome'])
    await expect(verifyEmail({ db: database.db, visit, viewer }, { token })).rejects.toMatchObject(DEAD_LINK)
  })
  test('fails for another account without using up the link', async () => {
    const [ada, grace] = [await createAccount(database.db, { emailVerifiedAt: null }), await createAccount(database.db)]
    const [own, foreign] = [await signedIn(database.db, ada.id), await signedIn(database.db, grace.id)]
    await requestEmailVerification({ db: database.db, visit: own.visit, viewer: own.viewer })
    const token = tokenIn(await lastMail(database.db, ada.email))
    await expect(
      verifyEmail({ db: database.db, visit: foreign.visit, viewer: foreign.viewer }, { token }),
    ).rejects.toMatchObject(DEAD_LINK)
    await expect(
      checkEmailLink(
        { db: database.db, viewer: { ...foreign.viewer, isEmailVerified: false } },
        { token, purpose: 'verify_email' },
      ),
    ).rejects.toMatchObject(DEAD_LINK)
    await verifyEmail({ db: database.db, visit: own.visit, viewer: own.viewer }, { token })
  })
  test('reports an expired, replaced or altered link before it is used', async () => {
    const user = await createAccount(database.db, { emailVerifiedAt: null })
    const { visit, viewer } = await signedIn(database.db, user.id)
    const look = (token: string, purpose: 'verify_email' | 'change_email' = 'verify_email') =>
      checkEmailLink({ db: database.db, viewer }, { token, purpose })
    await requestEmailVerification({ db: database.db, visit, viewer })
    const older = tokenIn(await lastMail(database.db, user.email))
    await requestEmailVerification({ db: database.db, visit, viewer })
    const token = tokenIn(await lastMail(database.db, user.email))
    for (const dead of ['', 'altered', older]) await expect(look(dead)).rejects.toMatchObject(DEAD_LINK)
    await expect(look(token, 'change_email')).rejects.toMatchObject(DEAD_LINK)
    expect(await look(token)).toMatchObject({ isDone: false })
    await expireTokens(database.db, user.id)
    await expect(look(token)).rejects.toMatchObject(DEAD_LINK)
  })
  test('does not verify an address that has changed in the meantime', async () => {
    const user = await createAccount(database.db, { emailVerifiedAt: null })
    const { visit, viewer } = await signedIn(database.db, user.id)
    await requestEmailVerification({ db: database.db, visit, viewer })
    const token = tokenIn(await lastMail(database.db, user.email))
    await database.db.user.update({ where: { id: user.id }, data: { email: 'moved@example.test' } })
    await expect(verifyEmail({ db: database.db, visit, viewer }, { token })).rejects.toMatchObject(DEAD_LINK)
  })
  test('is refused for a verified address', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createUser(database.db)).id)
    await requestEmailVerification({ db: database.db, visit, viewer })
    expect(await kindsTo(database.db, viewer.email)).toEqual([])
  })
})

describe('a change of address', () => {
  const ask = (visit: Visit, viewer: Viewer, given: object) =>
    requestEmailChange(
      { db: database.db, visit, viewer },
      changeEmailInput.parse({ currentPassword: PASSWORD, ...given }),
    )

  test('takes effect once verified, notifies both addresses, and invalidates earlier emails', async () => {
    const user = await createAccount(database.db)
    const { visit, viewer } = await signedIn(database.db, user.id)
    const reset = await askReset(database.db, user.email)
    await ask(visit, viewer, { email: 'ada.new@example.test' })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ email: user.email })
    const token = tokenIn(await lastMail(database.db, 'ada.new@example.test', 'change_email'))
    expect(await confirmEmailChange({ db: database.db, visit, viewer }, { token })).toEqual({
      email: 'ada.new@example.test',
    })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({
      email: 'ada.new@example.test',
      isEmailVerified: true,
    })
    expect(await kindsTo(database.db, user.email)).toEqual(['reset_password', 'email_change_notice', 'email_changed'])
    await expect(resetPassword({ db: database.db, visit: createVisit() }, newPassword(reset))).rejects.toMatchObject(
      DEAD_LINK,
    )
    const moved = (await findViewer({ db: database.db, visit }))!
    await expect(confirmEmailChange({ db: database.db, visit, viewer: moved }, { token })).rejects.toMatchObject(
      DEAD_LINK,
    )
    expect(await checkEmailLink({ db: database.db, viewer: moved }, { token, purpose: 'change_email' })).toEqual({
      email: 'ada.new@example.test',
      isDone: true,
    })
    await expect(
      checkEmailLink(
        { db: database.db, viewer: { ...moved, email: 'another@example.test' } },
        { token, purpose: 'change_email' },
      ),
    ).rejects.toMatchObject(DEAD_LINK)
  })
  test('ends all other sessions, renews this one, and remembers this browser', async () => {
    const user = await createAccount(database.db)
    const [here, there] = [
      await signedIn(database.db, user.id, { remember: true }),
      await signedIn(database.db, user.id),
    ]
    const before = here.visit.cookies.get('wtf_session')
    await ask(here.visit, here.viewer, { email: 'ada.moved@example.test' })
    const token = tokenIn(await lastMail(database.db, 'ada.moved@example.test', 'change_email'))
    await confirmEmailChange({ db: database.db, visit: here.visit, viewer: here.viewer }, { token })
    expect(await findViewer({ db: database.db, visit: there.visit })).toBeNull()
    expect(here.visit.cookies.get('wtf_session')).not.toBe(before)
    expect(await findViewer({ db: database.db, visit: here.visit })).toMatchObject({
      email: 'ada.moved@example.test',
      isRemembered: true,
      authenticatedAt: here.viewer.authenticatedAt,
    })
    expect(await knownDevice({ db: database.db, visit: here.visit }, 'ada.moved@example.test')).not.toBeNull()
  })
  test('requires a recent sign-in if the account has no password', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createUser(database.db)).id)
    await expect(
      ask(visit, longAgo(viewer), { email: 'c@example.test', currentPassword: undefined }),
    ).rejects.toMatchObject(SHOW_FIRST)
    await ask(visit, viewer, { email: 'c@example.test', currentPassword: undefined })
  })
  test('requires the password and a different address', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createAccount(database.db)).id)
    await expect(ask(visit, viewer, { email: 'b@example.test', currentPassword: undefined })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currentPassword',
    })
    await expect(
      ask(visit, viewer, { email: 'b@example.test', currentPassword: OTHER_PASSWORD }),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currentPassword',
    })
    await expect(ask(visit, viewer, { email: viewer.email })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'email',
    })
  })
  test('does not reveal who has an account', async () => {
    const known = await createAccount(database.db)
    const { visit, viewer } = await signedIn(database.db, (await createAccount(database.db)).id)
    expect(await ask(visit, viewer, { email: known.email })).toEqual(
      await ask(visit, viewer, { email: 'free@example.test' }),
    )
    expect(await kindsTo(database.db, known.email)).toEqual(['account_exists'])
    expect((await lastMail(database.db, known.email)).text).not.toContain('token=')
    expect(await kindsTo(database.db, viewer.email)).toEqual(['email_change_notice', 'email_change_notice'])
  })
  test('is refused if another account takes the address first', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createAccount(database.db)).id)
    await ask(visit, viewer, { email: 'soon@example.test' })
    const token = tokenIn(await lastMail(database.db, 'soon@example.test', 'change_email'))
    await createUser(database.db, { email: 'soon@example.test' })
    await expect(confirmEmailChange({ db: database.db, visit, viewer }, { token })).rejects.toMatchObject({
      code: 'conflict',
      field: 'email',
    })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ email: viewer.email })
  })
  test('stays pending after a sign-in with an emailed link', async () => {
    const user = await createAccount(database.db)
    const { visit, viewer } = await signedIn(database.db, user.id)
    await ask(visit, viewer, { email: 'patient@example.test' })
    const token = tokenIn(await lastMail(database.db, 'patient@example.test'))
    const magic = await askMagic(database.db, user.email)
    await redeemMagicLink({ db: database.db, visit: magic.visit }, { token: magic.token })
    await confirmEmailChange({ db: database.db, visit, viewer }, { token })
  })
  test('does not work for another account', async () => {
    const [own, foreign] = [
      await signedIn(database.db, (await createAccount(database.db)).id),
      await signedIn(database.db, (await createAccount(database.db)).id),
    ]
    await ask(own.visit, own.viewer, { email: 'mine@example.test' })
    const token = tokenIn(await lastMail(database.db, 'mine@example.test'))
    await expect(
      confirmEmailChange({ db: database.db, visit: foreign.visit, viewer: foreign.viewer }, { token }),
    ).rejects.toMatchObject(DEAD_LINK)
    await confirmEmailChange({ db: database.db, visit: own.visit, viewer: own.viewer }, { token })
  })
})
