import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import {
  codeIn,
  createAccount,
  kindsTo,
  lastMail,
  OTHER_PASSWORD,
  otherCode,
  PASSWORD,
  signedIn,
  tokenIn,
  trySignIn,
  WRONG_CODE,
} from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { codeInput, emailInput, signUpCodeInput, signUpCustomerInput, signUpPartnerInput } from './auth.schema.ts'
import { cleanUp } from './clean-up.ts'
import { redeemMagicCode, requestMagicLink } from './magic-link.service.ts'
import { findViewer } from './session.service.ts'
import { finishSignUp, finishSignUpByCode, checkSignUpLink } from './finish-sign-up.service.ts'
import { mailSignUpAgain, findWaitingSignUp, signUpCustomer, signUpPartner } from './sign-up.service.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

let counter = 0
const newEmail = () => `newcomer${++counter}@example.test`
const withPassword = (password: string) => ({ password, confirmPassword: password })
const customer = (given: object = {}) =>
  signUpCustomerInput.parse({
    fullName: 'Grace Hopper',
    email: newEmail(),
    phone: '+44 7700 900123',
    ...withPassword(PASSWORD),
    ...given,
  })
const partner = (given: object = {}) =>
  signUpPartnerInput.parse({
    businessName: `Brand ${++counter}`,
    email: newEmail(),
    phone: '',
    websiteUrl: 'https://brand.example',
    country: 'GB',
    currency: 'GBP',
    ...withPassword(PASSWORD),
    ...given,
  })
/** Returns the part of the error that a caller can see, without its stack. */
const answerOf = async (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    ({ name, code, message, field }: Record<string, unknown>) => ({ name, code, message, field }),
  )
const WAITS = { redirectTo: '/auth/sign-up' }
const DEAD = { code: 'bad_input', field: 'token' }
const ALREADY = 'You already had an account with this address, so we signed you in to it. Its password has not changed.'
const typeCode = (visit: TestVisit, code: string) =>
  finishSignUpByCode({ db: database.db, visit }, signUpCodeInput.parse({ code }))
/** Returns the cookies' names and lengths, which an observer can see. */
const shapesOf = ({ headers }: TestVisit) =>
  headers.map((header) => header.replace(/=([^;]+)/, (_, value: string) => `=${value.length}`))

async function ask(input: ReturnType<typeof customer>, visit = createVisit()) {
  await signUpCustomer({ db: database.db, visit }, input)
  const mail = await lastMail(database.db, input.email)
  return { visit, email: input.email, token: tokenIn(mail), code: codeIn(mail) }
}
async function askAsPartner(input: ReturnType<typeof partner>, visit = createVisit()) {
  await signUpPartner({ db: database.db, visit }, input)
  return { visit, code: codeIn(await lastMail(database.db, input.email)) }
}

describe('signing up', () => {
  test('creates no account or session before the address is verified', async () => {
    const visit = createVisit()
    const input = customer()
    expect(await signUpCustomer({ db: database.db, visit }, input)).toEqual(WAITS)
    expect(await findViewer({ db: database.db, visit })).toBeNull()
    expect(await database.db.user.count({ where: { email: input.email } })).toBe(0)
    expect(await findWaitingSignUp({ db: database.db, visit })).toEqual({ email: input.email, isPartner: false })
    expect(await findWaitingSignUp({ db: database.db, visit: createVisit() })).toBeNull()
    expect(visit.headers.map((header) => header.replace(/=[\w-]{43};/, '=x;'))).toEqual([
      'wtf_asker=x; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax',
    ])
    expect(await kindsTo(database.db, input.email)).toEqual(['confirm_sign_up'])
    await expect(trySignIn(database.db, input.email)).rejects.toMatchObject({ message: 'Invalid email or password' })
  })
  test('creates the account with the emailed code, and returns to the page', async () => {
    const { visit, email, code } = await ask(customer({ redirectTo: '/wishlist' }))
    expect(await typeCode(visit, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({
      redirectTo: '/wishlist',
      email,
      notice: null,
    })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({
      email,
      role: 'customer',
      fullName: 'Grace Hopper',
      isEmailVerified: true,
      partner: null,
    })
    expect(await database.db.profile.findFirst({ where: { user: { email } } })).toMatchObject({
      phone: '+44 7700 900123',
    })
    expect(await kindsTo(database.db, email)).toEqual(['confirm_sign_up', 'welcome'])
    await trySignIn(database.db, email)
    expect(await findWaitingSignUp({ db: database.db, visit })).toBeNull()
    await expect(typeCode(visit, code)).rejects.toMatchObject(WRONG_CODE)
  })
  test('creates the account with the emailed link, only in the browser that signed up', async () => {
    const { visit, email, token } = await ask(customer())
    const strangers = (await ask(customer())).visit
    for (let look = 0; look < 2; look++)
      expect(await checkSignUpLink({ db: database.db, viewer: null }, { token })).toEqual({ doneFor: null })
    for (const browser of [createVisit(), strangers]) {
      await expect(finishSignUp({ db: database.db, visit: browser }, { token })).rejects.toMatchObject({
        code: 'forbidden',
        field: 'token',
      })
      expect(await findViewer({ db: database.db, visit: browser })).toBeNull()
    }
    expect(await finishSignUp({ db: database.db, visit }, { token })).toMatchObject({ email, notice: null })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ email })
    expect(
      await checkSignUpLink({ db: database.db, viewer: await findViewer({ db: database.db, visit }) }, { token }),
    ).toEqual({
      doneFor: email,
    })
    await expect(checkSignUpLink({ db: database.db, viewer: null }, { token })).rejects.toMatchObject(DEAD)
    for (const dead of [token, '', 'x'])
      await expect(finishSignUp({ db: database.db, visit }, { token: dead })).rejects.toMatchObject(DEAD)
  })
  test('deletes the form data once the address is verified, or a day after the link has expired', async () => {
    const first = await ask(customer())
    await typeCode(first.visit, first.code)
    expect(await database.db.oneTimeToken.findFirst({ where: { email: first.email } })).toMatchObject({ data: {} })
    const second = await ask(customer())
    await database.db.oneTimeToken.updateMany({
      where: { email: second.email },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    await expect(finishSignUp({ db: database.db, visit: second.visit }, { token: second.token })).rejects.toMatchObject(
      DEAD,
    )
    await expect(typeCode(second.visit, second.code)).rejects.toMatchObject(WRONG_CODE)
    await cleanUp(database.db, new Date(Date.now() + 25 * 3600_000))
    expect(await database.db.oneTimeToken.count({ where: { email: second.email } })).toBe(0)
  })
  test('invalidates its code after five wrong ones, even simultaneous ones, while the link still works', async () => {
    const { visit, code, token } = await ask(customer())
    await Promise.allSettled(Array.from({ length: 20 }, () => typeCode(visit, otherCode(code))))
    await expect(typeCode(visit, code)).rejects.toMatchObject(WRONG_CODE)
    await finishSignUp({ db: database.db, visit }, { token })
  })
  test('accepts and counts codes only in the browser that signed up', async () => {
    const { visit, email, code } = await ask(customer())
    const stranger = (await ask(customer({ email, ...withPassword(OTHER_PASSWORD) }))).visit
    for (let attempt = 1; attempt <= 10; attempt++)
      for (const browser of [stranger, createVisit()])
        await expect(typeCode(browser, code)).rejects.toMatchObject(WRONG_CODE)
    await typeCode(visit, code)
    await trySignIn(database.db, email)
    await expect(trySignIn(database.db, email, OTHER_PASSWORD)).rejects.toMatchObject({
      message: 'Invalid email or password',
    })
  })
  test('creates one account for simultaneous confirmations', async () => {
    const input = customer()
    const { visit, token } = await ask(input)
    const asker = visit.cookies.get('wtf_asker')!
    const elsewhere = await ask(input)
    const browsers = Array.from({ length: 16 }, () => createVisit())
    const answers = await Promise.allSettled([
      ...browsers.map((browser) => {
        browser.cookies.set('wtf_asker', asker)
        return finishSignUp({ db: database.db, visit: browser }, { token })
      }),
      typeCode(elsewhere.visit, elsewhere.code),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await database.db.user.count({ where: { email: input.email } })).toBe(1)
  })
  test('resends the email only on request of the same browser', async () => {
    const { visit, email, code } = await ask(customer())
    await mailSignUpAgain({ db: database.db, visit: createVisit() })
    expect(await kindsTo(database.db, email)).toEqual(['confirm_sign_up'])
    await mailSignUpAgain({ db: database.db, visit })
    expect(await kindsTo(database.db, email)).toEqual(['confirm_sign_up', 'confirm_sign_up'])
    const newest = codeIn(await lastMail(database.db, email))
    if (newest !== code) await expect(typeCode(visit, code)).rejects.toMatchObject(WRONG_CODE)
    await typeCode(visit, newest)
    await trySignIn(database.db, email)
  })
  test.each([
    ['Password1', 'common'],
    ['Qwertyuiop1', 'common'],
    ['Trustno1', 'common'],
  ])('refuses %s', async (password, reason) => {
    expect(
      await answerOf(signUpCustomer({ db: database.db, visit: createVisit() }, customer(withPassword(password)))),
    ).toMatchObject({
      code: 'bad_input',
      field: 'password',
      message: expect.stringContaining(reason),
    })
  })
  test.each(['Ada.Lovelace1815', '1815AdaLovelace', 'Ada.Lovelace1815@Example.test'])(
    'refuses the address as a password: %s',
    async (password) => {
      expect(
        await answerOf(
          signUpCustomer(
            { db: database.db, visit: createVisit() },
            customer({ email: 'ada.lovelace1815@example.test', ...withPassword(password) }),
          ),
        ),
      ).toMatchObject({ code: 'bad_input', field: 'password' })
    },
  )
  test('limits emails to one mailbox', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signUp: { account: 3, address: 1_000, network: 1_000, minutes: 60 } } })
    const { email } = await createAccount(database.db)
    for (let attempt = 1; attempt <= 2; attempt++)
      await signUpCustomer({ db: database.db, visit: createVisit() }, customer({ email }))
    const visit = createVisit()
    await signUpPartner({ db: database.db, visit }, partner({ email }))
    await expect(mailSignUpAgain({ db: database.db, visit })).rejects.toMatchObject({ code: 'too_many' })
    await expect(signUpCustomer({ db: database.db, visit: createVisit() }, customer({ email }))).rejects.toMatchObject({
      code: 'too_many',
    })
    expect(await kindsTo(database.db, email)).toHaveLength(3)
  })
})

describe('signing up with a registered address', () => {
  test.each(['proven', 'unproven', 'closed', 'without a password'])(
    'gets the same response, cookies and rows as with a new address (%s), for any password',
    async (kind) => {
      const state =
        kind === 'unproven' ? { emailVerifiedAt: null } : kind === 'closed' ? { deletionRequestedAt: new Date() } : {}
      const known =
        kind === 'without a password' ? await createUser(database.db, state) : await createAccount(database.db, state)
      for (const password of [PASSWORD, OTHER_PASSWORD]) {
        const [here, there] = [createVisit(), createVisit()]
        const unknown = newEmail()
        const answers = [
          await signUpCustomer(
            { db: database.db, visit: here },
            customer({ email: known.email, ...withPassword(password) }),
          ),
          await signUpCustomer(
            { db: database.db, visit: there },
            customer({ email: unknown, ...withPassword(password) }),
          ),
        ]
        expect(answers).toEqual([WAITS, WAITS])
        expect(shapesOf(here)).toEqual(shapesOf(there))
        expect([
          await findWaitingSignUp({ db: database.db, visit: here }),
          await findWaitingSignUp({ db: database.db, visit: there }),
        ]).toEqual([
          { email: known.email, isPartner: false },
          { email: unknown, isPartner: false },
        ])
        expect([
          await findViewer({ db: database.db, visit: here }),
          await findViewer({ db: database.db, visit: there }),
        ]).toEqual([null, null])
        for (const [visit, email] of [
          [here, known.email],
          [there, unknown],
        ] as const)
          expect(await answerOf(typeCode(visit, otherCode(codeIn(await lastMail(database.db, email)))))).toMatchObject(
            WRONG_CODE,
          )
        // Later steps are also the same.
        for (const email of [known.email, unknown])
          if (email === unknown || password === OTHER_PASSWORD)
            expect(await answerOf(trySignIn(database.db, email, password))).toMatchObject({ code: 'unauthorized' })
      }
      expect(new Set(await kindsTo(database.db, known.email))).toEqual(new Set(['already_signed_up']))
    },
  )
  test('signs the owner in with the emailed code, and changes nothing', async () => {
    const known = await createAccount(database.db)
    const { visit, code } = await ask(customer({ email: known.email, ...withPassword(OTHER_PASSWORD) }))
    expect(await typeCode(visit, code)).toMatchObject({ notice: ALREADY })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({
      userId: known.id,
      fullName: known.profile!.fullName,
    })
    await trySignIn(database.db, known.email)
    await expect(trySignIn(database.db, known.email, OTHER_PASSWORD)).rejects.toMatchObject({ code: 'unauthorized' })
  })
  test("gives an unverified account to the recipient of the email, with their details and not a stranger's", async () => {
    const known = await createAccount(database.db, { emailVerifiedAt: null })
    const stranger = await signedIn(database.db, known.id)
    const { visit, code } = await ask(customer({ email: known.email, ...withPassword(OTHER_PASSWORD) }))
    expect(await typeCode(visit, code)).toMatchObject({ notice: null })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({
      userId: known.id,
      isEmailVerified: true,
      fullName: 'Grace Hopper',
    })
    expect(await findViewer({ db: database.db, visit: stranger.visit })).toBeNull()
    await trySignIn(database.db, known.email, OTHER_PASSWORD)
    await expect(trySignIn(database.db, known.email)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await database.db.auditEntry.count({ where: { subjectId: known.id, action: 'account_claimed' } })).toBe(1)
  })
  test("keeps the owner's sign-in code valid when others request codes or guess wrong", async () => {
    const known = await createAccount(database.db)
    const own = createVisit()
    await requestMagicLink({ db: database.db, visit: own }, emailInput.parse({ email: known.email }))
    const code = codeIn(await lastMail(database.db, known.email, 'magic_link'))
    for (let attempt = 1; attempt <= 3; attempt++)
      await requestMagicLink({ db: database.db, visit: createVisit() }, emailInput.parse({ email: known.email }))
    for (let attempt = 1; attempt <= 9; attempt++)
      await answerOf(
        redeemMagicCode(
          { db: database.db, visit: createVisit() },
          codeInput.parse({ email: known.email, code: otherCode(code) }),
        ),
      )
    await redeemMagicCode({ db: database.db, visit: own }, codeInput.parse({ email: known.email, code }))
    expect(await findViewer({ db: database.db, visit: own })).toMatchObject({ userId: known.id })
  })
})

describe('signing up as a partner', () => {
  test('creates a partner awaiting approval once the address is verified', async () => {
    const input = partner()
    const { visit, code } = await askAsPartner(input)
    expect(await database.db.partner.count({ where: { businessName: input.businessName } })).toBe(0)
    await typeCode(visit, code)
    const viewer = await findViewer({ db: database.db, visit })
    expect(viewer).toMatchObject({ role: 'partner', partner: { status: 'pending' }, fullName: input.businessName })
    expect(await database.db.partner.findFirst({ where: { ownerId: viewer!.userId } })).toMatchObject({
      businessName: input.businessName,
      contactPerson: input.businessName,
      businessType: 'retail',
      email: input.email,
      websiteUrl: 'https://brand.example',
      verificationStatus: 'pending',
    })
  })
  test('keeps the other business details, for new and existing accounts', async () => {
    const known = await createAccount(database.db)
    const more = {
      contactPerson: ' Ada\nLovelace ',
      businessAddress: '12 Mill Lane, Leeds',
      businessType: 'manufacturer',
      country: 'DE',
      // Browsers that hide the real time zone report this one.
      timeZone: 'UTC',
    }
    for (const input of [partner(more), partner({ ...more, email: known.email })]) {
      const { visit, code } = await askAsPartner(input)
      await typeCode(visit, code)
      expect(await database.db.partner.findFirst({ where: { businessName: input.businessName } })).toMatchObject({
        contactPerson: 'Ada Lovelace',
        businessAddress: '12 Mill Lane, Leeds',
        businessType: 'manufacturer',
        timeZone: 'Europe/Berlin',
      })
    }
  })
  test('completes a sign-up that started before the form asked for more business details', async () => {
    const input = partner()
    const { visit, code } = await askAsPartner(input)
    const { data } = await database.db.oneTimeToken.findFirstOrThrow({ where: { email: input.email } })
    const { businessName, websiteUrl } = input
    await database.db.oneTimeToken.updateMany({
      where: { email: input.email },
      data: { data: { ...(data as object), business: { businessName, websiteUrl } } },
    })
    await typeCode(visit, code)
    expect(await database.db.partner.findFirst({ where: { businessName } })).toMatchObject({
      contactPerson: businessName,
      businessAddress: '',
      businessType: 'retail',
      timeZone: 'UTC',
    })
  })
  test('reports a taken name as a field error, whether or not the address has an account', async () => {
    const taken = await createPartner(database.db)
    const known = await createAccount(database.db)
    const answers = [known.email, newEmail()].map((email) =>
      answerOf(
        signUpPartner(
          { db: database.db, visit: createVisit() },
          partner({ email, businessName: taken.businessName.toUpperCase() }),
        ),
      ),
    )
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({
        code: 'conflict',
        field: 'businessName',
        message: 'This business name is already taken.',
      })
  })
  test('compares names and addresses literally, without wildcards', async () => {
    await createPartner(database.db, { businessName: 'Brand A_B', email: 'a_b@brand.example' })
    for (const businessName of ['%', 'Brand A_', 'Brand AxB', 'Brand\\', '_'.repeat(9)])
      expect(await signUpPartner({ db: database.db, visit: createVisit() }, partner({ businessName }))).toEqual(WAITS)
    const { visit, code } = await askAsPartner(partner({ email: 'axb@brand.example' }))
    await typeCode(visit, code)
    expect(await database.db.partner.count({ where: { email: 'axb@brand.example' } })).toBe(1)
  })
  test('gives the same response for a customer, a partner, an unclaimed brand and an unknown address', async () => {
    const known = await createAccount(database.db)
    const owner = await createAccount(database.db, { role: 'partner' })
    await createPartner(database.db, { ownerId: owner.id, email: owner.email })
    const alone = await createPartner(database.db)
    const emails = [known.email, owner.email, alone.email, newEmail()]
    const visits = emails.map(() => createVisit())
    const names = emails.map(() => `Brand ${++counter}`)
    for (const [index, email] of emails.entries())
      expect(
        await signUpPartner(
          { db: database.db, visit: visits[index]! },
          partner({ email, businessName: names[index], ...withPassword(OTHER_PASSWORD) }),
        ),
      ).toEqual(WAITS)
    expect(new Set(visits.map((visit) => JSON.stringify(shapesOf(visit)))).size).toBe(1)
    // Reserving a name at this point would also reveal the account.
    for (const businessName of names)
      expect(await signUpPartner({ db: database.db, visit: createVisit() }, partner({ businessName }))).toEqual(WAITS)
    const code = codeIn(await lastMail(database.db, alone.email))
    expect(await answerOf(typeCode(visits[2]!, code))).toMatchObject({ code: 'conflict', field: 'email' })
    expect(await database.db.user.count({ where: { email: alone.email } })).toBe(0)
  })
  test('gives a brand name to only one of several people who verify their addresses at once', async () => {
    const businessName = `Brand ${++counter}`
    const asked = []
    for (let index = 0; index < 4; index++) asked.push(await askAsPartner(partner({ businessName })))
    const answers = await Promise.all(asked.map(({ visit, code }) => answerOf(typeCode(visit, code))))
    expect(answers.filter((answer) => 'value' in answer)).toHaveLength(1)
    for (const answer of answers)
      if (!('value' in answer)) expect(answer).toMatchObject({ code: 'conflict', field: 'businessName' })
    expect(await database.db.user.count({ where: { profile: { fullName: businessName } } })).toBe(1)
  })
  test('turns a customer who verifies the address into a partner, and ends their other sessions', async () => {
    const known = await createAccount(database.db)
    const elsewhere = await signedIn(database.db, known.id)
    const { visit, code } = await askAsPartner(partner({ email: known.email, ...withPassword(OTHER_PASSWORD) }))
    expect(await findViewer({ db: database.db, visit: elsewhere.visit })).toMatchObject({ role: 'customer' })
    await typeCode(visit, code)
    expect(await findViewer({ db: database.db, visit })).toMatchObject({
      userId: known.id,
      role: 'partner',
      partner: { status: 'pending' },
    })
    expect(await findViewer({ db: database.db, visit: elsewhere.visit })).toBeNull()
    expect(
      await database.db.auditEntry.findFirst({ where: { subjectId: known.id, action: 'role_changed' } }),
    ).toMatchObject({ data: { from: 'customer', to: 'partner' } })
  })
})
