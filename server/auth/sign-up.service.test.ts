import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { codeIn, createAccount, kindsTo, lastMail, PASSWORD, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { codeInput, emailInput, signInInput, signUpCodeInput, signUpCustomerInput, signUpPartnerInput } from './auth.schema.ts'
import { cleanUp } from './clean-up.ts'
import { redeemMagicCode, requestMagicLink } from './magic-link.service.ts'
import { readViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { finishSignUp, finishSignUpByCode, mailSignUpAgain, readSignUpLink, readWaitingSignUp, signUpCustomer, signUpPartner } from './sign-up.service.ts'

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

let counter = 0
const newEmail = () => `newcomer${++counter}@example.test`
const OTHER = 'Other-Horse-8'
const withPassword = (password: string) => ({ password, confirmPassword: password })
const customer = (given: object = {}) => signUpCustomerInput.parse({ fullName: 'Grace Hopper', email: newEmail(), phone: '+44 7700 900123', ...withPassword(PASSWORD), ...given })
const partner = (given: object = {}) => signUpPartnerInput.parse({ businessName: `Brand ${++counter}`, email: newEmail(), phone: '', websiteUrl: 'https://brand.example', ...withPassword(PASSWORD), ...given })
/** What whoever asked can see: the error without its stack. */
const answerOf = async (promise: Promise<unknown>) => promise.then((value) => ({ value }), ({ name, code, message, field }: Record<string, unknown>) => ({ name, code, message, field }))
const WAITS = { redirectTo: '/auth/sign-up' }
const DEAD = { code: 'bad_input', field: 'token' }
const WRONG_CODE = { code: 'bad_input', field: 'code', message: 'This code is wrong or has expired.' }
const ALREADY = 'You had an account with this address already: this is it. Its password is the one that it had.'
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const tryIn = (email: string, password = PASSWORD, visit = createVisit()) => signIn(test.db, visit, signInInput.parse({ email, password }))
const typeCode = (visit: TestVisit, code: string) => finishSignUpByCode(test.db, visit, signUpCodeInput.parse({ code }))
/** Cookies as whoever looks on sees them. */
const shapesOf = ({ headers }: TestVisit) => headers.map((header) => header.replace(/=([^;]+)/, (_, value: string) => `=${value.length}`))

async function ask(input: ReturnType<typeof customer>, visit = createVisit()) {
  await signUpCustomer(test.db, visit, input)
  const mail = await lastMail(test.db, input.email)
  return { visit, email: input.email, token: tokenIn(mail), code: codeIn(mail) }
}
async function askAsPartner(input: ReturnType<typeof partner>, visit = createVisit()) {
  await signUpPartner(test.db, visit, input)
  return { visit, code: codeIn(await lastMail(test.db, input.email)) }
}

describe('signing up', () => {
  it('opens no account and signs nobody in before the address is proven', async () => {
    const visit = createVisit()
    const input = customer()
    expect(await signUpCustomer(test.db, visit, input)).toEqual(WAITS)
    expect(await readViewer(test.db, visit)).toBeNull()
    expect(await test.db.user.count({ where: { email: input.email } })).toBe(0)
    expect(await readWaitingSignUp(test.db, visit)).toEqual({ email: input.email })
    expect(await readWaitingSignUp(test.db, createVisit())).toBeNull()
    expect(visit.headers.map((header) => header.replace(/=[\w-]{43};/, '=x;'))).toEqual(['wtf_asker=x; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax'])
    expect(await kindsTo(test.db, input.email)).toEqual(['confirm_sign_up'])
    await expect(tryIn(input.email)).rejects.toMatchObject({ message: 'Invalid email or password' })
  })
  it('opens it by the code from the mail, and signs in where the visitor was', async () => {
    const { visit, email, code } = await ask(customer({ redirectTo: '/wishlist' }))
    expect(await typeCode(visit, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ redirectTo: '/wishlist', email, notice: null })
    expect(await readViewer(test.db, visit)).toMatchObject({ email, role: 'customer', fullName: 'Grace Hopper', isEmailVerified: true, partner: null })
    expect(await test.db.profile.findFirst({ where: { user: { email } } })).toMatchObject({ phone: '+44 7700 900123' })
    expect(await kindsTo(test.db, email)).toEqual(['confirm_sign_up', 'welcome'])
    await tryIn(email)
    expect(await readWaitingSignUp(test.db, visit)).toBeNull()
    await expect(typeCode(visit, code)).rejects.toMatchObject(WRONG_CODE)
  })
  it('opens it by the link, in the browser that signed up alone', async () => {
    const { visit, email, token } = await ask(customer())
    const strangers = (await ask(customer())).visit
    for (let look = 0; look < 2; look++) expect(await readSignUpLink(test.db, null, { token })).toEqual({ doneFor: null })
    for (const browser of [createVisit(), strangers]) {
      await expect(finishSignUp(test.db, browser, { token })).rejects.toMatchObject({ code: 'forbidden', field: 'token' })
      expect(await readViewer(test.db, browser)).toBeNull()
    }
    expect(await finishSignUp(test.db, visit, { token })).toMatchObject({ email, notice: null })
    expect(await readViewer(test.db, visit)).toMatchObject({ email })
    expect(await readSignUpLink(test.db, await readViewer(test.db, visit), { token })).toEqual({ doneFor: email })
    await expect(readSignUpLink(test.db, null, { token })).rejects.toMatchObject(DEAD)
    for (const dead of [token, '', 'x']) await expect(finishSignUp(test.db, visit, { token: dead })).rejects.toMatchObject(DEAD)
  })
  it('keeps nothing of what was typed once the address is proven, or a day after the link has expired', async () => {
    const first = await ask(customer())
    await typeCode(first.visit, first.code)
    expect(await test.db.oneTimeToken.findFirst({ where: { email: first.email } })).toMatchObject({ data: {} })
    const second = await ask(customer())
    await test.db.oneTimeToken.updateMany({ where: { email: second.email }, data: { expiresAt: new Date(Date.now() - 1) } })
    await expect(finishSignUp(test.db, second.visit, { token: second.token })).rejects.toMatchObject(DEAD)
    await expect(typeCode(second.visit, second.code)).rejects.toMatchObject(WRONG_CODE)
    await cleanUp(test.db, new Date(Date.now() + 25 * 3600_000))
    expect(await test.db.oneTimeToken.count({ where: { email: second.email } })).toBe(0)
  })
  it('has a dead code after five wrong ones, also at once, and a link that still works', async () => {
    const { visit, code, token } = await ask(customer())
    await Promise.allSettled(Array.from({ length: 20 }, () => typeCode(visit, other(code))))
    await expect(typeCode(visit, code)).rejects.toMatchObject(WRONG_CODE)
    await finishSignUp(test.db, visit, { token })
  })
  it('has a code that no other browser can try or use up', async () => {
    const { visit, email, code } = await ask(customer())
    const stranger = (await ask(customer({ email, ...withPassword(OTHER) }))).visit
    for (let attempt = 1; attempt <= 10; attempt++) for (const browser of [stranger, createVisit()]) await expect(typeCode(browser, code)).rejects.toMatchObject(WRONG_CODE)
    await typeCode(visit, code)
    await tryIn(email)
    await expect(tryIn(email, OTHER)).rejects.toMatchObject({ message: 'Invalid email or password' })
  })
  it('opens one account, however often it is proven at once and from wherever', async () => {
    const input = customer()
    const { visit, token } = await ask(input)
    const asker = visit.cookies.get('wtf_asker')!
    const elsewhere = await ask(input)
    const browsers = Array.from({ length: 16 }, () => createVisit())
    const answers = await Promise.allSettled([...browsers.map((browser) => {
      browser.cookies.set('wtf_asker', asker)
      return finishSignUp(test.db, browser, { token })
    }), typeCode(elsewhere.visit, elsewhere.code)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await test.db.user.count({ where: { email: input.email } })).toBe(1)
  })
  it('mails once more what waits in this browser, and nothing elsewhere', async () => {
    const { visit, email, code } = await ask(customer())
    await mailSignUpAgain(test.db, createVisit())
    expect(await kindsTo(test.db, email)).toEqual(['confirm_sign_up'])
    await mailSignUpAgain(test.db, visit)
    expect(await kindsTo(test.db, email)).toEqual(['confirm_sign_up', 'confirm_sign_up'])
    const newest = codeIn(await lastMail(test.db, email))
    if (newest !== code) await expect(typeCode(visit, code)).rejects.toMatchObject(WRONG_CODE)
    await typeCode(visit, newest)
    await tryIn(email)
  })
  it.each([['Password1', 'common'], ['Qwertyuiop1', 'common'], ['Trustno1', 'common']])('refuses %s', async (password, reason) => {
    expect(await answerOf(signUpCustomer(test.db, createVisit(), customer(withPassword(password))))).toMatchObject({ code: 'bad_input', field: 'password', message: expect.stringContaining(reason) })
  })
  it.each(['Ada.Lovelace1815', '1815AdaLovelace', 'Ada.Lovelace1815@Example.test'])('refuses the address as a password: %s', async (password) => {
    expect(await answerOf(signUpCustomer(test.db, createVisit(), customer({ email: 'ada.lovelace1815@example.test', ...withPassword(password) })))).toMatchObject({ code: 'bad_input', field: 'password' })
  })
  it('floods no mailbox', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signUp: { account: 3, address: 1_000, network: 1_000, minutes: 60 } } })
    const { email } = await createAccount(test.db)
    for (let attempt = 1; attempt <= 2; attempt++) await signUpCustomer(test.db, createVisit(), customer({ email }))
    const visit = createVisit()
    await signUpPartner(test.db, visit, partner({ email }))
    await expect(mailSignUpAgain(test.db, visit)).rejects.toMatchObject({ code: 'too_many' })
    await expect(signUpCustomer(test.db, createVisit(), customer({ email }))).rejects.toMatchObject({ code: 'too_many' })
    expect(await kindsTo(test.db, email)).toHaveLength(3)
  })
})

describe('signing up with an address that has an account', () => {
  it.each(['proven', 'unproven', 'closed', 'without a password'])('is answered as with a new one (%s), with the same cookies and rows, whatever the password', async (kind) => {
    const state = kind === 'unproven' ? { emailVerifiedAt: null } : kind === 'closed' ? { deletionRequestedAt: new Date() } : {}
    const known = kind === 'without a password' ? await createUser(test.db, state) : await createAccount(test.db, state)
    for (const password of [PASSWORD, OTHER]) {
      const [here, there] = [createVisit(), createVisit()]
      const unknown = newEmail()
      const answers = [
        await signUpCustomer(test.db, here, customer({ email: known.email, ...withPassword(password) })),
        await signUpCustomer(test.db, there, customer({ email: unknown, ...withPassword(password) })),
      ]
      expect(answers).toEqual([WAITS, WAITS])
      expect(shapesOf(here)).toEqual(shapesOf(there))
      expect([await readWaitingSignUp(test.db, here), await readWaitingSignUp(test.db, there)]).toEqual([{ email: known.email }, { email: unknown }])
      expect([await readViewer(test.db, here), await readViewer(test.db, there)]).toEqual([null, null])
      for (const [visit, email] of [[here, known.email], [there, unknown]] as const) expect(await answerOf(typeCode(visit, other(codeIn(await lastMail(test.db, email)))))).toMatchObject(WRONG_CODE)
      // What happens afterwards by other ways is the same too.
      for (const email of [known.email, unknown]) if (email === unknown || password === OTHER) expect(await answerOf(tryIn(email, password))).toMatchObject({ code: 'unauthorized' })
    }
    expect(new Set(await kindsTo(test.db, known.email))).toEqual(new Set(['already_signed_up']))
  })
  it('lets its owner in by the mail, and leaves everything as it was', async () => {
    const known = await createAccount(test.db)
    const { visit, code } = await ask(customer({ email: known.email, ...withPassword(OTHER) }))
    expect(await typeCode(visit, code)).toMatchObject({ notice: ALREADY })
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: known.id, fullName: known.profile!.fullName })
    await tryIn(known.email)
    await expect(tryIn(known.email, OTHER)).rejects.toMatchObject({ code: 'unauthorized' })
  })
  it('gives an account that nobody has proven to whoever reads the mail, with what he typed and without what a stranger left', async () => {
    const known = await createAccount(test.db, { emailVerifiedAt: null })
    const stranger = await signedIn(test.db, known.id)
    const { visit, code } = await ask(customer({ email: known.email, ...withPassword(OTHER) }))
    expect(await typeCode(visit, code)).toMatchObject({ notice: null })
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: known.id, isEmailVerified: true, fullName: 'Grace Hopper' })
    expect(await readViewer(test.db, stranger.visit)).toBeNull()
    await tryIn(known.email, OTHER)
    await expect(tryIn(known.email)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await test.db.auditEntry.count({ where: { subjectId: known.id, action: 'account_claimed' } })).toBe(1)
  })
  it('does not give the sign-in code of a stranger\'s asking to its owner, nor hers to the stranger', async () => {
    const known = await createAccount(test.db)
    const own = createVisit()
    await requestMagicLink(test.db, own, emailInput.parse({ email: known.email }))
    const code = codeIn(await lastMail(test.db, known.email, 'magic_link'))
    for (let attempt = 1; attempt <= 3; attempt++) await requestMagicLink(test.db, createVisit(), emailInput.parse({ email: known.email }))
    for (let attempt = 1; attempt <= 9; attempt++) await answerOf(redeemMagicCode(test.db, createVisit(), codeInput.parse({ email: known.email, code: other(code) })))
    await redeemMagicCode(test.db, own, codeInput.parse({ email: known.email, code }))
    expect(await readViewer(test.db, own)).toMatchObject({ userId: known.id })
  })
})

describe('signing up as a partner', () => {
  it('makes a partner who waits for approval, once the address is proven', async () => {
    const input = partner()
    const { visit, code } = await askAsPartner(input)
    expect(await test.db.partner.count({ where: { businessName: input.businessName } })).toBe(0)
    await typeCode(visit, code)
    const viewer = await readViewer(test.db, visit)
    expect(viewer).toMatchObject({ role: 'partner', partner: { status: 'pending' }, fullName: input.businessName })
    expect(await test.db.partner.findFirst({ where: { ownerId: viewer!.userId } })).toMatchObject({
      businessName: input.businessName, contactPerson: input.businessName, businessType: 'retail', email: input.email, websiteUrl: 'https://brand.example', verificationStatus: 'pending',
    })
  })
  it('says at its field that a name is taken, whoever has the address', async () => {
    const taken = await createPartner(test.db)
    const known = await createAccount(test.db)
    const answers = [known.email, newEmail()].map((email) => answerOf(signUpPartner(test.db, createVisit(), partner({ email, businessName: taken.businessName.toUpperCase() }))))
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ code: 'conflict', field: 'businessName', message: 'This business name is already taken.' })
  })
  it('takes every sign of a name and an address for itself', async () => {
    await createPartner(test.db, { businessName: 'Brand A_B', email: 'a_b@brand.example' })
    for (const businessName of ['%', 'Brand A_', 'Brand AxB', 'Brand\\', '_'.repeat(9)]) expect(await signUpPartner(test.db, createVisit(), partner({ businessName }))).toEqual(WAITS)
    const { visit, code } = await askAsPartner(partner({ email: 'axb@brand.example' }))
    await typeCode(visit, code)
    expect(await test.db.partner.count({ where: { email: 'axb@brand.example' } })).toBe(1)
  })
  it('tells whose an address is to nobody but its owner: it is the same for a customer, a partner, a brand without an account, and nobody', async () => {
    const known = await createAccount(test.db)
    const owner = await createAccount(test.db, { role: 'partner' })
    await createPartner(test.db, { ownerId: owner.id, email: owner.email })
    const alone = await createPartner(test.db)
    const emails = [known.email, owner.email, alone.email, newEmail()]
    const visits = emails.map(() => createVisit())
    const names = emails.map(() => `Brand ${++counter}`)
    for (const [index, email] of emails.entries()) expect(await signUpPartner(test.db, visits[index]!, partner({ email, businessName: names[index], ...withPassword(OTHER) }))).toEqual(WAITS)
    expect(new Set(visits.map((visit) => JSON.stringify(shapesOf(visit)))).size).toBe(1)
    // Whether a name is reserved by now would tell as well.
    for (const businessName of names) expect(await signUpPartner(test.db, createVisit(), partner({ businessName }))).toEqual(WAITS)
    const code = codeIn(await lastMail(test.db, alone.email))
    expect(await answerOf(typeCode(visits[2]!, code))).toMatchObject({ code: 'conflict', field: 'email' })
    expect(await test.db.user.count({ where: { email: alone.email } })).toBe(0)
  })
  it('lets one of those have a name who prove themselves at once', async () => {
    const businessName = `Brand ${++counter}`
    const asked = []
    for (let index = 0; index < 4; index++) asked.push(await askAsPartner(partner({ businessName })))
    const answers = await Promise.all(asked.map(({ visit, code }) => answerOf(typeCode(visit, code))))
    expect(answers.filter((answer) => 'value' in answer)).toHaveLength(1)
    for (const answer of answers) if (!('value' in answer)) expect(answer).toMatchObject({ code: 'conflict', field: 'businessName' })
    expect(await test.db.user.count({ where: { profile: { fullName: businessName } } })).toBe(1)
  })
  it('makes a partner of a customer who proves the address, and ends his other sessions', async () => {
    const known = await createAccount(test.db)
    const elsewhere = await signedIn(test.db, known.id)
    const { visit, code } = await askAsPartner(partner({ email: known.email, ...withPassword(OTHER) }))
    expect(await readViewer(test.db, elsewhere.visit)).toMatchObject({ role: 'customer' })
    await typeCode(visit, code)
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: known.id, role: 'partner', partner: { status: 'pending' } })
    expect(await readViewer(test.db, elsewhere.visit)).toBeNull()
    expect(await test.db.auditEntry.findFirst({ where: { subjectId: known.id, action: 'role_changed' } })).toMatchObject({ data: { from: 'customer', to: 'partner' } })
  })
})
