import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedAccounts } from '#demo/seed-accounts.ts'
import { parseEnv } from '#server/platform/env.ts'
import { codeIn, createAccount, lastMail, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth } from './auth-config.ts'
import { codeInput, resetPasswordInput, signInInput, signUpCustomerInput, signUpPartnerInput } from './auth.schema.ts'
import { decideOnDemoAccounts, switchOffDemoAccounts } from './demo-accounts.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from './magic-link.service.ts'
import { requestPasswordReset, resetPassword } from './password.service.ts'
import { findViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { signUpCustomer, signUpPartner } from './sign-up.service.ts'

const database = useTestDatabase()
const LOCAL = parseEnv({})
const OPEN = parseEnv({ HOST: '0.0.0.0' })
const refused = (code: string) => expect.objectContaining({ name: 'AppError', code })
const enter = (email: string, visit = createVisit(), password = DEMO_PASSWORD) =>
  signIn({ db: database.db, visit }, signInInput.parse({ email, password }))
const setPassword = (token: string, password: string) =>
  resetPassword(
    { db: database.db, visit: createVisit() },
    resetPasswordInput.parse({ token, password, confirmPassword: password }),
  )
const idOf = async (email: string) => (await database.db.user.findUniqueOrThrow({ where: { email } })).id

beforeAll(async () => {
  configureAuth({ limits: 'off' })
  await seedAccounts(database.db)
})
beforeEach(() => decideOnDemoAccounts(database.db, LOCAL))

describe.each(DEMO_ACCOUNTS)('the demo account $email', ({ email, role }) => {
  test('works while only this machine can reach the shop', async () => {
    const visit = createVisit()
    await enter(email, visit)
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ email, role })
  })
  test('loses its session when the shop is exposed, and can sign in again afterwards', async () => {
    const { visit } = await signedIn(database.db, await idOf(email))
    await decideOnDemoAccounts(database.db, OPEN)
    expect([
      await findViewer({ db: database.db, visit }),
      await database.db.session.count({ where: { user: { email } } }),
    ]).toEqual([null, 0])
    await decideOnDemoAccounts(database.db, LOCAL)
    expect(await findViewer({ db: database.db, visit })).toBeNull()
    await enter(email, visit)
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ email })
  })
  test('has no session in a process with demo accounts turned off', async () => {
    const { visit } = await signedIn(database.db, await idOf(email))
    configureAuth({ demoAccounts: 'off' })
    expect(await findViewer({ db: database.db, visit })).toBeNull()
  })
  test('is refused with the same message as a wrong password', async () => {
    await decideOnDemoAccounts(database.db, OPEN)
    await expect(enter(email)).rejects.toMatchObject({ code: 'unauthorized', message: 'Invalid email or password' })
  })
  test('cannot sign in with an emailed link or code', async () => {
    await switchOffDemoAccounts(database.db)
    const visit = createVisit()
    const ask = () => requestMagicLink({ db: database.db, visit }, { email, remember: true, redirectTo: '/' })
    await ask()
    await expect(
      redeemMagicCode(
        { db: database.db, visit },
        codeInput.parse({ email, code: codeIn(await lastMail(database.db, email, 'magic_link')) }),
      ),
    ).rejects.toEqual(refused('unauthorized'))
    await ask()
    await expect(
      redeemMagicLink({ db: database.db, visit }, { token: tokenIn(await lastMail(database.db, email, 'magic_link')) }),
    ).rejects.toEqual(refused('unauthorized'))
    expect(await database.db.session.count({ where: { user: { email } } })).toBe(0)
  })
  test('cannot use emails sent before the shop was exposed', async () => {
    const visit = createVisit()
    await requestMagicLink({ db: database.db, visit }, { email, remember: true, redirectTo: '/' })
    await decideOnDemoAccounts(database.db, OPEN)
    await decideOnDemoAccounts(database.db, LOCAL)
    await expect(
      redeemMagicLink({ db: database.db, visit }, { token: tokenIn(await lastMail(database.db, email, 'magic_link')) }),
    ).rejects.toEqual(refused('bad_input'))
  })
})

describe('demo accounts while other machines can reach the shop', () => {
  beforeEach(() => switchOffDemoAccounts(database.db))
  test('are neither changed nor opened by a sign-up with the published password', async () => {
    const email = 'shopper@wtf.example'
    const form = { email, phone: '+44 7700 900123', password: DEMO_PASSWORD, confirmPassword: DEMO_PASSWORD }
    const visit = createVisit()
    await signUpCustomer({ db: database.db, visit }, signUpCustomerInput.parse({ ...form, fullName: 'Mallory' }))
    await signUpPartner(
      { db: database.db, visit },
      signUpPartnerInput.parse({
        ...form,
        businessName: 'Mallory Ltd',
        websiteUrl: 'https://mallory.example',
        country: 'GB',
        currency: 'GBP',
      }),
    )
    expect(await findViewer({ db: database.db, visit })).toBeNull()
    expect(await database.db.user.findUnique({ where: { email }, include: { partners: true } })).toMatchObject({
      role: 'customer',
      partners: [],
    })
  })
  test('cannot sign in with a changed password', async () => {
    const email = 'admin@wtf.example'
    await requestPasswordReset({ db: database.db, visit: createVisit() }, { email })
    await setPassword(tokenIn(await lastMail(database.db, email, 'reset_password')), 'Own-Password-55')
    await expect(enter(email, createVisit(), 'Own-Password-55')).rejects.toEqual(refused('unauthorized'))
    await decideOnDemoAccounts(database.db, LOCAL)
    await enter(email, createVisit(), 'Own-Password-55')
  })
  test('do not affect other accounts', async () => {
    const { email, id } = await createAccount(database.db)
    const { visit } = await signedIn(database.db, id)
    await switchOffDemoAccounts(database.db)
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ email })
  })
})

test('seeds no account twice, even after a change of address, and does not reassign the demo store', async () => {
  const id = await idOf('partner@wtf.example')
  await database.db.user.update({ where: { id }, data: { email: 'renamed@wtf.example' } })
  await createAccount(database.db, { email: 'partner@wtf.example' })
  await seedAccounts(database.db)
  expect(await database.db.user.findUnique({ where: { id } })).toMatchObject({
    email: 'renamed@wtf.example',
    isDemo: true,
  })
  expect(await database.db.user.count({ where: { isDemo: true } })).toBe(DEMO_ACCOUNTS.length)
})
