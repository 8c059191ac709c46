import { afterAll, beforeEach, describe, expect, it } from 'vitest'
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
import { readViewer } from './session.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

describe('a new password by mail', () => {
  it('works once, ends every session, and tells the owner', async () => {
    const user = await createAccount(test.db)
    const { visit } = await signedIn(test.db, user.id)
    const token = await askReset(test.db, user.email)
    expect(await resetPassword({ db: test.db, visit: createVisit() }, newPassword(token))).toEqual({
      redirectTo: '/login',
      others: null,
    })
    expect(await readViewer({ db: test.db, visit })).toBeNull()
    await trySignIn(test.db, user.email, OTHER_PASSWORD)
    await expect(trySignIn(test.db, user.email, PASSWORD)).rejects.toMatchObject({
      message: 'Invalid email or password',
    })
    await expect(
      resetPassword({ db: test.db, visit: createVisit() }, newPassword(token, 'Third-Horse-9')),
    ).rejects.toMatchObject(DEAD_LINK)
    expect(await kindsTo(test.db, user.email)).toEqual(['reset_password', 'password_changed'])
  })
  it('stores only hashes', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(test.db, user.email)
    const [stored] = await test.db.oneTimeToken.findMany({ where: { userId: user.id } })
    expect(token).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(token)
    await expect(
      resetPassword({ db: test.db, visit: createVisit() }, newPassword(stored!.tokenHash)),
    ).rejects.toMatchObject(DEAD_LINK)
  })
  it('refuses links that are altered, expired or for another purpose', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(test.db, user.email)
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    for (const bad of [
      altered,
      token.slice(1),
      '',
      'x',
      token.toLowerCase() === token ? 'x' : token.toLowerCase(),
      "' OR 1=1 --",
    ]) {
      await expect(resetPassword({ db: test.db, visit: createVisit() }, newPassword(bad))).rejects.toMatchObject(
        DEAD_LINK,
      )
    }
    const magic = await askMagic(test.db, user.email)
    await expect(resetPassword({ db: test.db, visit: createVisit() }, newPassword(magic.token))).rejects.toMatchObject(
      DEAD_LINK,
    )
    await expect(redeemMagicLink({ db: test.db, visit: magic.visit }, { token })).rejects.toMatchObject(DEAD_LINK)
    await expireTokens(test.db, user.id)
    await expect(resetPassword({ db: test.db, visit: createVisit() }, newPassword(token))).rejects.toMatchObject(
      DEAD_LINK,
    )
    await trySignIn(test.db, user.email, PASSWORD)
  })
  it('stays valid if a stranger asks for another one; using one ends them all', async () => {
    const user = await createAccount(test.db)
    const [owners, strangers] = [await askReset(test.db, user.email), await askReset(test.db, user.email)]
    await resetPassword({ db: test.db, visit: createVisit() }, newPassword(owners))
    await expect(resetPassword({ db: test.db, visit: createVisit() }, newPassword(strangers))).rejects.toMatchObject(
      DEAD_LINK,
    )
  })
  it('succeeds once out of 64 simultaneous tries', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(test.db, user.email)
    const passwords = Array.from({ length: 64 }, (_, number) => `Parallel-Horse-${number}`)
    const answers = await Promise.allSettled(
      passwords.map((password) => resetPassword({ db: test.db, visit: createVisit() }, newPassword(token, password))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(DEAD_LINK)
    await trySignIn(test.db, user.email, passwords[answers.findIndex(({ status }) => status === 'fulfilled')]!)
  })
  it('keeps the link if the password is refused', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(test.db, user.email)
    await expect(
      resetPassword({ db: test.db, visit: createVisit() }, newPassword(token, 'Password1')),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'password',
    })
    await resetPassword({ db: test.db, visit: createVisit() }, newPassword(token))
  })
  it('does not reveal who has an account', async () => {
    const user = await createAccount(test.db)
    const visit = createVisit()
    expect(await requestPasswordReset({ db: test.db, visit }, { email: user.email })).toEqual(
      await requestPasswordReset({ db: test.db, visit }, { email: 'nobody@example.test' }),
    )
    expect(visit.headers).toEqual([])
    expect(await kindsTo(test.db, 'nobody@example.test')).toEqual(['no_account'])
    expect((await lastMail(test.db, 'nobody@example.test')).text).not.toContain('token=')
  })
  it('gives an unproven account to the owner of the mailbox, without what a stranger left in it', async () => {
    const user = await createAccount(test.db, { emailVerifiedAt: null })
    await test.db.oAuthAccount.create({ data: { provider: 'google', subject: 'stranger', userId: user.id } })
    await resetPassword({ db: test.db, visit: createVisit() }, newPassword(await askReset(test.db, user.email)))
    expect(await test.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect((await test.db.user.findUniqueOrThrow({ where: { id: user.id } })).emailVerifiedAt).not.toBeNull()
  })
})

describe('the other ways into the account after a new password', () => {
  async function resetWithProviders() {
    const user = await createAccount(test.db)
    for (const provider of ['google', 'apple'])
      await test.db.oAuthAccount.create({
        data: { provider, subject: `${provider} of ${user.id}`, userId: user.id, email: `${provider}@example.test` },
      })
    const { others } = await resetPassword(
      { db: test.db, visit: createVisit() },
      newPassword(await askReset(test.db, user.email)),
    )
    return { user, others: others! }
  }
  it('are listed, and only the owner can remove them, with the sessions that they may have opened', async () => {
    const { user, others } = await resetWithProviders()
    expect(others).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      providers: [
        { provider: 'google', email: 'google@example.test' },
        { provider: 'apple', email: 'apple@example.test' },
      ],
    })
    const thief = await signedIn(test.db, user.id)
    expect(
      await removeAfterReset({ db: test.db, visit: createVisit() }, { token: others.token, provider: 'google' }),
    ).toEqual({
      token: others.token,
      providers: [{ provider: 'apple', email: 'apple@example.test' }],
    })
    expect(await readViewer({ db: test.db, visit: thief.visit })).toBeNull()
    expect(
      await removeAfterReset({ db: test.db, visit: createVisit() }, { token: others.token, provider: 'apple' }),
    ).toMatchObject({
      providers: [],
    })
    expect(await test.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect(await test.db.auditEntry.count({ where: { subjectId: user.id, action: 'provider_unlinked' } })).toBe(2)
  })
  it('cannot be changed with another kind of link, or later', async () => {
    const { user, others } = await resetWithProviders()
    const reset = await askReset(test.db, user.email)
    for (const token of ['', 'x', reset, (await askMagic(test.db, user.email)).token])
      await expect(
        removeAfterReset({ db: test.db, visit: createVisit() }, { token, provider: 'google' }),
      ).rejects.toMatchObject({
        code: 'bad_input',
        field: 'token',
      })
    await expect(resetPassword({ db: test.db, visit: createVisit() }, newPassword(others.token))).rejects.toMatchObject(
      DEAD_LINK,
    )
    await expireTokens(test.db, user.id)
    await expect(
      removeAfterReset({ db: test.db, visit: createVisit() }, { token: others.token, provider: 'google' }),
    ).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
    expect(await test.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(2)
  })
})

describe('changing the password', () => {
  const change = (visit: Visit, viewer: Viewer, given: object) =>
    changePassword(
      { db: test.db, visit, viewer },
      changePasswordInput.parse({
        currentPassword: PASSWORD,
        password: OTHER_PASSWORD,
        confirmPassword: OTHER_PASSWORD,
        ...given,
      }),
    )

  it('ends all other sessions and mailed links, and renews this session', async () => {
    const user = await createAccount(test.db)
    const [here, there] = [await signedIn(test.db, user.id), await signedIn(test.db, user.id)]
    const before = here.visit.cookies.get('wtf_session')
    const reset = await askReset(test.db, user.email)
    await change(here.visit, here.viewer, {})
    expect(here.visit.cookies.get('wtf_session')).not.toBe(before)
    expect(await readViewer({ db: test.db, visit: here.visit })).toMatchObject({ userId: user.id })
    expect(await readViewer({ db: test.db, visit: there.visit })).toBeNull()
    await expect(resetPassword({ db: test.db, visit: createVisit() }, newPassword(reset))).rejects.toMatchObject(
      DEAD_LINK,
    )
    await trySignIn(test.db, user.email, OTHER_PASSWORD)
    expect(await kindsTo(test.db, user.email)).toEqual(['reset_password', 'password_changed'])
  })
  it('needs the present password, and a good new one', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createAccount(test.db)).id)
    await expect(change(visit, viewer, { currentPassword: OTHER_PASSWORD })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currentPassword',
      message: 'The current password is not right',
    })
    await expect(change(visit, viewer, { currentPassword: undefined })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currentPassword',
    })
    await expect(change(visit, viewer, { password: 'Password1', confirmPassword: 'Password1' })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'password',
    })
    await trySignIn(test.db, viewer.email, PASSWORD)
  })
  it('sets the first password after a recent sign-in, and tells the owner', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    await expect(change(visit, longAgo(viewer), { currentPassword: undefined })).rejects.toMatchObject(SHOW_FIRST)
    expect(await test.db.password.count({ where: { userId: viewer.userId } })).toBe(0)
    await change(visit, viewer, { currentPassword: undefined })
    await trySignIn(test.db, viewer.email, OTHER_PASSWORD)
    expect(await kindsTo(test.db, viewer.email)).toEqual(['password_added'])
  })
})
