import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeDeleted } from '#server/accounts/delete-account.service.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { secondFactorInput } from '#server/auth/auth.schema.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from '#server/auth/magic-link.service.ts'
import { hashToken } from '#server/auth/one-time-tokens.ts'
import { changePassword, requestPasswordReset, resetPassword } from '#server/auth/password.service.ts'
import { describeUnfinished, finishSignIn, readViewer, signOutEverywhere, startSession } from '#server/auth/session.service.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import { finishSignUp, finishSignUpByCode, signUpCustomer, signUpPartner } from '#server/auth/sign-up.service.ts'
import { createAccount, codeIn, kindsTo, lastMail, PASSWORD, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { codeAt, setUpSecondFactor } from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { confirmSecondFactor, readSecondFactor, removeSecondFactor, renewRecoveryCodes, resetSecondFactor, startSecondFactor } from './second-factor.service.ts'

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

/** The middle of a step, so that seconds more or less stay in it. */
const START = Math.floor(Date.now() / 30_000) * 30_000 + 15_000
const at = (seconds: number) => new Date(START + seconds * 1000)
const TEN_MINUTES = 10 * 60

const createAdmin = (given = {}) => createAccount(test.db, { role: 'admin', ...given })
/** An administrator with a second factor, whose code of the moment 0 is used. */
async function guardedAdmin() {
  const user = await createAdmin()
  return { user, ...(await setUpSecondFactor(test.db, user.id, at(0))) }
}
/** A browser that knows the password and nothing else yet. */
async function halfWay(email: string, redirectTo = '/admin', visit = createVisit()) {
  const { redirectTo: next } = await signIn(test.db, visit, { email, password: PASSWORD, remember: true, redirectTo })
  expect(next).toBe('/second-factor')
  return visit
}
const finish = (visit: ReturnType<typeof createVisit>, code: string, now = at(30)) => finishSignIn(test.db, visit, secondFactorInput.parse({ code }), now)
/** Kinds of mails but those of new devices: every browser here is one. */
const mailsTo = async (email: string) => (await kindsTo(test.db, email)).filter((kind) => kind !== 'new_device')
const sessionsOf = (userId: string) => test.db.session.count({ where: { userId } })
const actionsOf = async (subjectId: string) => (await test.db.auditEntry.findMany({ where: { subjectId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })).map(({ action }) => action)

describe('setting up', () => {
  it('counts only once a first code has come, and ends every other session', async () => {
    const user = await createAdmin()
    const other = await signedIn(test.db, user.id)
    const { visit, viewer } = await signedIn(test.db, user.id)
    expect(await readSecondFactor(test.db, viewer, at(0))).toEqual({ canSetUp: true, confirmedAt: null, recoveryCodesLeft: 0, isProvenRecently: true, setup: null })
    await startSecondFactor(test.db, visit, viewer, {}, at(0))
    const { setup } = await readSecondFactor(test.db, viewer, at(0))
    expect(setup?.link).toContain(`secret=${setup?.secret}`)
    expect(await signIn(test.db, createVisit(), { email: user.email, password: PASSWORD, remember: false, redirectTo: '/x' })).toMatchObject({ redirectTo: '/x' })

    await expect(confirmSecondFactor(test.db, visit, viewer, { code: '000000' }, at(3600))).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    const wrong = codeAt(setup!.secret, at(600))
    await expect(confirmSecondFactor(test.db, visit, viewer, { code: wrong }, at(0))).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    const { recoveryCodes } = await confirmSecondFactor(test.db, visit, viewer, { code: codeAt(setup!.secret, at(0)) }, at(0))
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)

    expect(await readViewer(test.db, other.visit)).toBeNull()
    const now = await readViewer(test.db, visit)
    expect(now?.userId).toBe(user.id)
    expect(await readSecondFactor(test.db, now!, at(0))).toMatchObject({ confirmedAt: at(0), recoveryCodesLeft: 10, setup: null })
    expect(await mailsTo(user.email)).toEqual(['second_factor_on'])
    expect(await actionsOf(user.id)).toContain('second_factor_on')
  })
  it('stores neither the secret nor a recovery code as it is', async () => {
    const { user, secret, recoveryCodes } = await guardedAdmin()
    const [factor] = await test.db.$queryRaw<Array<{ text: string; raw: Uint8Array }>>`SELECT second_factors::text AS text, secret AS raw FROM second_factors WHERE user_id = ${user.id}::uuid`
    const codes = await test.db.recoveryCode.findMany({ where: { userId: user.id } })
    const stored = factor!.text + Buffer.from(factor!.raw).toString('latin1') + JSON.stringify(codes)
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) expect(stored).not.toContain(plain)
    expect(codes).toHaveLength(10)
  })
  it("does not open another account's secret", async () => {
    const [mine, theirs] = [await guardedAdmin(), await guardedAdmin()]
    const { secret } = await test.db.secondFactor.findUniqueOrThrow({ where: { userId: theirs.user.id } })
    await test.db.secondFactor.update({ where: { userId: mine.user.id }, data: { secret } })
    await expect(finish(await halfWay(mine.user.email), codeAt(theirs.secret, at(30)))).rejects.toThrow('does not open')
  })
  it('shows the waiting secret to the session that asked, for 10 minutes', async () => {
    const user = await createAdmin()
    const [here, there] = [await signedIn(test.db, user.id), await signedIn(test.db, user.id)]
    await startSecondFactor(test.db, here.visit, here.viewer, {}, at(0))
    const { setup } = await readSecondFactor(test.db, here.viewer, at(0))
    expect((await readSecondFactor(test.db, there.viewer, at(0))).setup).toBeNull()
    await expect(confirmSecondFactor(test.db, there.visit, there.viewer, { code: codeAt(setup!.secret, at(0)) }, at(0))).rejects.toMatchObject({ field: 'code' })
    expect((await readSecondFactor(test.db, here.viewer, at(TEN_MINUTES))).setup).toBeNull()
    await expect(confirmSecondFactor(test.db, here.visit, here.viewer, { code: codeAt(setup!.secret, at(TEN_MINUTES)) }, at(TEN_MINUTES))).rejects.toMatchObject({ field: 'code' })
  })
  it('takes a fresh sign-in and a proven address', async () => {
    const user = await createAdmin()
    const { visit, viewer } = await signedIn(test.db, user.id)
    await expect(startSecondFactor(test.db, visit, { ...viewer, authenticatedAt: at(-TEN_MINUTES) }, {}, at(0))).rejects.toMatchObject({ code: 'forbidden', field: 'recent-proof' })
    const unproven = await createAdmin({ emailVerifiedAt: null })
    const theirs = await signedIn(test.db, unproven.id)
    await expect(startSecondFactor(test.db, theirs.visit, theirs.viewer, {}, at(0))).rejects.toMatchObject({ code: 'forbidden' })
    expect(await test.db.secondFactor.count({ where: { userId: { in: [user.id, unproven.id] } } })).toBe(0)
  })
  it('is forgotten a day after it was begun and not confirmed', async () => {
    const user = await createAdmin()
    const { visit, viewer } = await signedIn(test.db, user.id)
    await startSecondFactor(test.db, visit, viewer, {}, at(0))
    const kept = await guardedAdmin()
    await cleanUp(test.db, at(86_400))
    expect(await test.db.secondFactor.findMany({ where: { userId: { in: [user.id, kept.user.id] } }, select: { userId: true } })).toEqual([{ userId: kept.user.id }])
  })
})

describe('signing in', () => {
  it('gives no session before the code, and after it goes where it was going', async () => {
    const { user, secret } = await guardedAdmin()
    const before = await sessionsOf(user.id)
    const visit = await halfWay(user.email, '/admin/tickets')
    expect([await readViewer(test.db, visit), await sessionsOf(user.id), [...visit.cookies.keys()]]).toEqual([null, before, ['wtf_second_step']])
    expect(await kindsTo(test.db, user.email)).toEqual(['new_device', 'second_factor_on'])
    expect(visit.headers.join()).toMatch(/wtf_second_step=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/)
    expect(await describeUnfinished(test.db, visit, at(0))).toBe(true)
    expect(await finish(visit, ` ${codeAt(secret, at(30)).slice(0, 3)} ${codeAt(secret, at(30)).slice(3)} `)).toEqual({ redirectTo: '/admin/tickets', notice: null })
    expect(await readViewer(test.db, visit)).toMatchObject({ userId: user.id, isRemembered: true })
    expect(visit.cookies.has('wtf_second_step')).toBe(false)
    expect(await test.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(0)
    const { data } = await test.db.auditEntry.findFirstOrThrow({ where: { subjectId: user.id, action: 'sign_in' }, orderBy: { at: 'desc' } })
    expect(data).toMatchObject({ method: 'password', secondFactor: 'app' })
  })
  it('holds for every way in', async () => {
    const { user, visit: own, viewer } = await guardedAdmin()
    await requestMagicLink(test.db, own, { email: user.email, remember: false, redirectTo: '/a' })
    const link = tokenIn(await lastMail(test.db, user.email, 'magic_link'))
    const browsers = Array.from({ length: 5 }, () => createVisit())
    browsers[0]!.cookies.set('wtf_asker', own.cookies.get('wtf_asker')!)
    const answers = [await redeemMagicLink(test.db, browsers[0]!, { token: link })]
    await requestMagicLink(test.db, own, { email: user.email, remember: false, redirectTo: '/a' })
    answers.push(await redeemMagicCode(test.db, browsers[1]!, { email: user.email, code: codeIn(await lastMail(test.db, user.email, 'magic_link')), remember: false, redirectTo: '/b' }))
    const newcomer = { fullName: 'X', phone: '', email: user.email, password: PASSWORD, confirmPassword: PASSWORD, redirectTo: '/c' }
    await signUpCustomer(test.db, browsers[2]!, newcomer)
    answers.push(await finishSignUp(test.db, browsers[2]!, { token: tokenIn(await lastMail(test.db, user.email, 'already_signed_up')) }))
    await signUpPartner(test.db, browsers[3]!, { ...newcomer, businessName: 'New Brand', websiteUrl: '' })
    answers.push(await finishSignUpByCode(test.db, browsers[3]!, { code: codeIn(await lastMail(test.db, user.email, 'already_signed_up')) }))
    for (const [n, { redirectTo }] of answers.entries()) expect([n, redirectTo]).toEqual([n, '/second-factor'])
    await requestPasswordReset(test.db, browsers[4]!, { email: user.email })
    await resetPassword(test.db, browsers[4]!, { token: tokenIn(await lastMail(test.db, user.email, 'reset_password')), password: PASSWORD, confirmPassword: PASSWORD })
    for (const browser of browsers) expect(await readViewer(test.db, browser)).toBeNull()
    expect([await sessionsOf(user.id), viewer.userId]).toEqual([0, user.id])
  })
  it('takes a code once, and none that is older than the last', async () => {
    const { user, secret } = await guardedAdmin()
    // The one that confirmed it was used by that.
    await expect(finish(await halfWay(user.email), codeAt(secret, at(0)), at(0))).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    await finish(await halfWay(user.email), codeAt(secret, at(60)), at(60))
    for (const code of [codeAt(secret, at(60)), codeAt(secret, at(30))]) await expect(finish(await halfWay(user.email), code, at(60))).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    await finish(await halfWay(user.email), codeAt(secret, at(90)), at(61))
  })
  it('lets one of many in that come at once with the same code', async () => {
    const { user, secret, recoveryCodes } = await guardedAdmin()
    for (const code of [codeAt(secret, at(30)), recoveryCodes[0]!]) {
      configureAuth({ limits: 'off' })
      const browsers = await Promise.all(Array.from({ length: 8 }, () => halfWay(user.email)))
      const entered = await Promise.allSettled(browsers.map((browser) => finish(browser, code)))
      expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const viewers = await Promise.all(browsers.map((browser) => readViewer(test.db, browser)))
      expect(viewers.filter(Boolean)).toHaveLength(1)
    }
  })
  it('lets one of many in that finish the same sign-in at once', async () => {
    const { user, recoveryCodes } = await guardedAdmin()
    const visit = await halfWay(user.email)
    const entered = await Promise.allSettled(recoveryCodes.slice(0, 4).map((code) => finish(createVisit({ cookie: (name) => visit.cookie(name) }), code)))
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
  it('is over after 10 minutes, and cannot be made up', async () => {
    const { user, secret } = await guardedAdmin()
    const visit = await halfWay(user.email)
    await test.db.unfinishedSignIn.updateMany({ where: { userId: user.id }, data: { expiresAt: at(600) } })
    expect(await describeUnfinished(test.db, visit, at(599))).toBe(true)
    expect(await describeUnfinished(test.db, visit, at(600))).toBe(false)
    await expect(finish(visit, codeAt(secret, at(600)), at(600))).rejects.toMatchObject({ code: 'unauthorized' })
    const id = (await test.db.unfinishedSignIn.findFirstOrThrow({ where: { userId: user.id } })).id
    for (const value of [undefined, '', id, hashToken(id), 'x'.repeat(43)]) await expect(finish(createVisit({ cookie: () => value }), codeAt(secret, at(30)))).rejects.toMatchObject({ code: 'unauthorized' })
    await cleanUp(test.db, at(600))
    expect(await test.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(0)
  })
  it('lasts ten minutes from the first factor on', async () => {
    const { user } = await guardedAdmin()
    const visit = createVisit()
    await startSession(test.db, visit, user.id, { remember: false }, at(0))
    expect(await test.db.unfinishedSignIn.findFirstOrThrow({ where: { userId: user.id } })).toMatchObject({ createdAt: at(0), expiresAt: at(600) })
  })
  it('ends with the fifth wrong code, and tells the owner', async () => {
    const { user, secret } = await guardedAdmin()
    const visit = await halfWay(user.email)
    for (let n = 1; n <= 4; n++) await expect(finish(visit, '000000')).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    await expect(finish(visit, '000000')).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(finish(visit, codeAt(secret, at(30)))).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await mailsTo(user.email)).toEqual(['second_factor_on', 'second_factor_guessed'])
    expect((await actionsOf(user.id)).filter((action) => action === 'sign_in_failed')).toHaveLength(5)
  })
  it('stops guessing however often the first factor is proven, from wherever; paper still lets its owner in', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } } })
    const { user, secret, recoveryCodes } = await guardedAdmin()
    let refused = 0
    for (let n = 0; n < 12; n++) {
      const thief = await halfWay(user.email, '/', createVisit({ address: `203.0.113.${n}` }))
      refused += await finish(thief, '000000').then(() => 0, ({ code }: { code: string }) => (code === 'too_many' ? 1 : 0))
    }
    expect(refused).toBe(6)
    const owner = await halfWay(user.email, '/', createVisit({ address: '198.51.100.7' }))
    await expect(finish(owner, codeAt(secret, at(30)))).rejects.toMatchObject({ code: 'too_many' })
    await finish(owner, recoveryCodes[0]!)
    expect((await readViewer(test.db, owner))?.userId).toBe(user.id)
  })
  it('gives whoever has the mailbox no more tries for each new password', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } } })
    const { user } = await guardedAdmin()
    const outcomes: string[] = []
    const thief = createVisit({ address: '203.0.113.9' })
    for (let n = 1; n <= 4; n++) {
      const password = `Seven-Blue-Cups-${n}`
      await requestPasswordReset(test.db, thief, { email: user.email })
      await resetPassword(test.db, thief, { token: tokenIn(await lastMail(test.db, user.email, 'reset_password')), password, confirmPassword: password })
      await signIn(test.db, thief, { email: user.email, password, remember: false, redirectTo: '/' })
      for (let tries = 0; tries < 3; tries++) outcomes.push(await finish(thief, '000000').catch(({ code }: { code: string }) => code) as string)
    }
    expect(outcomes).toEqual([...Array<string>(6).fill('bad_input'), ...Array<string>(6).fill('too_many')])
  })
  it('stops guessing from one address', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, secondFactor: { account: 1_000, address: 3, network: 1_000, minutes: 60 } } })
    const outcomes: string[] = []
    const accounts = [await guardedAdmin(), await guardedAdmin(), await guardedAdmin(), await guardedAdmin()]
    for (let n = 0; n < 4; n++) {
      const { user } = accounts[n]!
      outcomes.push(await finish(await halfWay(user.email, '/', createVisit({ address: '203.0.113.50' })), '000000').catch(({ code }: { code: string }) => code) as string)
    }
    expect(outcomes).toEqual(['bad_input', 'bad_input', 'bad_input', 'too_many'])
  })
  it('lets a browser that the account knows try by itself, whatever strangers have done', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } } })
    const { user, secret, visit } = await guardedAdmin()
    for (let n = 0; n < 7; n++) await finish(await halfWay(user.email, '/', createVisit({ address: `203.0.113.${n}` })), '000000').catch(() => undefined)
    await finish(await halfWay(user.email, '/', visit), codeAt(secret, at(30)))
    expect((await readViewer(test.db, visit))?.userId).toBe(user.id)
  })
  it('takes each recovery code once, however it is typed, and tells the owner', async () => {
    const { user, recoveryCodes } = await guardedAdmin()
    await finish(await halfWay(user.email), ` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ').replaceAll('0', 'O')} `)
    expect((await lastMail(test.db, user.email, 'recovery_code_used')).text).toContain('9 are left')
    await expect(finish(await halfWay(user.email), recoveryCodes[0]!)).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    await finish(await halfWay(user.email), recoveryCodes[9]!)
    const other = await guardedAdmin()
    await expect(finish(await halfWay(user.email), other.recoveryCodes[1]!)).rejects.toMatchObject({ field: 'code' })
  })
  it('ends with a new password, and with signing out everywhere', async () => {
    for (const act of ['password', 'everywhere'] as const) {
      const { user, visit, recoveryCodes } = await guardedAdmin()
      const thief = await halfWay(user.email)
      const viewer = await readViewer(test.db, visit)
      if (act === 'password') await changePassword(test.db, visit, viewer!, { currentPassword: PASSWORD, password: 'Seven-Blue-Cups-4', confirmPassword: 'Seven-Blue-Cups-4' })
      else await signOutEverywhere(test.db, visit, viewer!)
      await expect(finish(thief, recoveryCodes[0]!)).rejects.toMatchObject({ code: 'unauthorized' })
    }
  })
  it('asks whoever has a second factor, administrator or no more', async () => {
    const { user } = await guardedAdmin()
    await test.db.user.update({ where: { id: user.id }, data: { role: 'customer' } })
    await halfWay(user.email)
  })
  it('is as before for everybody else', async () => {
    for (const role of ['admin', 'customer'] as const) {
      const user = await createAccount(test.db, { role })
      const visit = createVisit()
      expect(await signIn(test.db, visit, { email: user.email, password: PASSWORD, remember: false, redirectTo: '/x' })).toEqual({ redirectTo: '/x', notice: null })
      expect((await readViewer(test.db, visit))?.userId).toBe(user.id)
    }
  })
})

describe('changing it', () => {
  it('takes a fresh sign-in and a code; a wrong code changes nothing', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin()
    const viewer = (await readViewer(test.db, visit))!
    const acts = [startSecondFactor, renewRecoveryCodes, removeSecondFactor]
    for (const act of acts) {
      await expect(act(test.db, visit, viewer, { code: '000000' }, at(30))).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
      await expect(act(test.db, visit, viewer, { code: '' }, at(30))).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    }
    await expect(startSecondFactor(test.db, visit, viewer, {}, at(30))).rejects.toMatchObject({ code: 'bad_input', field: 'code' })
    const late = { ...viewer, authenticatedAt: at(30 - TEN_MINUTES) }
    for (const act of acts) await expect(act(test.db, visit, late, { code: codeAt(secret, at(30)) }, at(30))).rejects.toMatchObject({ code: 'forbidden', field: 'recent-proof' })
    expect(await mailsTo(user.email)).toEqual(['second_factor_on'])
    await finish(await halfWay(user.email), recoveryCodes[0]!)
    await finish(await halfWay(user.email), codeAt(secret, at(30)))
  })
  it('moves to another app: the old one and its paper are worth nothing', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin()
    const viewer = (await readViewer(test.db, visit))!
    await startSecondFactor(test.db, visit, viewer, { code: codeAt(secret, at(30)) }, at(30))
    const { setup, confirmedAt } = await readSecondFactor(test.db, viewer, at(30))
    expect([confirmedAt, setup?.secret === secret]).toEqual([at(0), false])
    // Until the new one has proven itself, the old one counts.
    const meanwhile = await halfWay(user.email)
    await finish(meanwhile, codeAt(secret, at(60)), at(60))
    const moved = await confirmSecondFactor(test.db, visit, viewer, { code: codeAt(setup!.secret, at(60)) }, at(60))
    expect(await readViewer(test.db, meanwhile)).toBeNull()
    for (const code of [codeAt(secret, at(90)), recoveryCodes[0]!]) await expect(finish(await halfWay(user.email), code, at(90))).rejects.toMatchObject({ field: 'code' })
    await finish(await halfWay(user.email), codeAt(setup!.secret, at(90)), at(90))
    await finish(await halfWay(user.email), moved.recoveryCodes[0]!, at(90))
    expect((await lastMail(test.db, user.email, 'second_factor_on')).subject).toContain('moved')
  })
  it('makes recovery codes anew', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin()
    const renewed = await renewRecoveryCodes(test.db, visit, (await readViewer(test.db, visit))!, { code: codeAt(secret, at(30)) }, at(30))
    expect(renewed.recoveryCodes).toHaveLength(10)
    await expect(finish(await halfWay(user.email), recoveryCodes[3]!)).rejects.toMatchObject({ field: 'code' })
    await finish(await halfWay(user.email), renewed.recoveryCodes[3]!)
    expect(await mailsTo(user.email)).toEqual(['second_factor_on', 'recovery_codes_renewed', 'recovery_code_used'])
  })
  it('is removed by a code, also one of paper', async () => {
    const { user, visit, recoveryCodes } = await guardedAdmin()
    await removeSecondFactor(test.db, visit, (await readViewer(test.db, visit))!, secondFactorInput.parse({ code: recoveryCodes[2] }), at(30))
    expect([await test.db.secondFactor.count({ where: { userId: user.id } }), await test.db.recoveryCode.count({ where: { userId: user.id } })]).toEqual([0, 0])
    expect(await signIn(test.db, createVisit(), { email: user.email, password: PASSWORD, remember: false, redirectTo: '/x' })).toMatchObject({ redirectTo: '/x' })
    expect(await mailsTo(user.email)).toEqual(['second_factor_on', 'second_factor_off'])
    expect(await actionsOf(user.id)).toContain('second_factor_off')
  })
  it("is reset on the server's console", async () => {
    const { user, visit } = await guardedAdmin()
    const other = await guardedAdmin()
    const thief = await halfWay(user.email)
    const siteUrl = 'http://127.0.0.1:3000'
    expect(await resetSecondFactor(test.db, { email: user.email, siteUrl })).toBe(true)
    expect(await resetSecondFactor(test.db, { email: user.email, siteUrl })).toBe(false)
    expect(await resetSecondFactor(test.db, { email: 'nobody@example.test', siteUrl })).toBe(false)
    expect([await readViewer(test.db, visit), await describeUnfinished(test.db, thief, at(0))]).toEqual([null, false])
    expect(await signIn(test.db, createVisit(), { email: user.email, password: PASSWORD, remember: false, redirectTo: '/x' })).toMatchObject({ redirectTo: '/x' })
    await halfWay(other.user.email)
    expect((await lastMail(test.db, user.email, 'second_factor_off')).text).toContain('those who run its server')
    expect(await actionsOf(user.id)).toContain('second_factor_reset')
  })
})

it('is in the export of its account, without secrets, and goes with it', async () => {
  const { user, visit, secret, recoveryCodes } = await guardedAdmin()
  await finish(await halfWay(user.email, '/', visit), recoveryCodes[4]!)
  await halfWay(user.email)
  const exported = await exportAccount(test.db, visit, (await readViewer(test.db, visit))!)
  expect(exported.secondFactor?.confirmedAt).toEqual(at(0))
  expect(exported.secondFactor?.recoveryCodes.filter(({ usedAt }) => usedAt)).toEqual([{ usedAt: at(30) }])
  for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify(exported)).not.toContain(hidden)
  await test.db.user.update({ where: { id: user.id }, data: { deletionRequestedAt: at(-15 * 86_400) } })
  expect(await purgeDeleted(test.db, at(0))).toBe(1)
  const mine = { where: { userId: user.id } }
  expect(await Promise.all([test.db.secondFactor.count(mine), test.db.recoveryCode.count(mine), test.db.unfinishedSignIn.count(mine)])).toEqual([0, 0, 0])
})
