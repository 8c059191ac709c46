import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { JOINING_PAGE, SECOND_FACTOR_PAGE } from '#server/auth/auth.schema.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { finishSignUp, finishSignUpByCode, checkSignUpLink } from '#server/auth/finish-sign-up.service.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { mailSignUpAgain, findWaitingSignUp } from '#server/auth/sign-up.service.ts'
import { createUser } from '#tests/factories.ts'
import {
  actionsOf,
  codeIn,
  createAccount,
  DEAD_LINK,
  kindsTo,
  lastMail,
  otherCode,
  tokenIn,
  trySignIn,
  WRONG_CODE,
} from '#tests/setup/auth.ts'
import { answersOf, createAdmin, DEAD_INVITATION, inviteBrand, newBrand, openedBrowser } from '#tests/setup/joining.ts'
import { at, codeAt, setUpSecondFactor, typeSecondFactor } from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { admit } from './admission.service.ts'
import { revokeInvitation } from './invite.service.ts'
import { joinByMailInput } from './join.schema.ts'
import { joinAsPartner } from './join.service.ts'
import { proveAddress } from './prove-address.service.ts'

const here = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off', adminEmails: [] }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

/**
 * Creates a browser with an open invitation that has requested the verification of an address, by default the invited
 * one.
 */
async function asked({ email, fullName = 'Ann Owner' }: { email?: string; fullName?: string } = {}) {
  const invitation = await inviteBrand(here.db)
  const visit = await openedBrowser(here.db, invitation)
  const input = joinByMailInput.parse({ email: email ?? invitation.email, fullName })
  await proveAddress({ db: here.db, visit }, input)
  const mail = await lastMail(here.db, input.email, 'confirm_joining')
  return { invitation, visit, email: input.email, mail, token: tokenIn(mail), code: codeIn(mail) }
}
const byLink = ({ visit, token }: Pick<Awaited<ReturnType<typeof asked>>, 'visit' | 'token'>) =>
  finishSignUp({ db: here.db, visit }, { token })
const byCode = ({ visit, code }: Pick<Awaited<ReturnType<typeof asked>>, 'visit' | 'code'>) =>
  finishSignUpByCode({ db: here.db, visit }, { code })
const age = (email: string, minutes: number) =>
  here.db
    .$executeRaw`UPDATE one_time_tokens SET expires_at = expires_at - make_interval(mins => ${minutes}::int) WHERE email = ${email}`

/** A response without its random parts. */
interface Told {
  headers: string[]
  text: string
  kind: string
}

describe('an address without an account', () => {
  test.each([
    ['the link', byLink],
    ['the code', byCode],
  ])('gets an account with %s in the same browser, and continues the onboarding', async (_, prove) => {
    const waiting = await asked()
    const { email, visit, invitation } = waiting
    expect(await here.db.user.count({ where: { email } })).toBe(0)
    expect(await prove(waiting)).toEqual({ redirectTo: JOINING_PAGE, email, notice: null })
    const viewer = await findViewer({ db: here.db, visit })
    expect(viewer).toMatchObject({ email, role: 'customer', isEmailVerified: true, fullName: 'Ann Owner' })
    expect(await here.db.password.count({ where: { userId: viewer!.userId } })).toBe(0)
    // Only people who have joined get the welcome email.
    expect(await kindsTo(here.db, email)).toEqual(['partner_invitation', 'confirm_joining'])
    expect(await actionsOf(here.db, viewer!.userId)).toContain('sign_up')
    expect(await admit({ db: here.db, visit, viewer })).toMatchObject({
      kind: 'admitted',
      admitted: { invitation: { id: invitation.id }, account: { email, hasPassword: false } },
    })
    expect(await joinAsPartner({ db: here.db, visit, viewer }, await answersOf(here.db, invitation))).toMatchObject({
      isApproved: true,
    })
  })
  test('may differ from the invited one', async () => {
    const waiting = await asked({ email: ` ${newBrand().email.toUpperCase()} ` })
    const { email } = await byLink(waiting)
    expect(email).toBe(waiting.email)
    expect(waiting.email).not.toBe(waiting.invitation.email)
  })
  test('does not require a name', async () => {
    const waiting = await asked({ fullName: '' })
    await byLink(waiting)
    expect(await findViewer({ db: here.db, visit: waiting.visit })).toMatchObject({ fullName: '', hasProfile: true })
  })
})

describe('an address with an account', () => {
  test.each([
    ['the link', byLink],
    ['the code', byCode],
  ])('is signed in with %s, and stays unchanged', async (_, prove) => {
    const account = await createAccount(here.db, { fullName: 'Ada' })
    const waiting = await asked({ email: account.email, fullName: 'Somebody Else' })
    expect(await prove(waiting)).toEqual({ redirectTo: JOINING_PAGE, email: account.email, notice: null })
    expect(await findViewer({ db: here.db, visit: waiting.visit })).toMatchObject({
      userId: account.id,
      fullName: 'Ada',
      role: 'customer',
    })
    await trySignIn(here.db, account.email)
    expect(await kindsTo(here.db, account.email)).toEqual(['confirm_joining'])
  })
  test('requires its second factor, and then continues', async () => {
    const account = await createAccount(here.db)
    const { secret } = await setUpSecondFactor(here.db, account.id, at(0))
    const waiting = await asked({ email: account.email })
    const { visit } = waiting
    expect(await byLink(waiting)).toMatchObject({ redirectTo: SECOND_FACTOR_PAGE })
    expect(await findViewer({ db: here.db, visit })).toBeNull()
    expect(await typeSecondFactor(here.db, visit, codeAt(secret, at(30)))).toMatchObject({ redirectTo: JOINING_PAGE })
    expect(await findViewer({ db: here.db, visit })).toMatchObject({ userId: account.id })
  })
  test('that was unverified loses everything that a stranger left', async () => {
    const account = await createAccount(here.db, { emailVerifiedAt: null, fullName: 'Stranger' })
    const waiting = await asked({ email: account.email })
    expect(await byLink(waiting)).toMatchObject({ notice: null })
    expect(await findViewer({ db: here.db, visit: waiting.visit })).toMatchObject({
      userId: account.id,
      isEmailVerified: true,
      fullName: 'Ann Owner',
    })
    await expect(trySignIn(here.db, account.email)).rejects.toMatchObject({ code: 'unauthorized' })
  })
  test('looks the same as one without an account, except in the email', async () => {
    const [known, unknown] = [(await createUser(here.db, { fullName: '' })).email, newBrand().email]
    const waiting = [await asked({ email: known, fullName: '' }), await asked({ email: unknown, fullName: '' })]
    const [{ text, ...one }, { text: other, ...two }] = waiting.map(({ visit, mail, email, token, code }) => ({
      headers: visit.headers.map((header) => header.replace(/=[^;]*/, '')),
      text: mail.text.replace(token, 'TOKEN').replace(code, 'CODE').replaceAll(email, 'ADDRESS'),
      kind: mail.kind,
    })) as [Told, Told]
    expect(one).toEqual(two)
    const says = 'You already have an account with this email address. The link and the code sign you in to it.'
    expect([text.includes(says), text.replace(`${says}\n\n`, '')]).toEqual([true, other])
  })
})

describe('the emailed link and code', () => {
  test('work only in the browser that requested them', async () => {
    const waiting = await asked()
    for (const visit of [createVisit(), await openedBrowser(here.db, waiting.invitation)]) {
      await expect(byLink({ visit, token: waiting.token })).rejects.toMatchObject({ code: 'forbidden', field: 'token' })
      await expect(byCode({ visit, code: waiting.code })).rejects.toMatchObject(WRONG_CODE)
    }
    // The link is still valid.
    await byLink(waiting)
  })
  test('work once', async () => {
    const waiting = await asked()
    await byLink(waiting)
    await expect(byLink(waiting)).rejects.toMatchObject(DEAD_LINK)
    await expect(byCode(waiting)).rejects.toMatchObject(WRONG_CODE)
    const viewer = await findViewer({ db: here.db, visit: waiting.visit })
    expect(await checkSignUpLink({ db: here.db, viewer }, { token: waiting.token })).toEqual({ doneFor: waiting.email })
  })
  test.each([
    [14, true],
    [15, false],
  ])('after %i minutes are valid: %j', async (minutes, works) => {
    for (const prove of [byLink, byCode]) {
      const waiting = await asked()
      await age(waiting.email, minutes)
      const proven = prove(waiting)
      await (works ? proven : expect(proven).rejects.toMatchObject({ code: 'bad_input' }))
    }
  })
  test('can be checked without being used up', async () => {
    const waiting = await asked()
    for (let round = 0; round < 3; round++)
      expect(await checkSignUpLink({ db: here.db, viewer: null }, { token: waiting.token })).toEqual({ doneFor: null })
    await byLink(waiting)
  })
  test('allow five wrong codes, while the link still works', async () => {
    const waiting = await asked()
    for (let tries = 0; tries < 5; tries++)
      await expect(byCode({ ...waiting, code: otherCode(waiting.code) })).rejects.toMatchObject(WRONG_CODE)
    await expect(byCode(waiting)).rejects.toMatchObject(WRONG_CODE)
    await byLink(waiting)
  })
  test('are replaced by each newer pair', async () => {
    const waiting = await asked()
    await proveAddress({ db: here.db, visit: waiting.visit }, { email: waiting.email, fullName: '' })
    await expect(byLink(waiting)).rejects.toMatchObject(DEAD_LINK)
    await byLink({ visit: waiting.visit, token: tokenIn(await lastMail(here.db, waiting.email)) })
  })
  test('can be requested for another address after a typo', async () => {
    const waiting = await asked()
    const email = newBrand().email
    await proveAddress({ db: here.db, visit: waiting.visit }, { email, fullName: '' })
    expect(await findWaitingSignUp({ db: here.db, visit: waiting.visit })).toEqual({ email, isPartner: false })
    const { email: proven } = await byCode({ visit: waiting.visit, code: codeIn(await lastMail(here.db, email)) })
    expect(proven).toBe(email)
  })
  test('lead back to the onboarding if they are resent from the sign-up page, and expire after 15 minutes', async () => {
    const waiting = await asked()
    await mailSignUpAgain({ db: here.db, visit: waiting.visit })
    const mail = await lastMail(here.db, waiting.email)
    expect([mail.kind, mail.text.includes('/partners/onboarding/confirmed?token=')]).toEqual(['confirm_joining', true])
    const { expiresAt } = await here.db.oneTimeToken.findFirstOrThrow({ where: { email: waiting.email, usedAt: null } })
    expect(Math.abs(expiresAt.getTime() - Date.now() - 15 * 60_000)).toBeLessThan(60_000)
  })
})

describe('the verification email', () => {
  test('links to the confirmation page, states the validity, and uses no free text in the greeting', async () => {
    const { mail, token, code } = await asked({ fullName: 'Call https://evil.example now' })
    expect(mail.text).toContain(`http://127.0.0.1:3000/partners/onboarding/confirmed?token=${token}`)
    for (const said of [code, 'expire in 15 minutes', 'Hello,']) expect(mail.text).toContain(said)
    expect(mail.text + mail.html).not.toContain('evil')
  })
  test('is the only place where its link and code appear', async () => {
    const { email, token, code, invitation } = await asked()
    const stored = await here.db.oneTimeToken.findFirstOrThrow({ where: { email } })
    const log = await here.db.auditEntry.findMany()
    for (const secret of [token, invitation.token]) expect(JSON.stringify([stored, log])).not.toContain(secret)
    expect(Object.values(stored)).not.toContain(code)
    expect(stored.data).toMatchObject({ passwordHash: null, business: null, isJoining: true })
  })
})

describe('without an open invitation', () => {
  test('no address is verified', async () => {
    const email = newBrand().email
    const revoked = await inviteBrand(here.db)
    const formerly = await openedBrowser(here.db, revoked)
    await revokeInvitation(await createAdmin(here.db), { invitationId: revoked.id })
    for (const visit of [createVisit(), formerly])
      await expect(proveAddress({ db: here.db, visit }, { email, fullName: '' })).rejects.toMatchObject(DEAD_INVITATION)
    expect(await kindsTo(here.db, email)).toEqual([])
  })
})

test('limits one address to five emails an hour, and one browser to twenty addresses', async () => {
  configureAuth({ limits: USUAL_LIMITS })
  const invitation = await inviteBrand(here.db)
  const visit = await openedBrowser(here.db, invitation)
  const ask = (email: string) => proveAddress({ db: here.db, visit }, { email, fullName: '' })
  const one = newBrand().email
  for (let times = 0; times < 5; times++) await ask(one)
  await expect(ask(one)).rejects.toMatchObject({ code: 'too_many' })
  expect(await kindsTo(here.db, one)).toHaveLength(5)
  const answers = []
  for (let times = 0; times < 20; times++)
    answers.push(
      await ask(newBrand().email).then(
        () => 'mailed',
        (error: { code: string }) => error.code,
      ),
    )
  expect(answers.filter((answer) => answer === 'mailed').length).toBeLessThanOrEqual(15)
  expect(answers.at(-1)).toBe('too_many')
})

describe('the email address form', () => {
  test.each([
    [undefined, 'Email is required for magic link'],
    ['  ', 'Email is required for magic link'],
    ['ann', 'Please enter a valid email address'],
    [`${'a'.repeat(250)}@brand.test`, 'Please enter a valid email address'],
  ])('refuses %j', (email, message) => {
    expect(joinByMailInput.safeParse({ email }).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})
