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
  trySignIn,
} from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { changePasswordInput } from './auth.schema.ts'
import { redeemMagicLink } from './magic-link.service.ts'
import { changePassword, removeAfterReset, requestPasswordReset, resetPassword } from './password.service.ts'
import { createToken } from './personal-tokens/personal-tokens.service.ts'
import { findViewer } from './session.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

describe('a password reset by email', () => {
  test('works once, ends every session, and notifies the owner', async () => {
    const user = await createAccount(database.db)
    const { visit } = await signedIn(database.db, user.id)
    const token = await askReset(database.db, user.email)
    expect(await resetPassword({ db: database.db, visit: createVisit() }, newPassword(token))).toEqual({
      redirectTo: '/login',
      others: null,
    })
    expect(await findViewer({ db: database.db, visit })).toBeNull()
    await trySignIn(database.db, user.email, OTHER_PASSWORD)
    await expect(trySignIn(database.db, user.email, PASSWORD)).rejects.toMatchObject({
      message: 'Invalid email or password',
    })
    await expect(
      resetPassword({ db: database.db, visit: createVisit() }, newPassword(token, 'Third-Horse-9')),
    ).rejects.toMatchObject(DEAD_LINK)
    expect(await kindsTo(database.db, user.email)).toEqual(['reset_password', 'password_changed'])
  })
  test('stores only hashes', async () => {
    const user = await createAccount(database.db)
    const token = await askReset(database.db, user.email)
    const [stored] = await database.db.oneTimeToken.findMany({ where: { userId: user.id } })
    expect(token).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(token)
    await expect(
      resetPassword({ db: database.db, visit: createVisit() }, newPassword(stored!.tokenHash)),
    ).rejects.toMatchObject(DEAD_LINK)
  })
  test('refuses links that are altered, expired or issued for another purpose', async () => {
    const user = await createAccount(database.db)
    const token = await askReset(database.db, user.email)
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    for (const bad of [
      altered,
      token.slice(1),
      '',
      'x',
      token.toLowerCase() === token ? 'x' : token.toLowerCase(),
      "' OR 1=1 --",
    ]) {
      await expect(resetPassword({ db: database.db, visit: createVisit() }, newPassword(bad))).rejects.toMatchObject(
        DEAD_LINK,
      )
    }
    const magic = await askMagic(database.db, user.email)
    await expect(
      resetPassword({ db: database.db, visit: createVisit() }, newPassword(magic.token)),
    ).rejects.toMatchObject(DEAD_LINK)
    await expect(redeemMagicLink({ db: database.db, visit: magic.visit }, { token })).rejects.toMatchObject(DEAD_LINK)
    await expireTokens(database.db, user.id)
    await expect(resetPassword({ db: database.db, visit: createVisit() }, newPassword(token))).rejects.toMatchObject(
      DEAD_LINK,
    )
    await trySignIn(database.db, user.email, PASSWORD)
  })
  test('remains valid if someone else requests another one, and using one invalidates all', async () => {
    const user = await createAccount(database.db)
    const [owners, strangers] = [await askReset(database.db, user.email), await askReset(database.db, user.email)]
    await resetPassword({ db: database.db, visit: createVisit() }, newPassword(owners))
    await expect(
      resetPassword({ db: database.db, visit: createVisit() }, newPassword(strangers)),
    ).rejects.toMatchObject(DEAD_LINK)
  })
  test('succeeds for only one of 64 simultaneous requests', async () => {
    const user = await createAccount(database.db)
    const token = await askReset(database.db, user.email)
    const passwords = Array.from({ length: 64 }, (_, number) => `Parallel-Horse-${number}`)
    const answers = await Promise.allSettled(
      passwords.map((password) =>
        resetPassword({ db: database.db, visit: createVisit() }, newPassword(token, password)),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(DEAD_LINK)
    await trySignIn(database.db, user.email, passwords[answers.findIndex(({ status }) => status === 'fulfilled')]!)
  })
  test('keeps the link valid if the new password is rejected', async () => {
    const user = await createAccount(database.db)
    const token = await askReset(database.db, user.email)
    await expect(
      resetPassword({ db: database.db, visit: createVisit() }, newPassword(token, 'Password1')),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'password',
    })
    await resetPassword({ db: database.db, visit: createVisit() }, newPassword(token))
  })
  test('does not reveal who has an account', async () => {
    const user = await createAccount(database.db)
    const visit = createVisit()
    expect(await requestPasswordReset({ db: database.db, visit }, { email: user.email })).toEqual(
      await requestPasswordReset({ db: database.db, visit }, { email: 'nobody@example.test' }),
    )
    expect(visit.headers).toEqual([])
    expect(await kindsTo(database.db, 'nobody@example.test')).toEqual(['no_account'])
    expect((await lastMail(database.db, 'nobody@example.test')).text).not.toContain('token=')
  })
  test("gives an unverified account to the owner of the mailbox, and removes a stranger's sign-in methods", async () => {
    const user = await createAccount(database.db, { emailVerifiedAt: null })
    await database.db.oAuthAccount.create({ data: { provider: 'google', subject: 'stranger', userId: user.id } })
    await resetPassword({ db: database.db, visit: createVisit() }, newPassword(await askReset(database.db, user.email)))
    expect(await database.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect((await database.db.user.findUniqueOrThrow({ where: { id: user.id } })).emailVerifiedAt).not.toBeNull()
  })
})

describe('the other sign-in methods after a password reset', () => {
  async function resetWithProviders() {
    const user = await createAccount(database.db)
    for (const provider of ['google', 'apple'])
      await database.db.oAuthAccount.create({
        data: { provider, subject: `${provider} of ${user.id}`, userId: user.id, email: `${provider}@example.test` },
      })
    const { others } = await resetPassword(
      { db: database.db, visit: createVisit() },
      newPassword(await askReset(database.db, user.email)),
    )
    return { user, others: others! }
  }
  test('are listed, and only the owner can remove them together with their sessions', async () => {
    const { user, others } = await resetWithProviders()
    expect(others).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      providers: [
        { provider: 'google', email: 'google@example.test' },
        { provider: 'apple', email: 'apple@example.test' },
      ],
    })
    const thief = await signedIn(database.db, user.id)
    expect(
      await removeAfterReset({ db: database.db, visit: createVisit() }, { token: others.token, provider: 'google' }),
    ).toEqual({
      token: others.token,
      providers: [{ provider: 'apple', email: 'apple@example.test' }],
    })
    expect(await findViewer({ db: database.db, visit: thief.visit })).toBeNull()
    expect(
      await removeAfterReset({ db: database.db, visit: createVisit() }, { token: others.token, provider: 'apple' }),
    ).toMatchObject({
      providers: [],
    })
    expect(await database.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect(await database.db.auditEntry.count({ where: { subjectId: user.id, action: 'provider_unlinked' } })).toBe(2)
  })
  test('are removed together with the personal tokens of the account', async () => {
    const { user, others } = await resetWithProviders()
    const { viewer, visit } = await signedIn(database.db, user.id)
    await createToken({ db: database.db, viewer, visit }, { name: 'Thief', scopes: ['wishlist:read'], days: 365 })
    for (const provider of ['google', 'apple'] as const)
      await removeAfterReset({ db: database.db, visit: createVisit() }, { token: others.token, provider })
    expect(await database.db.personalToken.count({ where: { userId: user.id } })).toBe(0)
  })
  test('cannot be removed with any other kind of link or an expired one', async () => {
    const { user, others } = await resetWithProviders()
    const reset = await askReset(database.db, user.email)
    for (const token of ['', 'x', reset, (await askMagic(database.db, user.email)).token])
      await expect(
        removeAfterReset({ db: database.db, visit: createVisit() }, { token, provider: 'google' }),
      ).rejects.toMatchObject({
        code: 'bad_input',
        field: 'token',
      })
    await expect(
      resetPassword({ db: database.db, visit: createVisit() }, newPassword(others.token)),
    ).rejects.toMatchObject(DEAD_LINK)
    await expireTokens(database.db, user.id)
    await expect(
      removeAfterReset({ db: database.db, visit: createVisit() }, { token: others.token, provider: 'google' }),
    ).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
    expect(await database.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(2)
  })
})

describe('changing the password', () => {
  const change = (visit: Visit, viewer: Viewer, given: object) =>
    changePassword(
      { db: database.db, visit, viewer },
      changePasswordInput.parse({
        currentPassword: PASSWORD,
        password: OTHER_PASSWORD,
        confirmPassword: OTHER_PASSWORD,
        ...given,
      }),
    )

  test('ends all other sessions, invalidates emailed links, and renews this session', async () => {
    const user = await createAccount(database.db)
    const [here, there] = [await signedIn(database.db, user.id), await signedIn(database.db, user.id)]
    const before = here.visit.cookies.get('wtf_session')
    const reset = await askReset(database.db, user.email)
    await change(here.visit, here.viewer, {})
    expect(here.visit.cookies.get('wtf_session')).not.toBe(before)
    expect(await findViewer({ db: database.db, visit: here.visit })).toMatchObject({ userId: user.id })
    expect(await findViewer({ db: database.db, visit: there.visit })).toBeNull()
    await expect(resetPassword({ db: database.db, visit: createVisit() }, newPassword(reset))).rejects.toMatchObject(
      DEAD_LINK,
    )
    await trySignIn(database.db, user.email, OTHER_PASSWORD)
    expect(await kindsTo(database.db, user.email)).toEqual(['reset_password', 'password_changed'])
  })
  test('requires the current password and a strong new one', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createAccount(database.db)).id)
    await expect(change(visit, viewer, { currentPassword: OTHER_PASSWORD })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currentPassword',
      message: 'The current password is incorrect',
    })
    await expect(change(visit, viewer, { currentPassword: undefined })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currentPassword',
    })
    await expect(change(visit, viewer, { password: 'Password1', confirmPassword: 'Password1' })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'password',
    })
    await trySignIn(database.db, viewer.email, PASSWORD)
  })
  test('sets the first password after a recent sign-in, and notifies the owner', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createUser(database.db)).id)
    await expect(change(visit, longAgo(viewer), { currentPassword: undefined })).rejects.toMatchObject(SHOW_FIRST)
    expect(await database.db.password.count({ where: { userId: viewer.userId } })).toBe(0)
    await change(visit, viewer, { currentPassword: undefined })
    await trySignIn(database.db, viewer.email, OTHER_PASSWORD)
    expect(await kindsTo(database.db, viewer.email)).toEqual(['password_added'])
  })
})
