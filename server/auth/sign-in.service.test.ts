import { hash } from '@node-rs/argon2'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { createAccount, kindsTo, PASSWORD } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { signInInput, signUpCustomerInput, signUpPartnerInput } from './auth.schema.ts'
import { needsRehash } from './passwords.ts'
import { readViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { signUpCustomer, signUpPartner } from './sign-up.service.ts'

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

let counter = 0
const newEmail = () => `newcomer${++counter}@example.test`
const tryIn = (given: object, visit = createVisit()) => signIn(test.db, visit, signInInput.parse(given))
/** What whoever asked can see: the error without its stack. */
const answerOf = async (promise: Promise<unknown>) => promise.then((value) => ({ value }), ({ name, code, message, field }: Record<string, unknown>) => ({ name, code, message, field }))
const REFUSED = { name: 'AppError', code: 'unauthorized', message: 'Invalid email or password', field: undefined }

describe('signIn', () => {
  it('opens a session and goes on', async () => {
    const user = await createAccount(test.db)
    const visit = createVisit()
    expect(await tryIn({ email: ` ${user.email.toUpperCase()} `, password: PASSWORD, remember: true, redirectTo: '/wishlist' }, visit)).toEqual({ redirectTo: '/wishlist', notice: null })
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: user.id, isRemembered: true })
    expect(await tryIn({ email: user.email, password: PASSWORD, redirectTo: '//evil.example' })).toEqual({ redirectTo: '/', notice: null })
  })
  it('says the same of every failure', async () => {
    const [user, bare] = [await createAccount(test.db), await createUser(test.db)]
    const visit = createVisit()
    const attempts = [
      { email: user.email, password: 'Wrong-Horse-7' }, { email: user.email, password: PASSWORD.toLowerCase() }, { email: user.email, password: `${PASSWORD} ` }, { email: bare.email, password: PASSWORD },
      { email: 'nobody@example.test', password: PASSWORD }, { email: user.email, password: 'Wrong-Horse-7', accountType: 'partner' }, { email: 'nobody@example.test', password: PASSWORD, accountType: 'partner' },
    ]
    for (const attempt of attempts) expect(await answerOf(tryIn(attempt, visit))).toEqual(REFUSED)
    expect(visit.headers).toEqual([])
  })
  it('tells that an account is no partner only to who knows its password', async () => {
    const user = await createAccount(test.db)
    const visit = createVisit()
    expect(await answerOf(tryIn({ email: user.email, password: PASSWORD, accountType: 'partner' }, visit))).toMatchObject({ code: 'forbidden', message: 'Invalid partner account' })
    expect(visit.headers).toEqual([])
    const partner = await createAccount(test.db, { role: 'partner' })
    await createPartner(test.db, { ownerId: partner.id })
    expect(await tryIn({ email: partner.email, password: PASSWORD, accountType: 'partner' })).toEqual({ redirectTo: '/', notice: null })
  })
  it('notes both kinds', async () => {
    const user = await createAccount(test.db)
    await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }))
    await tryIn({ email: user.email, password: PASSWORD })
    const entries = await test.db.auditEntry.findMany({ where: { subjectId: user.id }, orderBy: { at: 'asc' } })
    expect(entries.map(({ actorId, action }) => [actorId, action])).toEqual([[null, 'sign_in_failed'], [user.id, 'sign_in']])
    expect(JSON.stringify(entries)).not.toContain('Horse')
  })
  it('makes a hash of another cost anew', async () => {
    const user = await createUser(test.db)
    await test.db.password.create({ data: { userId: user.id, hash: await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 }) } })
    await tryIn({ email: user.email, password: PASSWORD })
    const stored = await test.db.password.findUniqueOrThrow({ where: { userId: user.id } })
    expect(needsRehash(stored.hash)).toBe(false)
    expect(stored.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await tryIn({ email: user.email, password: PASSWORD })
  })
  it('stops guessing, known address or not, also with the right password, and says when it goes on', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 1_000, network: 1_000, minutes: 15 } } })
    const user = await createAccount(test.db)
    for (const email of [user.email, 'nobody2@example.test']) {
      for (let attempt = 1; attempt <= 3; attempt++) expect(await answerOf(tryIn({ email, password: 'Wrong-Horse-7' }))).toEqual(REFUSED)
      expect(await answerOf(tryIn({ email, password: PASSWORD }))).toEqual({ name: 'AppError', code: 'too_many', message: 'Too many attempts. Please try again in 15 minutes.', field: undefined })
    }
  })
  it('lets the owner in from a browser that she signed in with before, however often strangers guess from anywhere', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 4, network: 1_000, minutes: 15 } } })
    const user = await createAccount(test.db)
    const own = createVisit({ address: '192.0.2.1' })
    await tryIn({ email: user.email, password: PASSWORD }, own)
    for (let attempt = 1; attempt <= 3; attempt++) await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }, createVisit({ address: `198.51.100.${attempt}` })))
    for (let attempt = 1; attempt <= 4; attempt++) await answerOf(tryIn({ email: `nobody${attempt}@example.test`, password: 'Wrong-Horse-7' }, createVisit({ address: '192.0.2.1' })))
    expect(await answerOf(tryIn({ email: user.email, password: PASSWORD }, createVisit({ address: '203.0.113.1' })))).toMatchObject({ code: 'too_many' })
    await tryIn({ email: user.email, password: PASSWORD }, own)
    for (let attempt = 1; attempt <= 3; attempt++) expect(await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }, own))).toEqual(REFUSED)
    expect(await answerOf(tryIn({ email: user.email, password: PASSWORD }, own))).toMatchObject({ code: 'too_many' })
  })
  it('forgets wrong guesses once the right one came', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 1_000, network: 1_000, minutes: 15 } } })
    const user = await createAccount(test.db)
    for (let round = 1; round <= 3; round++) {
      await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }))
      await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }))
      await tryIn({ email: user.email, password: PASSWORD })
    }
  })
})

const customer = (given: object = {}) => signUpCustomerInput.parse({ fullName: 'Grace Hopper', email: newEmail(), phone: '+44 7700 900123', password: PASSWORD, confirmPassword: PASSWORD, ...given })
const partner = (given: object = {}) => signUpPartnerInput.parse({ businessName: `Brand ${++counter}`, email: newEmail(), phone: '', websiteUrl: 'https://brand.example', password: PASSWORD, confirmPassword: PASSWORD, ...given })

describe('signUpCustomer', () => {
  it('opens an account, signs in to it, and mails the link that proves the address', async () => {
    const visit = createVisit()
    const input = customer()
    expect(await signUpCustomer(test.db, visit, input)).toEqual({ redirectTo: '/', notice: `Please check your mail: we have sent a message to ${input.email}.` })
    expect(await readViewer(test.db, visit)).toMatchObject({ email: input.email, role: 'customer', fullName: 'Grace Hopper', isEmailVerified: false, partner: null })
    expect(await test.db.profile.findFirst({ where: { user: { email: input.email } } })).toMatchObject({ phone: '+44 7700 900123' })
    expect(await kindsTo(test.db, input.email)).toEqual(['verify_email'])
  })
  it('answers for an address that has an account as for a new one, and tells its owner alone', async () => {
    const [known, unknown] = [await createAccount(test.db), newEmail()]
    const visit = createVisit()
    const answers = [
      await answerOf(signUpCustomer(test.db, visit, customer({ email: known.email, password: 'Other-Horse-8', confirmPassword: 'Other-Horse-8' }))),
      await answerOf(signUpCustomer(test.db, createVisit(), customer({ email: unknown, password: 'Other-Horse-8', confirmPassword: 'Other-Horse-8' }))),
    ]
    expect(JSON.stringify(answers[0]).replaceAll(known.email, 'X')).toBe(JSON.stringify(answers[1]).replaceAll(unknown, 'X'))
    expect(visit.headers).toEqual([])
    expect(await kindsTo(test.db, known.email)).toEqual(['account_exists'])
    await tryIn({ email: known.email, password: PASSWORD })
  })
  it('signs in whoever knows the password of the account', async () => {
    const known = await createAccount(test.db)
    const visit = createVisit()
    await signUpCustomer(test.db, visit, customer({ email: known.email }))
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: known.id })
    expect(await kindsTo(test.db, known.email)).toEqual([])
  })
  it('opens one account, however often it is sent at once', async () => {
    const input = customer()
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUpCustomer(test.db, createVisit(), input)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await test.db.user.count({ where: { email: input.email } })).toBe(1)
    expect(await kindsTo(test.db, input.email)).toEqual(['verify_email'])
  })
  it.each([['Password1', 'common'], ['Qwertyuiop1', 'common'], ['Trustno1', 'common']])('refuses %s', async (password, reason) => {
    expect(await answerOf(signUpCustomer(test.db, createVisit(), customer({ password, confirmPassword: password })))).toMatchObject({ code: 'bad_input', field: 'password', message: expect.stringContaining(reason) })
  })
  it.each(['Ada.Lovelace1815', '1815AdaLovelace', 'Ada.Lovelace1815@Example.test'])('refuses the address as a password: %s', async (password) => {
    expect(await answerOf(signUpCustomer(test.db, createVisit(), customer({ email: 'ada.lovelace1815@example.test', password, confirmPassword: password })))).toMatchObject({ code: 'bad_input', field: 'password' })
  })
  it('does not guess passwords for others more often than signing in does', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 1_000, network: 1_000, minutes: 15 } } })
    const known = await createAccount(test.db)
    for (let attempt = 1; attempt <= 3; attempt++) await signUpCustomer(test.db, createVisit(), customer({ email: known.email, password: 'Other-Horse-8', confirmPassword: 'Other-Horse-8' }))
    expect(await answerOf(tryIn({ email: known.email, password: PASSWORD }))).toMatchObject({ code: 'too_many' })
  })
})

describe('signUpPartner', () => {
  it('opens a partner that waits for approval', async () => {
    const visit = createVisit()
    const input = partner()
    await signUpPartner(test.db, visit, input)
    const viewer = await readViewer(test.db, visit)
    expect(viewer).toMatchObject({ role: 'partner', partner: { status: 'pending' }, fullName: input.businessName })
    expect(await test.db.partner.findFirst({ where: { ownerId: viewer!.userId } })).toMatchObject({
      businessName: input.businessName, contactPerson: input.businessName, businessType: 'retail', email: input.email, websiteUrl: 'https://brand.example', verificationStatus: 'pending',
    })
    expect(await kindsTo(test.db, input.email)).toEqual(['verify_email'])
  })
  it('says at its field what is taken, and opens nothing', async () => {
    const taken = await createPartner(test.db)
    const named = partner({ businessName: taken.businessName.toUpperCase() })
    expect(await answerOf(signUpPartner(test.db, createVisit(), named))).toMatchObject({ code: 'conflict', field: 'businessName', message: 'This business name is already taken.' })
    const addressed = partner({ email: taken.email })
    expect(await answerOf(signUpPartner(test.db, createVisit(), addressed))).toMatchObject({ code: 'conflict', field: 'email' })
    expect(await test.db.user.count({ where: { email: { in: [named.email, addressed.email] } } })).toBe(0)
  })
  it('lets one of those have a name who ask at once', async () => {
    const businessName = `Brand ${++counter}`
    const answers = await Promise.all(Array.from({ length: 4 }, () => answerOf(signUpPartner(test.db, createVisit(), partner({ businessName })))))
    expect(answers.filter((answer) => 'value' in answer)).toHaveLength(1)
    for (const answer of answers) if (!('value' in answer)) expect(answer).toMatchObject({ code: 'conflict', field: 'businessName' })
    expect(await test.db.user.count({ where: { profile: { fullName: businessName } } })).toBe(1)
  })
  it('answers for an address that has an account as for a new one', async () => {
    const known = await createAccount(test.db)
    const [input, fresh] = [partner({ email: known.email, password: 'Other-Horse-8', confirmPassword: 'Other-Horse-8' }), partner()]
    const answers = [await signUpPartner(test.db, createVisit(), input), await signUpPartner(test.db, createVisit(), fresh)]
    expect(JSON.stringify(answers[0]).replaceAll(known.email, 'X')).toBe(JSON.stringify(answers[1]).replaceAll(fresh.email, 'X'))
    expect(await test.db.partner.count({ where: { businessName: input.businessName } })).toBe(0)
    expect(await kindsTo(test.db, known.email)).toEqual(['account_exists'])
  })
  it('does not tell by a partner\'s address who has an account', async () => {
    const owner = await createAccount(test.db, { role: 'partner' })
    await createPartner(test.db, { ownerId: owner.id, email: owner.email })
    const answer = await answerOf(signUpPartner(test.db, createVisit(), partner({ email: owner.email, password: 'Other-Horse-8', confirmPassword: 'Other-Horse-8' })))
    expect(answer).toEqual({ value: { redirectTo: '/', notice: `Please check your mail: we have sent a message to ${owner.email}.` } })
  })
  it('makes a partner of a customer who gives the right password, and ends his other sessions', async () => {
    const known = await createAccount(test.db)
    const elsewhere = createVisit()
    await tryIn({ email: known.email, password: PASSWORD }, elsewhere)
    const visit = createVisit()
    await signUpPartner(test.db, visit, partner({ email: known.email }))
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: known.id, role: 'partner', partner: { status: 'pending' } })
    expect(await readViewer(test.db, elsewhere)).toBeNull()
    expect(await test.db.auditEntry.findFirst({ where: { subjectId: known.id, action: 'role_changed' } })).toMatchObject({ data: { from: 'customer', to: 'partner' } })
  })
})
