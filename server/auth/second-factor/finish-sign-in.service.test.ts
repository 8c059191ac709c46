import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from '#server/auth/magic-link.service.ts'
import { hashToken } from '#server/auth/one-time-tokens.ts'
import { changePassword, requestPasswordReset, resetPassword } from '#server/auth/password.service.ts'
import { readViewer, signOutEverywhere } from '#server/auth/session.service.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import { finishSignUp, finishSignUpByCode, signUpCustomer, signUpPartner } from '#server/auth/sign-up.service.ts'
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

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const sessionsOf = (userId: string) => test.db.session.count({ where: { userId } })

describe('signing in', () => {
  it('gives no session before the code, and then goes on to the page asked for', async () => {
    const { user, secret } = await guardedAdmin(test.db)
    const before = await sessionsOf(user.id)
    const visit = await afterFirstFactor(test.db, user.email, '/admin/tickets')
    expect([await readViewer({ db: test.db, visit }), await sessionsOf(user.id), [...visit.cookies.keys()]]).toEqual([
      null,
      before,
      ['wtf_second_step'],
    ])
    expect(await kindsTo(test.db, user.email)).toEqual(['new_device', 'second_factor_on'])
    expect(visit.headers.join()).toMatch(/wtf_second_step=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/)
    expect(await describeUnfinished({ db: test.db, visit }, at(0))).toBe(true)
    expect(
      await typeSecondFactor(
        test.db,
        visit,
        ` ${codeAt(secret, at(30)).slice(0, 3)} ${codeAt(secret, at(30)).slice(3)} `,
      ),
    ).toEqual({
      redirectTo: '/admin/tickets',
      notice: null,
    })
    expect(await readViewer({ db: test.db, visit })).toMatchObject({ userId: user.id, isRemembered: true })
    expect(visit.cookies.has('wtf_second_step')).toBe(false)
    expect(await test.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(0)
    const { data } = await test.db.auditEntry.findFirstOrThrow({
      where: { subjectId: user.id, action: 'sign_in' },
      orderBy: { at: 'desc' },
    })
    expect(data).toMatchObject({ method: 'password', secondFactor: 'app' })
  })
  it('holds for every way in', async () => {
    const { user, visit: own, viewer } = await guardedAdmin(test.db)
    await requestMagicLink({ db: test.db, visit: own }, { email: user.email, remember: false, redirectTo: '/a' })
    const link = tokenIn(await lastMail(test.db, user.email, 'magic_link'))
    const browsers = Array.from({ length: 5 }, () => createVisit())
    browsers[0]!.cookies.set('wtf_asker', own.cookies.get('wtf_asker')!)
    const answers = [await redeemMagicLink({ db: test.db, visit: browsers[0]! }, { token: link })]
    await requestMagicLink({ db: test.db, visit: own }, { email: user.email, remember: false, redirectTo: '/a' })
    answers.push(
      await redeemMagicCode(
        { db: test.db, visit: browsers[1]! },
        {
          email: user.email,
          code: codeIn(await lastMail(test.db, user.email, 'magic_link')),
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
    await signUpCustomer({ db: test.db, visit: browsers[2]! }, newcomer)
    answers.push(
      await finishSignUp(
        { db: test.db, visit: browsers[2]! },
        {
          token: tokenIn(await lastMail(test.db, user.email, 'already_signed_up')),
        },
      ),
    )
    await signUpPartner(
      { db: test.db, visit: browsers[3]! },
      { ...newcomer, businessName: 'New Brand', websiteUrl: '' },
    )
    answers.push(
      await finishSignUpByCode(
        { db: test.db, visit: browsers[3]! },
        {
          code: codeIn(await lastMail(test.db, user.email, 'already_signed_up')),
        },
      ),
    )
    for (const [n, { redirectTo }] of answers.entries()) expect([n, redirectTo]).toEqual([n, '/second-factor'])
    await requestPasswordReset({ db: test.db, visit: browsers[4]! }, { email: user.email })
    await resetPassword(
      { db: test.db, visit: browsers[4]! },
      {
        token: tokenIn(await lastMail(test.db, user.email, 'reset_password')),
        password: PASSWORD,
        confirmPassword: PASSWORD,
      },
    )
    for (const browser of browsers) expect(await readViewer({ db: test.db, visit: browser })).toBeNull()
    expect([await sessionsOf(user.id), viewer.userId]).toEqual([0, user.id])
  })
  it('takes a code once, and none older than the last', async () => {
    const { user, secret } = await guardedAdmin(test.db)
    // Confirming has used this code.
    await expect(
      typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), codeAt(secret, at(0)), at(0)),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), codeAt(secret, at(60)), at(60))
    for (const code of [codeAt(secret, at(60)), codeAt(secret, at(30))])
      await expect(
        typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), code, at(60)),
      ).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), codeAt(secret, at(90)), at(61))
  })
  it('succeeds once if many send the same code', async () => {
    const { user, secret, recoveryCodes } = await guardedAdmin(test.db)
    for (const code of [codeAt(secret, at(30)), recoveryCodes[0]!]) {
      configureAuth({ limits: 'off' })
      const browsers = await Promise.all(Array.from({ length: 8 }, () => afterFirstFactor(test.db, user.email)))
      const entered = await Promise.allSettled(browsers.map((browser) => typeSecondFactor(test.db, browser, code)))
      expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const viewers = await Promise.all(browsers.map((browser) => readViewer({ db: test.db, visit: browser })))
      expect(viewers.filter(Boolean)).toHaveLength(1)
    }
  })
  it('succeeds once if many finish the same sign-in', async () => {
    const { user, recoveryCodes } = await guardedAdmin(test.db)
    const visit = await afterFirstFactor(test.db, user.email)
    const entered = await Promise.allSettled(
      recoveryCodes
        .slice(0, 4)
        .map((code) => typeSecondFactor(test.db, createVisit({ cookie: (name) => visit.cookie(name) }), code)),
    )
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
  it('ends after 10 minutes, and cannot be forged', async () => {
    const { user, secret } = await guardedAdmin(test.db)
    const visit = await afterFirstFactor(test.db, user.email)
    await test.db.unfinishedSignIn.updateMany({ where: { userId: user.id }, data: { expiresAt: at(600) } })
    expect(await describeUnfinished({ db: test.db, visit }, at(599))).toBe(true)
    expect(await describeUnfinished({ db: test.db, visit }, at(600))).toBe(false)
    await expect(typeSecondFactor(test.db, visit, codeAt(secret, at(600)), at(600))).rejects.toMatchObject({
      code: 'unauthorized',
    })
    const id = (await test.db.unfinishedSignIn.findFirstOrThrow({ where: { userId: user.id } })).id
    for (const value of [undefined, '', id, hashToken(id), 'x'.repeat(43)])
      await expect(
        typeSecondFactor(test.db, createVisit({ cookie: () => value }), codeAt(secret, at(30))),
      ).rejects.toMatchObject({
        code: 'unauthorized',
      })
    await cleanUp(test.db, at(600))
    expect(await test.db.unfinishedSignIn.count({ where: { userId: user.id } })).toBe(0)
  })
  it('lasts ten minutes from the first factor', async () => {
    const { user } = await guardedAdmin(test.db)
    const visit = createVisit()
    await startSession({ db: test.db, visit }, user.id, { remember: false }, at(0))
    expect(await test.db.unfinishedSignIn.findFirstOrThrow({ where: { userId: user.id } })).toMatchObject({
      createdAt: at(0),
      expiresAt: at(600),
    })
  })
  it('ends with the fifth wrong code, and tells the owner', async () => {
    const { user, secret } = await guardedAdmin(test.db)
    const visit = await afterFirstFactor(test.db, user.email)
    for (let n = 1; n <= 4; n++)
      await expect(typeSecondFactor(test.db, visit, '000000')).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
    await expect(typeSecondFactor(test.db, visit, '000000')).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(typeSecondFactor(test.db, visit, codeAt(secret, at(30)))).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(await kindsButNewDevice(test.db, user.email)).toEqual(['second_factor_on', 'second_factor_guessed'])
    expect((await actionsOf(test.db, user.id)).filter((action) => action === 'sign_in_failed')).toHaveLength(5)
  })
  it('stops guessing even if the first factor is proven again and again, from any address; recovery codes still work', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } },
    })
    const { user, secret, recoveryCodes } = await guardedAdmin(test.db)
    let refused = 0
    for (let n = 0; n < 12; n++) {
      const thief = await afterFirstFactor(test.db, user.email, '/', createVisit({ address: `203.0.113.${n}` }))
      refused += await typeSecondFactor(test.db, thief, '000000').then(
        () => 0,
        ({ code }: { code: string }) => (code === 'too_many' ? 1 : 0),
      )
    }
    expect(refused).toBe(6)
    const owner = await afterFirstFactor(test.db, user.email, '/', createVisit({ address: '198.51.100.7' }))
    await expect(typeSecondFactor(test.db, owner, codeAt(secret, at(30)))).rejects.toMatchObject({ code: 'too_many' })
    await typeSecondFactor(test.db, owner, recoveryCodes[0]!)
    expect((await readViewer({ db: test.db, visit: owner }))?.userId).toBe(user.id)
  })
  it('gives a thief of the mailbox no more tries with each new password', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } },
    })
    const { user } = await guardedAdmin(test.db)
    const outcomes: string[] = []
    const thief = createVisit({ address: '203.0.113.9' })
    for (let n = 1; n <= 4; n++) {
      const password = `Seven-Blue-Cups-${n}`
      await requestPasswordReset({ db: test.db, visit: thief }, { email: user.email })
      await resetPassword(
        { db: test.db, visit: thief },
        {
          token: tokenIn(await lastMail(test.db, user.email, 'reset_password')),
          password,
          confirmPassword: password,
        },
      )
      await signIn({ db: test.db, visit: thief }, { email: user.email, password, remember: false, redirectTo: '/' })
      for (let tries = 0; tries < 3; tries++)
        outcomes.push(
          (await typeSecondFactor(test.db, thief, '000000').catch(({ code }: { code: string }) => code)) as string,
        )
    }
    expect(outcomes).toEqual([...Array<string>(6).fill('bad_input'), ...Array<string>(6).fill('too_many')])
  })
  it('stops guessing from one address', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 1_000, address: 3, network: 1_000, minutes: 60 } },
    })
    const outcomes: string[] = []
    const accounts = [
      await guardedAdmin(test.db),
      await guardedAdmin(test.db),
      await guardedAdmin(test.db),
      await guardedAdmin(test.db),
    ]
    for (let n = 0; n < 4; n++) {
      const { user } = accounts[n]!
      outcomes.push(
        (await typeSecondFactor(
          test.db,
          await afterFirstFactor(test.db, user.email, '/', createVisit({ address: '203.0.113.50' })),
          '000000',
        ).catch(({ code }: { code: string }) => code)) as string,
      )
    }
    expect(outcomes).toEqual(['bad_input', 'bad_input', 'bad_input', 'too_many'])
  })
  it('counts a known browser separately from strangers', async () => {
    configureAuth({
      limits: { ...USUAL_LIMITS, secondFactor: { account: 6, address: 1_000, network: 1_000, minutes: 60 } },
    })
    const { user, secret, visit } = await guardedAdmin(test.db)
    for (let n = 0; n < 7; n++)
      await typeSecondFactor(
        test.db,
        await afterFirstFactor(test.db, user.email, '/', createVisit({ address: `203.0.113.${n}` })),
        '000000',
      ).catch(() => undefined)
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email, '/', visit), codeAt(secret, at(30)))
    expect((await readViewer({ db: test.db, visit }))?.userId).toBe(user.id)
  })
  it('takes each recovery code once, in any spelling, and tells the owner', async () => {
    const { user, recoveryCodes } = await guardedAdmin(test.db)
    await typeSecondFactor(
      test.db,
      await afterFirstFactor(test.db, user.email),
      ` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ').replaceAll('0', 'O')} `,
    )
    expect((await lastMail(test.db, user.email, 'recovery_code_used')).text).toContain('9 are left')
    await expect(
      typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), recoveryCodes[0]!),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), recoveryCodes[9]!)
    const other = await guardedAdmin(test.db)
    await expect(
      typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), other.recoveryCodes[1]!),
    ).rejects.toMatchObject({
      field: 'code',
    })
  })
  it('ends with a new password, and with signing out everywhere', async () => {
    for (const act of ['password', 'everywhere'] as const) {
      const { user, visit, recoveryCodes } = await guardedAdmin(test.db)
      const thief = await afterFirstFactor(test.db, user.email)
      const viewer = await readViewer({ db: test.db, visit })
      if (act === 'password')
        await changePassword(
          { db: test.db, visit, viewer: viewer! },
          {
            currentPassword: PASSWORD,
            password: 'Seven-Blue-Cups-4',
            confirmPassword: 'Seven-Blue-Cups-4',
          },
        )
      else await signOutEverywhere({ db: test.db, visit, viewer: viewer! })
      await expect(typeSecondFactor(test.db, thief, recoveryCodes[0]!)).rejects.toMatchObject({ code: 'unauthorized' })
    }
  })
  it('asks everybody who has a second factor, also former administrators', async () => {
    const { user } = await guardedAdmin(test.db)
    await test.db.user.update({ where: { id: user.id }, data: { role: 'customer' } })
    await afterFirstFactor(test.db, user.email)
  })
  it('changes nothing for everybody else', async () => {
    for (const role of ['admin', 'customer'] as const) {
      const user = await createAccount(test.db, { role })
      const visit = createVisit()
      expect(
        await signIn(
          { db: test.db, visit },
          { email: user.email, password: PASSWORD, remember: false, redirectTo: '/x' },
        ),
      ).toEqual({ redirectTo: '/x', notice: null })
      expect((await readViewer({ db: test.db, visit }))?.userId).toBe(user.id)
    }
  })
})
