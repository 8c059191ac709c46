import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { signUpPartnerInput } from '#server/auth/auth.schema.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from '#server/auth/magic-link.service.ts'
import { hashToken } from '#server/auth/one-time-tokens.ts'
import { changePassword, requestPasswordReset, resetPassword } from '#server/auth/password.service.ts'
import { findViewer, signOutEverywhere } from '#server/auth/session.service.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import { finishSignUp, finishSignUpByCode } from '#server/auth/finish-sign-up.service.ts'
import { signUpCustomer, signUpPartner } from '#server/auth/sign-up.service.ts'
import { startSession } from '#server/auth/start-session.ts'
import { actionsOf, codeIn, createAccount, kindsTo, lastMail, PASSWORD, tokenIn } from '#tests/setup/auth.ts'
import {
  afterFirstFactor,
  at,
  codeAt,
  guardedAdmin,
  kindsButNewDevice,
  typeSecondFactor,
} from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { describeUnfinished } from './finish-sign-in.service.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const sessionsOf = (userId: string) => database.db.session.count({ where: { userId } })

describe('signing in with a second factor', () => {
  test('gives no session before the code, and then redirects to the requested page', async () => {
    const { user, secret } = await guardedAdmin(database.db)
    const before = await sessionsOf(user.id)
    const visit = await afterFirstFactor(database.db, user.email, '/admin/tickets')
    expect([
      await findViewer({ db: database.db, visit }),
      await sessionsOf(user.id),
      [...visit.cookies.keys()],
    ]).toEqual([null, before, ['wtf_second_step']])
    expect(await kindsTo(database.db, user.email)).toEqual(['new_device', 'second_factor_on'])
    expect(visit.headers.join()).toMatch(/wtf_second_step=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/)
    expect(await describeUnfinished({ db: database.db, visit }, at(0))).toBe(true)
    expect(
      await typeSecondFactor(
        database.db,
        visit,
        ` ${codeAt(secret, at(30)).slice(0, 3)} ${codeAt(secret, at(30)).slice(3)} `,
      ),
    ).toEqual({
      redirectTo: '/admin/tickets',
      notice: null,
    })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ userId: user.id, isRemembered: true })
    expect(visit.cookies.has('wtf_second_step')).toBe(false)
    expect(await database.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(0)
    const { data } = await database.db.auditEntry.findFirstOrThrow({
      where: { subjectId: user.id, action: 'sign_in' },
      orderBy: { at: 'desc' },
    })
    expect(data).toMatchObject({ method: 'password', secondFactor: 'app' })
  })
  test('applies to every sign-in method', async () => {
    const { user, visit: own, viewer } = await guardedAdmin(database.db)
    await requestMagicLink({ db: database.db, visit: own }, { email: user.email, remember: false, redirectTo: '/a' })
    const link = tokenIn(await lastMail(database.db, user.email, 'magic_link'))
    const browsers = Array.from({ length: 5 }, () => createVisit())
    browsers[0]!.cookies.set('wtf_asker', own.cookies.get('wtf_asker')!)
    const answers = [await redeemMagicLink({ db: database.db, visit: browsers[0]! }, { token: link })]
    await requestMagicLink({ db: database.db, visit: own }, { email: user.email, remember: false, redirectTo: '/a' })
    answers.push(
      await redeemMagicCode(
        { db: database.db, visit: browsers[1]! },
        {
          email: user.email,
          code: codeIn(await lastMail(database.db, user.email, 'magic_link')),
          remember: false,
          redirectTo: '/b',
        },
      ),
    )
    const newcomer = {
      fullName: 'X',
      phone: '',
      email: user.email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      redirectTo: '/c',
    }
    await signUpCustomer({ db: database.db, visit: browsers[2]! }, newcomer)
    answers.push(
      await finishSignUp(
        { db: database.db, visit: browsers[2]! },
        {
          token: tokenIn(await lastMail(database.db, user.email, 'already_signed_up')),
        },
      ),
    )
    await signUpPartner(
      { db: database.db, visit: browsers[3]! },
      signUpPartnerInput.parse({ ...newcomer, businessName: 'New Brand', country: 'GB', currency: 'GBP' }),
    )
    answers.push(
      await finishSignUpByCode(
        { db: database.db, visit: browsers[3]! },
        {
          code: codeIn(await lastMail(database.db, user.email, 'already_signed_up')),
        },
      ),
    )
    for (const [n, { redirectTo }] of answers.entries()) expect([n, redirectTo]).toEqual([n, '/second-factor'])
    await requestPasswordReset({ db: database.db, visit: browsers[4]! }, { email: user.email })
    await resetPassword(
      { db: database.db, visit: browsers[4]! },
      {
        token: tokenIn(await lastMail(database.db, user.email, 'reset_password')),
        password: PASSWORD,
        confirmPassword: PASSWORD,
      },
    )
    for (const browser of browsers) expect(await findViewer({ db: database.db, visit: browser })).toBeNull()
    expect([await sessionsOf(user.id), viewer.userId]).toEqual([0, user.id])
  })
  test('accepts each code once, and no code older than the last accepted one', async () => {
    const { user, secret } = await guardedAdmin(database.db)
    // The confirmation has used up this code.
    await expect(
      typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), codeAt(secret, at(0)), at(0)),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    await typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), codeAt(secret, at(60)), at(60))
    for (const code of [codeAt(secret, at(60)), codeAt(secret, at(30))])
      await expect(
        typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), code, at(60)),
      ).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
    await typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), codeAt(secret, at(90)), at(61))
  })
  test('succeeds only once if the same code is sent many times', async () => {
    const { user, secret, recoveryCodes } = await guardedAdmin(database.db)
    for (const code of [codeAt(secret, at(30)), recoveryCodes[0]!]) {
      configureAuth({ limits: 'off' })
      const browsers = await Promise.all(Array.from({ length: 8 }, () => afterFirstFactor(database.db, user.email)))
      const entered = await Promise.allSettled(browsers.map((browser) => typeSecondFactor(database.db, browser, code)))
      expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const viewers = await Promise.all(browsers.map((browser) => findViewer({ db: database.db, visit: browser })))
      expect(viewers.filter(Boolean)).toHaveLength(1)
    }
  })
  test('succeeds only once if the same sign-in is finished many times', async () => {
    const { user, recoveryCodes } = await guardedAdmin(database.db)
    const visit = await afterFirstFactor(database.db, user.email)
    const entered = await Promise.allSettled(
      recoveryCodes
        .slice(0, 4)
        .map((code) => typeSecondFactor(database.db, createVisit({ cookie: (name) => visit.cookie(name) }), code)),
    )
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
  test('expires after 10 minutes, and cannot be forged', async () => {
    const { user, secret } = await guardedAdmin(database.db)
    const visit = await afterFirstFactor(database.db, user.email)
    await database.db.unfinishedSignIn.updateMany({ where: { userId: user.id }, data: { expiresAt: at(600) } })
    expect(await describeUnfinished({ db: database.db, visit }, at(599))).toBe(true)
    expect(await describeUnfinished({ db: database.db, visit }, at(600))).toBe(false)
    await expect(typeSecondFactor(database.db, visit, codeAt(secret, at(600)), at(600))).rejects.toMatchObject({
      code: 'unauthorized',
    })
    const id = (await database.db.unfinishedSignIn.findFirstOrThrow({ where: { userId: user.id } })).id
    for (const value of [undefined, '', id, hashToken(id), 'x'.repeat(43)])
      await expect(
        typeSecondFactor(database.db, createVisit({ cookie: () => value }), codeAt(secret, at(30))),
      ).rejects.toMatchObject({
        code: 'unauthorized',
      })
    await cleanUp(database.db, at(600))
    expect(await database.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(0)
  })
  test('sets its expiry to ten minutes after the first factor', async () => {
    const { user } = await guardedAdmin(database.db)
    const visit = createVisit()
    await startSession({ db: database.db, visit }, user.id, { remember: false }, at(0))
    expect(await database.db.unfinishedSignIn.findFirstOrThrow({ where: { userId: user.id } })).toMatchObject({
      createdAt: at(0),
      expiresAt: at(600),
    })
  })
  test('ends after five wrong codes, and notifies the owner', async () => {
    const { user, secret } = await guardedAdmin(database.db)
    const visit = await afterFirstFactor(database.db, user.email)
    for (let n = 1; n <= 4; n++)
      await expect(typeSecondFactor(database.db, visit, '000000')).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
    await expect(typeSecondFactor(database.db, visit, '000000')).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(typeSecondFactor(database.db, visit, codeAt(secret, at(30)))).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(await kindsButNewDevice(database.db, user.email)).toEqual(['second_factor_on', 'second_factor_guessed'])
    expect((await actionsOf(database.db, user.id)).filter((action) => action === 'sign_in_failed')).toHaveLength(5)
  })
  test('limits codes across repeated sign-ins from any address, but not recovery codes', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } },
    })
    const { user, secret, recoveryCodes } = await guardedAdmin(database.db)
    let refused = 0
    for (let n = 0; n < 12; n++) {
      const thief = await afterFirstFactor(database.db, user.email, '/', createVisit({ address: `203.0.113.${n}` }))
      refused += await typeSecondFactor(database.db, thief, '000000').then(
        () => 0,
        ({ code }: { code: string }) => (code === 'too_many' ? 1 : 0),
      )
    }
    expect(refused).toBe(6)
    const owner = await afterFirstFactor(database.db, user.email, '/', createVisit({ address: '198.51.100.7' }))
    await expect(typeSecondFactor(database.db, owner, codeAt(secret, at(30)))).rejects.toMatchObject({
      code: 'too_many',
    })
    await typeSecondFactor(database.db, owner, recoveryCodes[0]!)
    expect((await findViewer({ db: database.db, visit: owner }))?.userId).toBe(user.id)
  })
  test('keeps its limit after a password reset', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } },
    })
    const { user } = await guardedAdmin(database.db)
    const outcomes: string[] = []
    const thief = createVisit({ address: '203.0.113.9' })
    for (let n = 1; n <= 4; n++) {
      const password = `Seven-Blue-Cups-${n}`
      await requestPasswordReset({ db: database.db, visit: thief }, { email: user.email })
      await resetPassword(
        { db: database.db, visit: thief },
        {
          token: tokenIn(await lastMail(database.db, user.email, 'reset_password')),
          password,
          confirmPassword: password,
        },
      )
      await signIn({ db: database.db, visit: thief }, { email: user.email, password, remember: false, redirectTo: '/' })
      for (let tries = 0; tries < 3; tries++)
        outcomes.push(
          (await typeSecondFactor(database.db, thief, '000000').catch(({ code }: { code: string }) => code)) as string,
        )
    }
    expect(outcomes).toEqual([...Array<string>(6).fill('bad_input'), ...Array<string>(6).fill('too_many')])
  })
  test('limits guesses from one address', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 1_000, address: 3, network: 1_000, minutes: 60 } },
    })
    const outcomes: string[] = []
    const accounts = [
      await guardedAdmin(database.db),
      await guardedAdmin(database.db),
      await guardedAdmin(database.db),
      await guardedAdmin(database.db),
    ]
    for (let n = 0; n < 4; n++) {
      const { user } = accounts[n]!
      outcomes.push(
        (await typeSecondFactor(
          database.db,
          await afterFirstFactor(database.db, user.email, '/', createVisit({ address: '203.0.113.50' })),
          '000000',
        ).catch(({ code }: { code: string }) => code)) as string,
      )
    }
    expect(outcomes).toEqual(['bad_input', 'bad_input', 'bad_input', 'too_many'])
  })
  test('counts a known browser separately from unknown ones', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } },
    })
    const { user, secret, visit } = await guardedAdmin(database.db)
    for (let n = 0; n < 7; n++)
      await typeSecondFactor(
        database.db,
        await afterFirstFactor(database.db, user.email, '/', createVisit({ address: `203.0.113.${n}` })),
        '000000',
      ).catch(() => undefined)
    await typeSecondFactor(
      database.db,
      await afterFirstFactor(database.db, user.email, '/', visit),
      codeAt(secret, at(30)),
    )
    expect((await findViewer({ db: database.db, visit }))?.userId).toBe(user.id)
  })
  test('accepts each recovery code once, in any spelling, and notifies the owner', async () => {
    const { user, recoveryCodes } = await guardedAdmin(database.db)
    await typeSecondFactor(
      database.db,
      await afterFirstFactor(database.db, user.email),
      ` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ').replaceAll('0', 'O')} `,
    )
    expect((await lastMail(database.db, user.email, 'recovery_code_used')).text).toContain(
      'You have 9 recovery codes left',
    )
    await expect(
      typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), recoveryCodes[0]!),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    await typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), recoveryCodes[9]!)
    const other = await guardedAdmin(database.db)
    await expect(
      typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), other.recoveryCodes[1]!),
    ).rejects.toMatchObject({
      field: 'code',
    })
  })
  test('ends when the password changes or the user signs out everywhere', async () => {
    for (const act of ['password', 'everywhere'] as const) {
      const { user, visit, recoveryCodes } = await guardedAdmin(database.db)
      const thief = await afterFirstFactor(database.db, user.email)
      const viewer = await findViewer({ db: database.db, visit })
      if (act === 'password')
        await changePassword(
          { db: database.db, visit, viewer: viewer! },
          {
            currentPassword: PASSWORD,
            password: 'Seven-Blue-Cups-4',
            confirmPassword: 'Seven-Blue-Cups-4',
          },
        )
      else await signOutEverywhere({ db: database.db, visit, viewer: viewer! })
      await expect(typeSecondFactor(database.db, thief, recoveryCodes[0]!)).rejects.toMatchObject({
        code: 'unauthorized',
      })
    }
  })
  test('is required for everyone who has a second factor, including former administrators', async () => {
    const { user } = await guardedAdmin(database.db)
    await database.db.user.update({ where: { id: user.id }, data: { role: 'customer' } })
    await afterFirstFactor(database.db, user.email)
  })
  test('requires no code for accounts without a second factor', async () => {
    for (const role of ['admin', 'customer'] as const) {
      const user = await createAccount(database.db, { role })
      const visit = createVisit()
      expect(
        await signIn(
          { db: database.db, visit },
          { email: user.email, password: PASSWORD, remember: false, redirectTo: '/x' },
        ),
      ).toEqual({ redirectTo: '/x', notice: null })
      expect((await findViewer({ db: database.db, visit }))?.userId).toBe(user.id)
    }
  })
})
