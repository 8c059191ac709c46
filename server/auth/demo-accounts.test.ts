import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedAccounts } from '#prisma/seed/seed-accounts.ts'
import { parseEnv } from '#server/platform/env.ts'
import { codeIn, createAccount, lastMail, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth } from './auth-config.ts'
import { codeInput, resetPasswordInput, signInInput, signUpCustomerInput, signUpPartnerInput } from './auth.schema.ts'
import { decideOnDemoAccounts, switchOffDemoAccounts } from './demo-accounts.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from './magic-link.service.ts'
import { requestPasswordReset, resetPassword } from './password.service.ts'
import { readViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { signUpCustomer, signUpPartner } from './sign-up.service.ts'

const test = useTestDatabase()
const LOCAL = parseEnv({})
const OPEN = parseEnv({ HOST: '0.0.0.0' })
const refused = (code: string) => expect.objectContaining({ name: 'AppError', code })
const enter = (email: string, visit = createVisit(), password = DEMO_PASSWORD) =>
  signIn({ db: test.db, visit }, signInInput.parse({ email, password }))
const setPassword = (token: string, password: string) =>
  resetPassword(
    { db: test.db, visit: createVisit() },
    resetPasswordInput.parse({ token, password, confirmPassword: password }),
  )
const idOf = async (email: string) => (await test.db.user.findUniqueOrThrow({ where: { email } })).id

beforeAll(async () => {
  configureAuth({ limits: 'off' })
  await seedAccounts(test.db)
})
beforeEach(() => decideOnDemoAccounts(test.db, LOCAL))

describe.each(DEMO_ACCOUNTS)('the demo account $email', ({ email, role }) => {
  it('works while the shop is reachable from its own machine only', async () => {
    const visit = createVisit()
    await enter(email, visit)
    expect(await readViewer({ db: test.db, visit })).toMatchObject({ email, role })
  })
  it('loses its session when the shop is opened, and works again when it is closed', async () => {
    const { visit } = await signedIn(test.db, await idOf(email))
    await decideOnDemoAccounts(test.db, OPEN)
    expect([
      await readViewer({ db: test.db, visit }),
      await test.db.session.count({ where: { user: { email } } }),
    ]).toEqual([null, 0])
    await decideOnDemoAccounts(test.db, LOCAL)
    expect(await readViewer({ db: test.db, visit })).toBeNull()
    await enter(email, visit)
    expect(await readViewer({ db: test.db, visit })).toMatchObject({ email })
  })
  it('has no session in a process that is configured otherwise', async () => {
    const { visit } = await signedIn(test.db, await idOf(email))
    configureAuth({ demoAccounts: 'off' })
    expect(await readViewer({ db: test.db, visit })).toBeNull()
  })
  it('is refused like a wrong password', async () => {
    await decideOnDemoAccounts(test.db, OPEN)
    await expect(enter(email)).rejects.toMatchObject({ code: 'unauthorized', message: 'Invalid email or password' })
  })
  it('is refused by a mailed link and its code', async () => {
    await switchOffDemoAccounts(test.db)
    const visit = createVisit()
    const ask = () => requestMagicLink({ db: test.db, visit }, { email, remember: true, redirectTo: '/' })
    await ask()
    await expect(
      redeemMagicCode(
        { db: test.db, visit },
        codeInput.parse({ email, code: codeIn(await lastMail(test.db, email, 'magic_link')) }),
      ),
    ).rejects.toEqual(refused('unauthorized'))
    await ask()
    await expect(
      redeemMagicLink({ db: test.db, visit }, { token: tokenIn(await lastMail(test.db, email, 'magic_link')) }),
    ).rejects.toEqual(refused('unauthorized'))
    expect(await test.db.session.count({ where: { user: { email } } })).toBe(0)
  })
  it('cannot use mails sent before the shop was opened', async () => {
    const visit = createVisit()
    await requestMagicLink({ db: test.db, visit }, { email, remember: true, redirectTo: '/' })
    await decideOnDemoAccounts(test.db, OPEN)
    await decideOnDemoAccounts(test.db, LOCAL)
    await expect(
      redeemMagicLink({ db: test.db, visit }, { token: tokenIn(await lastMail(test.db, email, 'magic_link')) }),
    ).rejects.toEqual(refused('bad_input'))
  })
})

describe('while the shop is open', () => {
  beforeEach(() => switchOffDemoAccounts(test.db))
  it('signing up with the published password neither changes nor enters a demo account', async () => {
    const email = 'shopper@wtf.example'
    const form = { email, phone: '+44 7700 900123', password: DEMO_PASSWORD, confirmPassword: DEMO_PASSWORD }
    const visit = createVisit()
    await signUpCustomer({ db: test.db, visit }, signUpCustomerInput.parse({ ...form, fullName: 'Mallory' }))
    await signUpPartner(
      { db: test.db, visit },
      signUpPartnerInput.parse({ ...form, businessName: 'Mallory Ltd', websiteUrl: 'https://mallory.example' }),
    )
    expect(await readViewer({ db: test.db, visit })).toBeNull()
    expect(await test.db.user.findUnique({ where: { email }, include: { partners: true } })).toMatchObject({
      role: 'customer',
      partners: [],
    })
  })
  it('a password that was changed does not open a demo account either', async () => {
    const email = 'admin@wtf.example'
    await requestPasswordReset({ db: test.db, visit: createVisit() }, { email })
    await setPassword(tokenIn(await lastMail(test.db, email, 'reset_password')), 'Own-Password-55')
    await expect(enter(email, createVisit(), 'Own-Password-55')).rejects.toEqual(refused('unauthorized'))
    await decideOnDemoAccounts(test.db, LOCAL)
    await enter(email, createVisit(), 'Own-Password-55')
  })
  it('other accounts work as usual', async () => {
    const { email, id } = await createAccount(test.db)
    const { visit } = await signedIn(test.db, id)
    await switchOffDemoAccounts(test.db)
    expect(await readViewer({ db: test.db, visit })).toMatchObject({ email })
  })
})

it('seeds no account twice, even if its address has changed, and gives the store to nobody else', async () => {
  const id = await idOf('partner@wtf.example')
  await test.db.user.update({ where: { id }, data: { email: 'renamed@wtf.example' } })
  await createAccount(test.db, { email: 'partner@wtf.example' })
  await seedAccounts(test.db)
  expect(await test.db.user.findUnique({ where: { id } })).toMatchObject({ email: 'renamed@wtf.example', isDemo: true })
  expect(await test.db.user.count({ where: { isDemo: true } })).toBe(3)
})
