import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { codeIn, createAccount, kindsTo, lastMail, PASSWORD, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { changeEmailInput, changePasswordInput, codeInput, emailInput, resetPasswordInput } from './auth.schema.ts'
import { confirmEmailChange, readEmailLink, requestEmailChange, requestEmailVerification, verifyEmail } from './email.service.ts'
import { knownDevice } from './known-device.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from './magic-link.service.ts'
import { changePassword, proveAgain, removeAfterReset, requestPasswordReset, resetPassword } from './password.service.ts'
import { isProvenRecently } from './recent-proof.ts'
import { readViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import type { Viewer } from './viewer.ts'

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const OTHER = 'Other-Horse-8'
const newPassword = (token: string, password = OTHER) => resetPasswordInput.parse({ token, password, confirmPassword: password })
const entry = (email: string, password: string) => signIn(test.db, createVisit(), { email, password, accountType: undefined, remember: false, redirectTo: undefined })
const expireTokens = (userId: string) => test.db.oneTimeToken.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } })
const DEAD = { code: 'bad_input', field: 'token', message: 'This link is not valid any more. Please ask for a new one.' }
const WRONG_CODE = { code: 'bad_input', field: 'code', message: 'This code is wrong or has expired.' }
const SHOW_FIRST = { code: 'forbidden', field: 'recent-proof' }
/** The same viewer, an hour after he signed in. */
const longAgo = (viewer: Viewer): Viewer => ({ ...viewer, authenticatedAt: new Date(Date.now() - 3600_000) })
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function askReset(email: string): Promise<string> {
  await requestPasswordReset(test.db, createVisit(), { email })
  return tokenIn(await lastMail(test.db, email))
}
async function askMagic(email: string, given: object = {}, visit = createVisit()) {
  await requestMagicLink(test.db, visit, emailInput.parse({ email, ...given }))
  const mail = await lastMail(test.db, email)
  return { visit, token: tokenIn(mail), code: codeIn(mail) }
}

describe('a new password by mail', () => {
  it('works once, ends every session, and tells the owner', async () => {
    const user = await createAccount(test.db)
    const { visit } = await signedIn(test.db, user.id)
    const token = await askReset(user.email)
    expect(await resetPassword(test.db, createVisit(), newPassword(token))).toEqual({ redirectTo: '/login', others: null })
    expect(await readViewer(test.db, visit)).toBeNull()
    await entry(user.email, OTHER)
    await expect(entry(user.email, PASSWORD)).rejects.toMatchObject({ message: 'Invalid email or password' })
    await expect(resetPassword(test.db, createVisit(), newPassword(token, 'Third-Horse-9'))).rejects.toMatchObject(DEAD)
    expect(await kindsTo(test.db, user.email)).toEqual(['reset_password', 'password_changed'])
  })
  it('stores nothing that works', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(user.email)
    const [stored] = await test.db.oneTimeToken.findMany({ where: { userId: user.id } })
    expect(token).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(token)
    await expect(resetPassword(test.db, createVisit(), newPassword(stored!.tokenHash))).rejects.toMatchObject(DEAD)
  })
  it('refuses links that are altered, expired or of another purpose', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(user.email)
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    for (const bad of [altered, token.slice(1), '', 'x', token.toLowerCase() === token ? 'x' : token.toLowerCase(), "' OR 1=1 --"]) {
      await expect(resetPassword(test.db, createVisit(), newPassword(bad))).rejects.toMatchObject(DEAD)
    }
    const magic = await askMagic(user.email)
    await expect(resetPassword(test.db, createVisit(), newPassword(magic.token))).rejects.toMatchObject(DEAD)
    await expect(redeemMagicLink(test.db, magic.visit, { token })).rejects.toMatchObject(DEAD)
    await expireTokens(user.id)
    await expect(resetPassword(test.db, createVisit(), newPassword(token))).rejects.toMatchObject(DEAD)
    await entry(user.email, PASSWORD)
  })
  it('is not ended by a stranger who asks for another one; the first that is used ends all', async () => {
    const user = await createAccount(test.db)
    const [owners, strangers] = [await askReset(user.email), await askReset(user.email)]
    await resetPassword(test.db, createVisit(), newPassword(owners))
    await expect(resetPassword(test.db, createVisit(), newPassword(strangers))).rejects.toMatchObject(DEAD)
  })
  it('lets one of 64 win that come at once', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(user.email)
    const passwords = Array.from({ length: 64 }, (_, number) => `Parallel-Horse-${number}`)
    const answers = await Promise.allSettled(passwords.map((password) => resetPassword(test.db, createVisit(), newPassword(token, password))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(DEAD)
    await entry(user.email, passwords[answers.findIndex(({ status }) => status === 'fulfilled')]!)
  })
  it('keeps the link when the password is a bad one', async () => {
    const user = await createAccount(test.db)
    const token = await askReset(user.email)
    await expect(resetPassword(test.db, createVisit(), newPassword(token, 'Password1'))).rejects.toMatchObject({ code: 'bad_input', field: 'password' })
    await resetPassword(test.db, createVisit(), newPassword(token))
  })
  it('gives no hint who exists', async () => {
    const user = await createAccount(test.db)
    const visit = createVisit()
    expect(await requestPasswordReset(test.db, visit, { email: user.email })).toEqual(await requestPasswordReset(test.db, visit, { email: 'nobody@example.test' }))
    expect(visit.headers).toEqual([])
    expect(await kindsTo(test.db, 'nobody@example.test')).toEqual(['no_account'])
    expect((await lastMail(test.db, 'nobody@example.test')).text).not.toContain('token=')
  })
  it('hands an unproven account to whoever reads its mail, without what a stranger left in it', async () => {
    const user = await createAccount(test.db, { emailVerifiedAt: null })
    await test.db.oAuthAccount.create({ data: { provider: 'google', subject: 'stranger', userId: user.id } })
    await resetPassword(test.db, createVisit(), newPassword(await askReset(user.email)))
    expect(await test.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect((await test.db.user.findUniqueOrThrow({ where: { id: user.id } })).emailVerifiedAt).not.toBeNull()
  })
})

describe('what else opens the account after a new password', () => {
  async function resetWithProviders() {
    const user = await createAccount(test.db)
    for (const provider of ['google', 'apple']) await test.db.oAuthAccount.create({ data: { provider, subject: `${provider} of ${user.id}`, userId: user.id, email: `${provider}@example.test` } })
    const { others } = await resetPassword(test.db, createVisit(), newPassword(await askReset(user.email)))
    return { user, others: others! }
  }
  it('is listed, and removed by its owner alone, with the sessions that it may have opened', async () => {
    const { user, others } = await resetWithProviders()
    expect(others).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), providers: [{ provider: 'google', email: 'google@example.test' }, { provider: 'apple', email: 'apple@example.test' }] })
    const thief = await signedIn(test.db, user.id)
    expect(await removeAfterReset(test.db, createVisit(), { token: others.token, provider: 'google' })).toEqual({ token: others.token, providers: [{ provider: 'apple', email: 'apple@example.test' }] })
    expect(await readViewer(test.db, thief.visit)).toBeNull()
    expect(await removeAfterReset(test.db, createVisit(), { token: others.token, provider: 'apple' })).toMatchObject({ providers: [] })
    expect(await test.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(0)
    expect(await test.db.auditEntry.count({ where: { subjectId: user.id, action: 'provider_unlinked' } })).toBe(2)
  })
  it('is not for a link of another kind, nor for later', async () => {
    const { user, others } = await resetWithProviders()
    const reset = await askReset(user.email)
    for (const token of ['', 'x', reset, (await askMagic(user.email)).token]) await expect(removeAfterReset(test.db, createVisit(), { token, provider: 'google' })).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
    await expect(resetPassword(test.db, createVisit(), newPassword(others.token))).rejects.toMatchObject(DEAD)
    await expireTokens(user.id)
    await expect(removeAfterReset(test.db, createVisit(), { token: others.token, provider: 'google' })).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
    expect(await test.db.oAuthAccount.count({ where: { userId: user.id } })).toBe(2)
  })
})

describe('a sign-in link', () => {
  it('signs in the browser that asked, once, and goes on where it was', async () => {
    const user = await createAccount(test.db)
    const { visit, token } = await askMagic(user.email, { redirectTo: '/wishlist', remember: true })
    expect(visit.headers[0]).toMatch(/^wtf_asker=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/)
    expect(await redeemMagicLink(test.db, visit, { token })).toEqual({ redirectTo: '/wishlist', notice: null })
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: user.id, isRemembered: true })
    await expect(redeemMagicLink(test.db, visit, { token })).rejects.toMatchObject(DEAD)
  })
  it('does nothing in another browser, and stays good', async () => {
    const user = await createAccount(test.db)
    const { visit, token } = await askMagic(user.email)
    const strangers = createVisit()
    await askMagic('somebody-else@example.test', {}, strangers)
    for (const browser of [createVisit(), strangers]) {
      await expect(redeemMagicLink(test.db, browser, { token })).rejects.toMatchObject({ code: 'forbidden' })
      expect(await readViewer(test.db, browser)).toBeNull()
    }
    await redeemMagicLink(test.db, visit, { token })
  })
  it('lets one of 64 win that come at once', async () => {
    const user = await createAccount(test.db)
    const { visit, token } = await askMagic(user.email)
    const asker = visit.cookies.get('wtf_asker')!
    const browsers = Array.from({ length: 64 }, () => createVisit())
    const answers = await Promise.allSettled(browsers.map((browser) => {
      browser.cookies.set('wtf_asker', asker)
      return redeemMagicLink(test.db, browser, { token })
    }))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await test.db.session.count({ where: { userId: user.id } })).toBe(1)
  })
  it('has a code for another device, which uses the link up', async () => {
    const user = await createAccount(test.db)
    const { visit, token, code } = await askMagic(user.email, { redirectTo: '/settings' })
    const phone = createVisit()
    expect(await redeemMagicCode(test.db, phone, codeInput.parse({ email: user.email, code }))).toEqual({ redirectTo: '/settings', notice: null })
    expect(await readViewer(test.db, phone)).toMatchObject({ userId: user.id })
    await expect(redeemMagicLink(test.db, visit, { token })).rejects.toMatchObject(DEAD)
    await expect(redeemMagicCode(test.db, phone, codeInput.parse({ email: user.email, code }))).rejects.toMatchObject(WRONG_CODE)
  })
  it('has a dead code after five wrong ones, and a link that still works', async () => {
    const user = await createAccount(test.db)
    const { visit, token, code } = await askMagic(user.email)
    for (let attempt = 1; attempt <= 5; attempt++) await expect(redeemMagicCode(test.db, createVisit(), codeInput.parse({ email: user.email, code: other(code) }))).rejects.toMatchObject(WRONG_CODE)
    await expect(redeemMagicCode(test.db, createVisit(), codeInput.parse({ email: user.email, code }))).rejects.toMatchObject(WRONG_CODE)
    await redeemMagicLink(test.db, visit, { token })
  })
  it('has a code that counts tries that come at once', async () => {
    const user = await createAccount(test.db)
    const { code } = await askMagic(user.email)
    await Promise.allSettled(Array.from({ length: 64 }, () => redeemMagicCode(test.db, createVisit(), codeInput.parse({ email: user.email, code: other(code) }))))
    expect(await test.db.oneTimeToken.findFirst({ where: { userId: user.id } })).toMatchObject({ attempts: 5, usedAt: null })
    await expect(redeemMagicCode(test.db, createVisit(), codeInput.parse({ email: user.email, code }))).rejects.toMatchObject(WRONG_CODE)
  })
  it('has a code that lets one of 64 in', async () => {
    const user = await createAccount(test.db)
    const { code } = await askMagic(user.email)
    const answers = await Promise.allSettled(Array.from({ length: 64 }, () => redeemMagicCode(test.db, createVisit(), codeInput.parse({ email: user.email, code }))))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
  it('has a code of its own account only', async () => {
    const [ada, grace] = [await createAccount(test.db), await createAccount(test.db)]
    const { code } = await askMagic(ada.email)
    for (const email of [grace.email, 'nobody@example.test']) await expect(redeemMagicCode(test.db, createVisit(), codeInput.parse({ email, code }))).rejects.toMatchObject(WRONG_CODE)
    await expireTokens(ada.id)
    await expect(redeemMagicCode(test.db, createVisit(), codeInput.parse({ email: ada.email, code }))).rejects.toMatchObject(WRONG_CODE)
  })
  it('ends when another one is asked for', async () => {
    const user = await createAccount(test.db)
    const first = await askMagic(user.email)
    const second = await askMagic(user.email, {}, first.visit)
    await expect(redeemMagicLink(test.db, first.visit, { token: first.token })).rejects.toMatchObject(DEAD)
    await redeemMagicLink(test.db, second.visit, { token: second.token })
  })
  it('gives no hint who exists', async () => {
    const user = await createAccount(test.db)
    const [known, unknown] = [createVisit(), createVisit()]
    const answers = [await requestMagicLink(test.db, known, emailInput.parse({ email: user.email })), await requestMagicLink(test.db, unknown, emailInput.parse({ email: 'nobody2@example.test' }))]
    expect(answers[0]).toEqual(answers[1])
    expect(known.headers.map((header) => header.replace(/=[\w-]{43};/, '=x;'))).toEqual(unknown.headers.map((header) => header.replace(/=[\w-]{43};/, '=x;')))
    expect(await kindsTo(test.db, 'nobody2@example.test')).toEqual(['no_account'])
    const never = await test.db.oneTimeToken.findFirstOrThrow({ where: { email: 'nobody2@example.test' } })
    expect(never.userId).toBeNull()
  })
  it('proves the address; what a stranger left in an unproven account ends, and its owner is told', async () => {
    const user = await createAccount(test.db, { emailVerifiedAt: null })
    const stranger = await signedIn(test.db, user.id)
    const { visit, token } = await askMagic(user.email)
    expect((await redeemMagicLink(test.db, visit, { token })).notice).toContain('choose a new password')
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: user.id, isEmailVerified: true })
    expect(await readViewer(test.db, stranger.visit)).toBeNull()
    await expect(entry(user.email, PASSWORD)).rejects.toMatchObject({ message: 'Invalid email or password' })
  })
  it('takes no stranger\'s path from the database', async () => {
    const user = await createAccount(test.db)
    const { visit, token } = await askMagic(user.email)
    await test.db.oneTimeToken.updateMany({ where: { userId: user.id }, data: { data: { redirectTo: 'https://evil.example', remember: 'yes' } } })
    expect(await redeemMagicLink(test.db, visit, { token })).toMatchObject({ redirectTo: '/' })
  })
})

describe('proving the address', () => {
  it('works once, and welcomes', async () => {
    const user = await createAccount(test.db, { emailVerifiedAt: null })
    const { visit, viewer } = await signedIn(test.db, user.id)
    await requestEmailVerification(test.db, visit, viewer)
    const token = tokenIn(await lastMail(test.db, user.email, 'verify_email'))
    for (let look = 0; look < 2; look++) expect(await readEmailLink(test.db, viewer, { token, purpose: 'verify_email' })).toEqual({ email: user.email, isDone: false })
    expect(await verifyEmail(test.db, visit, viewer, { token })).toEqual({ email: user.email })
    const proven = (await readViewer(test.db, visit))!
    expect(proven).toMatchObject({ isEmailVerified: true })
    expect(await readEmailLink(test.db, proven, { token, purpose: 'verify_email' })).toEqual({ email: user.email, isDone: true })
    expect(await kindsTo(test.db, user.email)).toEqual(['verify_email', 'welcome'])
    await expect(verifyEmail(test.db, visit, viewer, { token })).rejects.toMatchObject(DEAD)
  })
  it('is for the account that asked alone, and stays good for it', async () => {
    const [ada, grace] = [await createAccount(test.db, { emailVerifiedAt: null }), await createAccount(test.db)]
    const [own, foreign] = [await signedIn(test.db, ada.id), await signedIn(test.db, grace.id)]
    await requestEmailVerification(test.db, own.visit, own.viewer)
    const token = tokenIn(await lastMail(test.db, ada.email))
    await expect(verifyEmail(test.db, foreign.visit, foreign.viewer, { token })).rejects.toMatchObject(DEAD)
    await expect(readEmailLink(test.db, { ...foreign.viewer, isEmailVerified: false }, { token, purpose: 'verify_email' })).rejects.toMatchObject(DEAD)
    await verifyEmail(test.db, own.visit, own.viewer, { token })
  })
  it('is told before it is tried that it cannot be done any more', async () => {
    const user = await createAccount(test.db, { emailVerifiedAt: null })
    const { visit, viewer } = await signedIn(test.db, user.id)
    const look = (token: string, purpose: 'verify_email' | 'change_email' = 'verify_email') => readEmailLink(test.db, viewer, { token, purpose })
    await requestEmailVerification(test.db, visit, viewer)
    const older = tokenIn(await lastMail(test.db, user.email))
    await requestEmailVerification(test.db, visit, viewer)
    const token = tokenIn(await lastMail(test.db, user.email))
    for (const dead of ['', 'altered', older]) await expect(look(dead)).rejects.toMatchObject(DEAD)
    await expect(look(token, 'change_email')).rejects.toMatchObject(DEAD)
    expect(await look(token)).toMatchObject({ isDone: false })
    await expireTokens(user.id)
    await expect(look(token)).rejects.toMatchObject(DEAD)
  })
  it('does not prove an address that has changed since', async () => {
    const user = await createAccount(test.db, { emailVerifiedAt: null })
    const { visit, viewer } = await signedIn(test.db, user.id)
    await requestEmailVerification(test.db, visit, viewer)
    const token = tokenIn(await lastMail(test.db, user.email))
    await test.db.user.update({ where: { id: user.id }, data: { email: 'moved@example.test' } })
    await expect(verifyEmail(test.db, visit, viewer, { token })).rejects.toMatchObject(DEAD)
  })
  it('is not asked of who has done it', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    await requestEmailVerification(test.db, visit, viewer)
    expect(await kindsTo(test.db, viewer.email)).toEqual([])
  })
})

describe('an account whose address nobody has proven', () => {
  const asPartner = async (status: 'pending' | 'approved') => {
    const user = await createAccount(test.db, { emailVerifiedAt: null, role: 'partner' })
    const partner = await createPartner(test.db, { ownerId: user.id, verificationStatus: status })
    return { user, partner }
  }
  it('is a customer\'s once its owner has proven it, without the partner that a stranger signed up', async () => {
    const [reset, magic] = [await asPartner('pending'), await asPartner('pending')]
    await resetPassword(test.db, createVisit(), newPassword(await askReset(reset.user.email)))
    const { visit, token } = await askMagic(magic.user.email)
    await redeemMagicLink(test.db, visit, { token })
    expect(await readViewer(test.db, visit)).toMatchObject({ role: 'customer', partner: null })
    for (const { user, partner } of [reset, magic]) {
      expect(await test.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ role: 'customer' })
      expect(await test.db.partner.findUnique({ where: { id: partner.id } })).toBeNull()
    }
  })
  it('leaves a partner that something hangs on to nobody, and one that an admin has approved to whoever reads the mail', async () => {
    const [busy, approved] = [await asPartner('pending'), await asPartner('approved')]
    const product = await createProduct(test.db, { partnerId: busy.partner.id })
    for (const { user } of [busy, approved]) await resetPassword(test.db, createVisit(), newPassword(await askReset(user.email)))
    expect(await test.db.partner.findUnique({ where: { id: busy.partner.id } })).toMatchObject({ ownerId: null, verificationStatus: 'pending' })
    expect(await test.db.product.count({ where: { id: product.id } })).toBe(1)
    expect(await test.db.user.findUnique({ where: { id: busy.user.id } })).toMatchObject({ role: 'customer' })
    expect(await test.db.user.findUnique({ where: { id: approved.user.id } })).toMatchObject({ role: 'partner' })
    expect(await test.db.partner.findUnique({ where: { id: approved.partner.id } })).toMatchObject({ ownerId: approved.user.id })
  })
})

describe('another address', () => {
  const ask = (visit: Parameters<typeof requestEmailChange>[1], viewer: Parameters<typeof requestEmailChange>[2], given: object) =>
    requestEmailChange(test.db, visit, viewer, changeEmailInput.parse({ currentPassword: PASSWORD, ...given }))

  it('counts once it is proven; both addresses are told, and older mails open nothing', async () => {
    const user = await createAccount(test.db)
    const { visit, viewer } = await signedIn(test.db, user.id)
    const reset = await askReset(user.email)
    await ask(visit, viewer, { email: 'ada.new@example.test' })
    expect(await readViewer(test.db, visit)).toMatchObject({ email: user.email })
    const token = tokenIn(await lastMail(test.db, 'ada.new@example.test', 'change_email'))
    expect(await confirmEmailChange(test.db, visit, viewer, { token })).toEqual({ email: 'ada.new@example.test' })
    expect(await readViewer(test.db, visit)).toMatchObject({ email: 'ada.new@example.test', isEmailVerified: true })
    expect(await kindsTo(test.db, user.email)).toEqual(['reset_password', 'email_change_notice', 'email_changed'])
    await expect(resetPassword(test.db, createVisit(), newPassword(reset))).rejects.toMatchObject(DEAD)
    const moved = (await readViewer(test.db, visit))!
    await expect(confirmEmailChange(test.db, visit, moved, { token })).rejects.toMatchObject(DEAD)
    expect(await readEmailLink(test.db, moved, { token, purpose: 'change_email' })).toEqual({ email: 'ada.new@example.test', isDone: true })
    await expect(readEmailLink(test.db, { ...moved, email: 'another@example.test' }, { token, purpose: 'change_email' })).rejects.toMatchObject(DEAD)
  })
  it('ends every other session, renews this one, and is known to this browser', async () => {
    const user = await createAccount(test.db)
    const [here, there] = [await signedIn(test.db, user.id, { remember: true }), await signedIn(test.db, user.id)]
    const before = here.visit.cookies.get('wtf_session')
    await ask(here.visit, here.viewer, { email: 'ada.moved@example.test' })
    const token = tokenIn(await lastMail(test.db, 'ada.moved@example.test', 'change_email'))
    await confirmEmailChange(test.db, here.visit, here.viewer, { token })
    expect(await readViewer(test.db, there.visit)).toBeNull()
    expect(here.visit.cookies.get('wtf_session')).not.toBe(before)
    expect(await readViewer(test.db, here.visit)).toMatchObject({ email: 'ada.moved@example.test', isRemembered: true, authenticatedAt: here.viewer.authenticatedAt })
    expect(await knownDevice(test.db, here.visit, 'ada.moved@example.test')).not.toBeNull()
  })
  it('asks an account without a password for a recent sign-in', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    await expect(ask(visit, longAgo(viewer), { email: 'c@example.test', currentPassword: undefined })).rejects.toMatchObject(SHOW_FIRST)
    await ask(visit, viewer, { email: 'c@example.test', currentPassword: undefined })
  })
  it('needs the password, and another address than the one that is', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createAccount(test.db)).id)
    await expect(ask(visit, viewer, { email: 'b@example.test', currentPassword: undefined })).rejects.toMatchObject({ code: 'bad_input', field: 'currentPassword' })
    await expect(ask(visit, viewer, { email: 'b@example.test', currentPassword: OTHER })).rejects.toMatchObject({ code: 'bad_input', field: 'currentPassword' })
    await expect(ask(visit, viewer, { email: viewer.email })).rejects.toMatchObject({ code: 'bad_input', field: 'email' })
  })
  it('gives no hint who exists', async () => {
    const known = await createAccount(test.db)
    const { visit, viewer } = await signedIn(test.db, (await createAccount(test.db)).id)
    expect(await ask(visit, viewer, { email: known.email })).toEqual(await ask(visit, viewer, { email: 'free@example.test' }))
    expect(await kindsTo(test.db, known.email)).toEqual(['account_exists'])
    expect((await lastMail(test.db, known.email)).text).not.toContain('token=')
    expect(await kindsTo(test.db, viewer.email)).toEqual(['email_change_notice', 'email_change_notice'])
  })
  it('is refused when somebody else has it by then', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createAccount(test.db)).id)
    await ask(visit, viewer, { email: 'soon@example.test' })
    const token = tokenIn(await lastMail(test.db, 'soon@example.test', 'change_email'))
    await createUser(test.db, { email: 'soon@example.test' })
    await expect(confirmEmailChange(test.db, visit, viewer, { token })).rejects.toMatchObject({ code: 'conflict', field: 'email' })
    expect(await readViewer(test.db, visit)).toMatchObject({ email: viewer.email })
  })
  it('still waits after somebody signed in by a link', async () => {
    const user = await createAccount(test.db)
    const { visit, viewer } = await signedIn(test.db, user.id)
    await ask(visit, viewer, { email: 'patient@example.test' })
    const token = tokenIn(await lastMail(test.db, 'patient@example.test'))
    const magic = await askMagic(user.email)
    await redeemMagicLink(test.db, magic.visit, { token: magic.token })
    await confirmEmailChange(test.db, visit, viewer, { token })
  })
  it('is not given to a foreign account', async () => {
    const [own, foreign] = [await signedIn(test.db, (await createAccount(test.db)).id), await signedIn(test.db, (await createAccount(test.db)).id)]
    await ask(own.visit, own.viewer, { email: 'mine@example.test' })
    const token = tokenIn(await lastMail(test.db, 'mine@example.test'))
    await expect(confirmEmailChange(test.db, foreign.visit, foreign.viewer, { token })).rejects.toMatchObject(DEAD)
    await confirmEmailChange(test.db, own.visit, own.viewer, { token })
  })
})

describe('changing the password', () => {
  const change = (visit: Parameters<typeof changePassword>[1], viewer: Parameters<typeof changePassword>[2], given: object) =>
    changePassword(test.db, visit, viewer, changePasswordInput.parse({ currentPassword: PASSWORD, password: OTHER, confirmPassword: OTHER, ...given }))

  it('ends all other sessions, and links in mails, and renews this session', async () => {
    const user = await createAccount(test.db)
    const [here, there] = [await signedIn(test.db, user.id), await signedIn(test.db, user.id)]
    const before = here.visit.cookies.get('wtf_session')
    const reset = await askReset(user.email)
    await change(here.visit, here.viewer, {})
    expect(here.visit.cookies.get('wtf_session')).not.toBe(before)
    expect(await readViewer(test.db, here.visit)).toMatchObject({ userId: user.id })
    expect(await readViewer(test.db, there.visit)).toBeNull()
    await expect(resetPassword(test.db, createVisit(), newPassword(reset))).rejects.toMatchObject(DEAD)
    await entry(user.email, OTHER)
    expect(await kindsTo(test.db, user.email)).toEqual(['reset_password', 'password_changed'])
  })
  it('needs the one that is, and a good one', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createAccount(test.db)).id)
    await expect(change(visit, viewer, { currentPassword: OTHER })).rejects.toMatchObject({ code: 'bad_input', field: 'currentPassword', message: 'The current password is not right' })
    await expect(change(visit, viewer, { currentPassword: undefined })).rejects.toMatchObject({ code: 'bad_input', field: 'currentPassword' })
    await expect(change(visit, viewer, { password: 'Password1', confirmPassword: 'Password1' })).rejects.toMatchObject({ code: 'bad_input', field: 'password' })
    await entry(viewer.email, PASSWORD)
  })
  it('sets the first one where there is none, after a recent sign-in, and tells the owner', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    await expect(change(visit, longAgo(viewer), { currentPassword: undefined })).rejects.toMatchObject(SHOW_FIRST)
    expect(await test.db.password.count({ where: { userId: viewer.userId } })).toBe(0)
    await change(visit, viewer, { currentPassword: undefined })
    await entry(viewer.email, OTHER)
    expect(await kindsTo(test.db, viewer.email)).toEqual(['password_added'])
  })
})

describe('showing once more who it is', () => {
  it('takes the password, and renews this session alone', async () => {
    const user = await createAccount(test.db)
    const [here, there] = [await signedIn(test.db, user.id, { remember: true }), await signedIn(test.db, user.id)]
    const old = new Date(Date.now() - 3600_000)
    await test.db.session.updateMany({ where: { userId: user.id }, data: { authenticatedAt: old } })
    await expect(proveAgain(test.db, here.visit, here.viewer, { currentPassword: OTHER })).rejects.toMatchObject({ code: 'bad_input', field: 'currentPassword' })
    expect(await readViewer(test.db, here.visit)).toMatchObject({ authenticatedAt: old })
    await proveAgain(test.db, here.visit, here.viewer, { currentPassword: PASSWORD })
    const viewer = (await readViewer(test.db, here.visit))!
    expect(viewer.sessionId).not.toBe(here.viewer.sessionId)
    expect(viewer.isRemembered).toBe(true)
    expect(isProvenRecently(viewer)).toBe(true)
    expect(await readViewer(test.db, there.visit)).toMatchObject({ authenticatedAt: old })
  })
  it('takes nothing of an account without a password but another sign-in', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createUser(test.db)).id)
    await expect(proveAgain(test.db, visit, longAgo(viewer), { currentPassword: '' })).rejects.toMatchObject(SHOW_FIRST)
  })
  it('is good for ten minutes', () => {
    const authenticatedAt = new Date('2026-11-22T12:00:00Z')
    expect(isProvenRecently({ authenticatedAt }, new Date('2026-11-22T12:09:59Z'))).toBe(true)
    expect(isProvenRecently({ authenticatedAt }, new Date('2026-11-22T12:10:00Z'))).toBe(false)
  })
})

describe('limits', () => {
  it('stop asking for mails, for known and unknown addresses alike', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, reset: { account: 2, address: 100, network: 100, minutes: 60 }, magicLink: { account: 2, address: 100, network: 100, minutes: 60 } } })
    const user = await createAccount(test.db)
    for (const email of [user.email, 'nobody3@example.test']) {
      for (const ask of [() => requestPasswordReset(test.db, createVisit(), { email }), () => requestMagicLink(test.db, createVisit(), emailInput.parse({ email }))]) {
        await ask()
        await ask()
        await expect(ask()).rejects.toMatchObject({ code: 'too_many', message: 'Too many attempts. Please try again in 60 minutes.' })
      }
    }
  })
  it('let the owner ask in a browser that she signed in with before, also when strangers may ask no more, and bound her too', async () => {
    const tight = { account: 2, address: 100, network: 100, minutes: 60 }
    configureAuth({ limits: { ...USUAL_LIMITS, reset: tight, magicLink: { ...tight }, code: { ...tight } } })
    const user = await createAccount(test.db)
    const { visit } = await signedIn(test.db, user.id)
    const { email } = user
    const asks = [
      (from: ReturnType<typeof createVisit>) => requestPasswordReset(test.db, from, { email }), (from: ReturnType<typeof createVisit>) => requestMagicLink(test.db, from, emailInput.parse({ email })),
      (from: ReturnType<typeof createVisit>) => redeemMagicCode(test.db, from, codeInput.parse({ email, code: '000000' })).catch((error: { code: string }) => {
        if (error.code === 'too_many') throw error
      }),
    ]
    for (const ask of asks) {
      for (const from of [createVisit(), visit]) {
        await ask(from)
        await ask(from)
        await expect(ask(from)).rejects.toMatchObject({ code: 'too_many' })
      }
    }
  })
  it('stop guessing codes and the current password', async () => {
    const tight = { account: 2, address: 100, network: 100, minutes: 15 }
    configureAuth({ limits: { ...USUAL_LIMITS, code: tight, password: tight } })
    const { visit, viewer } = await signedIn(test.db, (await createAccount(test.db)).id)
    const guess = () => redeemMagicCode(test.db, visit, codeInput.parse({ email: viewer.email, code: '000000' }))
    const open = () => changePassword(test.db, visit, viewer, changePasswordInput.parse({ currentPassword: OTHER, password: OTHER, confirmPassword: OTHER }))
    for (const attempt of [guess, open]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'bad_input' })
      await expect(attempt()).rejects.toMatchObject({ code: 'bad_input' })
      await expect(attempt()).rejects.toMatchObject({ code: 'too_many' })
    }
  })
})
