import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, OTHER_PASSWORD, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { countAttempt, forgiveAttempts } from './attempt-limits.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { changePasswordInput, codeInput, emailInput } from './auth.schema.ts'
import { redeemMagicCode, requestMagicLink } from './magic-link.service.ts'
import { changePassword, requestPasswordReset } from './password.service.ts'

const database = useTestDatabase()
beforeEach(() =>
  configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 5, network: 7, minutes: 15 } } }),
)
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const tryAs = (address: string, account: string) => countAttempt('signIn', createVisit({ address }), account)
const TOO_MANY = { code: 'too_many', message: 'Too many attempts. Please try again in 15 minutes.' }

describe('countAttempt', () => {
  test('limits attempts on one account from different addresses', async () => {
    for (const address of ['10.0.0.1', '10.1.0.1', '10.2.0.1']) await tryAs(address, 'ada')
    await expect(tryAs('10.3.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.3.0.1', 'grace')
  })
  test('limits attempts from one address on different accounts', async () => {
    for (const account of ['a', 'b', 'c', 'd', 'e']) await tryAs('10.0.0.1', account)
    await expect(tryAs('10.0.0.1', 'f')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.0.0.2', 'f')
  })
  test('counts all addresses of one IPv6 subscriber as one', async () => {
    for (let host = 1; host <= 5; host++) await tryAs(`2001:db8:1:2::${host}`, `account ${host}`)
    await expect(tryAs('2001:db8:1:2:ffff::6', 'account 6')).rejects.toMatchObject(TOO_MANY)
    await tryAs('2001:db8:1:3::1', 'account 6')
  })
  test('limits a network that uses different addresses', async () => {
    for (let host = 1; host <= 7; host++) await tryAs(`10.0.0.${host}`, `account ${host}`)
    await expect(tryAs('10.0.0.8', 'account 8')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.0.1.8', 'account 8')
  })
  test('does not count blocked attempts against the account', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) await tryAs('10.0.0.1', `account ${attempt}`)
    for (let attempt = 1; attempt <= 20; attempt++)
      await expect(tryAs('10.0.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.9.0.1', 'ada')
  })
  test('counts simultaneous attempts', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 40 }, () => tryAs('10.0.0.1', 'ada')))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
  test('resets after a success', async () => {
    const visit = createVisit({ address: '10.0.0.1' })
    for (let attempt = 1; attempt <= 20; attempt++) {
      await countAttempt('signIn', visit, 'ada')
      await forgiveAttempts('signIn', visit, 'ada')
    }
  })
  test('counts a known browser separately from unknown ones', async () => {
    for (const address of ['10.0.0.1', '10.1.0.1', '10.2.0.1']) await tryAs(address, 'ada')
    await expect(tryAs('10.3.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
    const visit = createVisit({ address: '10.0.0.1' })
    for (let attempt = 1; attempt <= 3; attempt++) await countAttempt('signIn', visit, 'ada', 'her browser')
    await expect(countAttempt('signIn', visit, 'ada', 'her browser')).rejects.toMatchObject(TOO_MANY)
    await countAttempt('signIn', visit, 'ada', 'her telephone')
    for (const account of ['b', 'c', 'd', 'e']) await tryAs('10.0.0.1', account)
  })
  test('does not reset the count of unknown browsers when a known browser succeeds', async () => {
    const visit = createVisit({ address: '10.0.0.1' })
    for (const address of ['10.0.0.1', '10.1.0.1', '10.2.0.1']) await tryAs(address, 'ada')
    for (let attempt = 1; attempt <= 20; attempt++) {
      await countAttempt('signIn', visit, 'ada', 'her browser')
      await forgiveAttempts('signIn', visit, 'ada', 'her browser')
    }
    await expect(tryAs('10.3.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
  })
  test('can be switched off', async () => {
    configureAuth({ limits: 'off' })
    for (let attempt = 1; attempt <= 100; attempt++) await tryAs('10.0.0.1', 'ada')
  })
})

describe('the limits on emails, codes and passwords', () => {
  test('stop emails to registered and unknown addresses alike', async () => {
    configureAuth({
      limits: {
        ...USUAL_LIMITS,
        reset: { account: 2, address: 100, network: 100, minutes: 60 },
        magicLink: { account: 2, address: 100, network: 100, minutes: 60 },
      },
    })
    const user = await createAccount(database.db)
    for (const email of [user.email, 'nobody3@example.test']) {
      for (const ask of [
        () => requestPasswordReset({ db: database.db, visit: createVisit() }, { email }),
        () => requestMagicLink({ db: database.db, visit: createVisit() }, emailInput.parse({ email })),
      ]) {
        await ask()
        await ask()
        await expect(ask()).rejects.toMatchObject({
          code: 'too_many',
          message: 'Too many attempts. Please try again in 60 minutes.',
        })
      }
    }
  })
  test('count and limit a known browser separately from unknown ones', async () => {
    const tight = { account: 2, address: 100, network: 100, minutes: 60 }
    configureAuth({ limits: { ...USUAL_LIMITS, reset: tight, magicLink: { ...tight }, code: { ...tight } } })
    const user = await createAccount(database.db)
    const { visit } = await signedIn(database.db, user.id)
    const { email } = user
    const asks = [
      (from: ReturnType<typeof createVisit>) => requestPasswordReset({ db: database.db, visit: from }, { email }),
      (from: ReturnType<typeof createVisit>) =>
        requestMagicLink({ db: database.db, visit: from }, emailInput.parse({ email })),
      (from: ReturnType<typeof createVisit>) =>
        redeemMagicCode({ db: database.db, visit: from }, codeInput.parse({ email, code: '000000' })).catch(
          (error: { code: string }) => {
            if (error.code === 'too_many') throw error
          },
        ),
    ]
    for (const ask of asks) {
      for (const from of [createVisit(), visit]) {
        await ask(from)
        await ask(from)
        await expect(ask(from)).rejects.toMatchObject({ code: 'too_many' })
      }
    }
  })
  test('limit guesses of codes and of the current password', async () => {
    const tight = { account: 2, address: 100, network: 100, minutes: 15 }
    configureAuth({ limits: { ...USUAL_LIMITS, code: tight, password: tight } })
    const { visit, viewer } = await signedIn(database.db, (await createAccount(database.db)).id)
    const guess = () =>
      redeemMagicCode({ db: database.db, visit }, codeInput.parse({ email: viewer.email, code: '000000' }))
    const open = () =>
      changePassword(
        { db: database.db, visit, viewer },
        changePasswordInput.parse({
          currentPassword: OTHER_PASSWORD,
          password: OTHER_PASSWORD,
          confirmPassword: OTHER_PASSWORD,
        }),
      )
    for (const attempt of [guess, open]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'bad_input' })
      await expect(attempt()).rejects.toMatchObject({ code: 'bad_input' })
      await expect(attempt()).rejects.toMatchObject({ code: 'too_many' })
    }
  })
})
