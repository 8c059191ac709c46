import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount, lastMail, PASSWORD, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { codeAt, setUpSecondFactor } from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'
import { countAttempt } from './attempt-limits.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { requestEmailChange } from './email.service.ts'
import { changePassword, proveAgain, requestPasswordReset, resetPassword } from './password.service.ts'
import { verifyPassword } from './hash-password.ts'
import { finishSignIn } from './second-factor/finish-sign-in.service.ts'
import { startSecondFactor } from './second-factor/second-factor.service.ts'
import { findViewer, revokeSession, signOutEverywhere } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { finishSignUp } from './finish-sign-up.service.ts'
import { signUpCustomer } from './sign-up.service.ts'
import { startSession } from './start-session.ts'
import type { Viewer } from '#server/platform/viewer.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
const NEW = 'Another-Horse-8'
const THIEFS = 'Thiefs-Horse-9'
let hosts = 0
const elsewhere = () => createVisit({ address: `198.51.${++hosts % 250}.7` })

async function reset(email: string): Promise<void> {
  await requestPasswordReset({ db: database.db, visit: elsewhere() }, { email })
  await resetPassword(
    { db: database.db, visit: elsewhere() },
    {
      token: tokenIn(await lastMail(database.db, email, 'reset_password')),
      password: NEW,
      confirmPassword: NEW,
    },
  )
}

describe('a sign-in during a password reset', () => {
  test('gets no session when the password has changed in the meantime', async () => {
    const { id, email } = await createAccount(database.db)
    const { hash } = await database.db.password.findUniqueOrThrow({ where: { userId: id } })
    await reset(email)
    await expect(
      startSession({ db: database.db, visit: elsewhere() }, id, {
        remember: true,
        method: 'password',
        passwordHash: hash,
      }),
    ).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await database.db.session.count({ where: { userId: id } })).toBe(0)
  })
  test('leaves no session with the old password, whichever finishes first', async () => {
    const { id, email } = await createAccount(database.db)
    await requestPasswordReset({ db: database.db, visit: elsewhere() }, { email })
    const token = tokenIn(await lastMail(database.db, email, 'reset_password'))
    const signingIn = Array.from({ length: 6 }, () =>
      signIn(
        { db: database.db, visit: elsewhere() },
        { email, password: PASSWORD, remember: true, redirectTo: '/' },
      ).catch(() => null),
    )
    await Promise.all([
      resetPassword({ db: database.db, visit: elsewhere() }, { token, password: NEW, confirmPassword: NEW }),
      ...signingIn,
    ])
    expect(await database.db.session.count({ where: { userId: id } })).toBe(0)
  })
  test('does not restore a session that was ended', async () => {
    const { id } = await createAccount(database.db)
    const [owner, thief] = [await signedIn(database.db, id), await signedIn(database.db, id)]
    await revokeSession({ db: database.db, visit: owner.visit, viewer: owner.viewer }, thief.viewer.sessionId)
    await expect(
      proveAgain({ db: database.db, visit: thief.visit, viewer: thief.viewer }, { currentPassword: PASSWORD }),
    ).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(await findViewer({ db: database.db, visit: thief.visit })).toBeNull()
  })
})

describe('a change during a password reset', () => {
  const changes: Array<[string, (visit: TestVisit, viewer: Viewer) => Promise<unknown>]> = [
    [
      'of the password',
      (visit, viewer) =>
        changePassword(
          { db: database.db, visit, viewer },
          {
            currentPassword: PASSWORD,
            password: THIEFS,
            confirmPassword: THIEFS,
          },
        ),
    ],
    [
      'of the address',
      (visit, viewer) =>
        requestEmailChange(
          { db: database.db, visit, viewer },
          { email: 'thief@example.test', currentPassword: PASSWORD },
        ),
    ],
    ['of the second factor', (visit, viewer) => startSecondFactor({ db: database.db, visit, viewer }, {})],
  ]
  test.each(changes)('%s fails once the password is reset', async (_, change) => {
    let resets = 0
    for (let time = 0; time < 10 && resets < 3; time++) {
      const { id, email } = await createAccount(database.db, { role: 'admin' })
      const thief = await signedIn(database.db, id)
      await requestPasswordReset({ db: database.db, visit: elsewhere() }, { email })
      const token = tokenIn(await lastMail(database.db, email, 'reset_password'))
      const resetting = resetPassword(
        { db: database.db, visit: elsewhere() },
        { token, password: NEW, confirmPassword: NEW },
      ).then(
        () => true,
        () => false,
      )
      await change(thief.visit, thief.viewer).catch(() => null)
      // The change finished first and invalidated the reset link, so the owner requests another one.
      if (!(await resetting)) continue
      resets++
      expect(await findViewer({ db: database.db, visit: thief.visit })).toBeNull()
      await expect(change(thief.visit, thief.viewer)).rejects.toMatchObject({
        code: expect.stringMatching(/unauthorized|bad_input/),
      })
      const { hash } = await database.db.password.findUniqueOrThrow({ where: { userId: id } })
      expect(await verifyPassword(hash, THIEFS)).toBe(false)
    }
    expect(resets).toBeGreaterThan(0)
  })
  test.each(changes)('%s is refused once the session has ended', async (_, change) => {
    const { id } = await createAccount(database.db, { role: 'admin' })
    const thief = await signedIn(database.db, id)
    await database.db.session.deleteMany({ where: { userId: id } })
    await expect(change(thief.visit, thief.viewer)).rejects.toMatchObject({ code: 'unauthorized' })
    expect([
      await database.db.secondFactor.count({ where: { userId: id } }),
      await database.db.oneTimeToken.count({ where: { userId: id, purpose: 'change_email' } }),
    ]).toEqual([0, 0])
  })
  test('gets no session from a pending second-factor sign-in', async () => {
    const { id, email } = await createAccount(database.db, { role: 'admin' })
    const { secret } = await setUpSecondFactor(database.db, id, new Date())
    const thief = elsewhere()
    await signIn({ db: database.db, visit: thief }, { email, password: PASSWORD, remember: false, redirectTo: '/' })
    await reset(email)
    await expect(
      finishSignIn({ db: database.db, visit: thief }, { code: codeAt(secret, new Date()) }),
    ).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(await database.db.session.count({ where: { userId: id } })).toBe(0)
  })
})

test('emails the owner after every fifth wrong code across sign-ins, but not about their own typos', async () => {
  const { id, email } = await createAccount(database.db, { role: 'admin' })
  const start = Date.now()
  const { secret } = await setUpSecondFactor(database.db, id, new Date(start - 60_000))
  const countMails = () => database.db.mail.count({ where: { toAddress: email, kind: 'second_factor_guessed' } })
  const begin = async () => {
    const visit = elsewhere()
    await signIn({ db: database.db, visit }, { email, password: PASSWORD, remember: false, redirectTo: '/' })
    return visit
  }
  const mistype = async (visit: TestVisit, times: number) => {
    for (let time = 0; time < times; time++)
      await expect(finishSignIn({ db: database.db, visit }, { code: '000000' })).rejects.toThrow()
  }
  const owner = await begin()
  await mistype(owner, 4)
  await finishSignIn({ db: database.db, visit: owner }, { code: codeAt(secret, new Date()) })
  await mistype(await begin(), 4)
  expect(await countMails()).toBe(0)
  await mistype(await begin(), 1)
  expect(await countMails()).toBe(1)
  await mistype(await begin(), 4)
  expect(await countMails()).toBe(1)
  await mistype(await begin(), 1)
  expect(await countMails()).toBe(2)
})

test('keeps the 50 most recently used sessions of an account', async () => {
  const { id } = await createAccount(database.db)
  const first = await signedIn(database.db, id)
  await database.db.session.updateMany({
    where: { userId: id },
    data: { lastSeenAt: new Date(Date.now() - 3_600_000) },
  })
  for (let time = 0; time < 50; time++) await signedIn(database.db, id)
  expect([
    await database.db.session.count({ where: { userId: id } }),
    await findViewer({ db: database.db, visit: first.visit }),
  ]).toEqual([50, null])
})

test('does not count attempts of a blocked address against its network', async () => {
  for (let time = 0; time < 400; time++)
    await countAttempt('signIn', createVisit({ address: '203.0.113.9' }), `nobody ${time}`).catch(() => undefined)
  await expect(countAttempt('signIn', createVisit({ address: '203.0.113.10' }), 'somebody')).resolves.toBeUndefined()
})

describe('the email sent when someone signs up with a registered address', () => {
  test.each(['a password reset', 'a change of password', 'signing out everywhere'])(
    'has an invalid link and code after %s',
    async (what) => {
      const { id, email } = await createAccount(database.db)
      const thief = elsewhere()
      await signUpCustomer({ db: database.db, visit: thief }, {
        fullName: 'X Y',
        email,
        phone: '',
        password: NEW,
        confirmPassword: NEW,
      } as never)
      const token = tokenIn(await lastMail(database.db, email))
      const { visit, viewer } = await signedIn(database.db, id)
      if (what === 'a password reset') await reset(email)
      else if (what === 'a change of password')
        await changePassword(
          { db: database.db, visit, viewer },
          { currentPassword: PASSWORD, password: NEW, confirmPassword: NEW },
        )
      else await signOutEverywhere({ db: database.db, visit, viewer })
      await expect(finishSignUp({ db: database.db, visit: thief }, { token })).rejects.toMatchObject({
        code: 'bad_input',
      })
      expect(await findViewer({ db: database.db, visit: thief })).toBeNull()
    },
  )
})

test('shares one second-factor limit among all known browsers', async () => {
  const { id, email } = await createAccount(database.db, { role: 'admin' })
  const hoard: string[] = []
  const thief = elsewhere()
  for (let device = 0; device < 12; device++) {
    await signIn({ db: database.db, visit: thief }, { email, password: PASSWORD, remember: false, redirectTo: '/' })
    hoard.push(thief.cookies.get('wtf_device') ?? '')
    thief.cookies.clear()
  }
  await setUpSecondFactor(database.db, id, new Date(Date.now() - 60_000))
  let tried = 0
  for (const device of [...hoard, ...hoard]) {
    const visit = elsewhere()
    visit.cookies.set('wtf_device', device)
    await signIn({ db: database.db, visit }, { email, password: PASSWORD, remember: false, redirectTo: '/' })
    for (let code = 0; code < 5; code++) {
      const refusal = await finishSignIn({ db: database.db, visit }, { code: '000000' }).then(
        () => null,
        (error: { code: string }) => error.code,
      )
      if (refusal !== 'too_many') tried++
    }
  }
  expect(tried).toBeLessThanOrEqual(50)
})
