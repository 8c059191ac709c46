import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeDeleted } from '#server/accounts/delete-account.service.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { secondFactorInput } from '#server/auth/auth.schema.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { readViewer } from '#server/auth/session.service.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import { actionsOf, createAccount, lastMail, PASSWORD, signedIn } from '#tests/setup/auth.ts'
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
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from './second-factor.service.ts'

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const TEN_MINUTES = 10 * 60
const createAdmin = (given = {}) => createAccount(test.db, { role: 'admin', ...given })

describe('setting up', () => {
  it('takes effect with the first code, and ends every other session', async () => {
    const user = await createAdmin()
    const other = await signedIn(test.db, user.id)
    const { visit, viewer } = await signedIn(test.db, user.id)
    expect(await readSecondFactor({ db: test.db, viewer }, at(0))).toEqual({
      canSetUp: true,
      confirmedAt: null,
      recoveryCodesLeft: 0,
      isProvenRecently: true,
      setup: null,
    })
    await startSecondFactor({ db: test.db, visit, viewer }, {}, at(0))
    const { setup } = await readSecondFactor({ db: test.db, viewer }, at(0))
    expect(setup?.link).toContain(`secret=${setup?.secret}`)
    expect(
      await signIn(
        { db: test.db, visit: createVisit() },
        {
          email: user.email,
          password: PASSWORD,
          remember: false,
          redirectTo: '/x',
        },
      ),
    ).toMatchObject({ redirectTo: '/x' })

    await expect(
      confirmSecondFactor({ db: test.db, visit, viewer }, { code: '000000' }, at(3600)),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    const wrong = codeAt(setup!.secret, at(600))
    await expect(confirmSecondFactor({ db: test.db, visit, viewer }, { code: wrong }, at(0))).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    const { recoveryCodes } = await confirmSecondFactor(
      { db: test.db, visit, viewer },
      { code: codeAt(setup!.secret, at(0)) },
      at(0),
    )
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)

    expect(await readViewer({ db: test.db, visit: other.visit })).toBeNull()
    const now = await readViewer({ db: test.db, visit })
    expect(now?.userId).toBe(user.id)
    expect(await readSecondFactor({ db: test.db, viewer: now! }, at(0))).toMatchObject({
      confirmedAt: at(0),
      recoveryCodesLeft: 10,
      setup: null,
    })
    expect(await kindsButNewDevice(test.db, user.email)).toEqual(['second_factor_on'])
    expect(await actionsOf(test.db, user.id)).toContain('second_factor_on')
  })
  it('stores the secret and the recovery codes unreadably', async () => {
    const { user, secret, recoveryCodes } = await guardedAdmin(test.db)
    const [factor] = await test.db.$queryRaw<
      Array<{ text: string; raw: Uint8Array }>
    >`SELECT second_factors::text AS text, secret AS raw FROM second_factors WHERE user_id = ${user.id}::uuid`
    const codes = await test.db.recoveryCode.findMany({ where: { userId: user.id } })
    const stored = factor!.text + Buffer.from(factor!.raw).toString('latin1') + JSON.stringify(codes)
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(plain)
    expect(codes).toHaveLength(10)
  })
  it("does not open another account's secret", async () => {
    const [mine, theirs] = [await guardedAdmin(test.db), await guardedAdmin(test.db)]
    const { secret } = await test.db.secondFactor.findUniqueOrThrow({ where: { userId: theirs.user.id } })
    await test.db.secondFactor.update({ where: { userId: mine.user.id }, data: { secret } })
    await expect(
      typeSecondFactor(test.db, await afterFirstFactor(test.db, mine.user.email), codeAt(theirs.secret, at(30))),
    ).rejects.toThrow('does not open')
  })
  it('shows the unconfirmed secret to the session that asked, for 10 minutes', async () => {
    const user = await createAdmin()
    const [here, there] = [await signedIn(test.db, user.id), await signedIn(test.db, user.id)]
    await startSecondFactor({ db: test.db, visit: here.visit, viewer: here.viewer }, {}, at(0))
    const { setup } = await readSecondFactor({ db: test.db, viewer: here.viewer }, at(0))
    expect((await readSecondFactor({ db: test.db, viewer: there.viewer }, at(0))).setup).toBeNull()
    await expect(
      confirmSecondFactor(
        { db: test.db, visit: there.visit, viewer: there.viewer },
        { code: codeAt(setup!.secret, at(0)) },
        at(0),
      ),
    ).rejects.toMatchObject({ field: 'code' })
    expect((await readSecondFactor({ db: test.db, viewer: here.viewer }, at(TEN_MINUTES))).setup).toBeNull()
    await expect(
      confirmSecondFactor(
        { db: test.db, visit: here.visit, viewer: here.viewer },
        { code: codeAt(setup!.secret, at(TEN_MINUTES)) },
        at(TEN_MINUTES),
      ),
    ).rejects.toMatchObject({ field: 'code' })
  })
  it('needs a recent sign-in and a proven address', async () => {
    const user = await createAdmin()
    const { visit, viewer } = await signedIn(test.db, user.id)
    await expect(
      startSecondFactor({ db: test.db, visit, viewer: { ...viewer, authenticatedAt: at(-TEN_MINUTES) } }, {}, at(0)),
    ).rejects.toMatchObject({ code: 'forbidden', field: 'recent-proof' })
    const unproven = await createAdmin({ emailVerifiedAt: null })
    const theirs = await signedIn(test.db, unproven.id)
    await expect(
      startSecondFactor({ db: test.db, visit: theirs.visit, viewer: theirs.viewer }, {}, at(0)),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await test.db.secondFactor.count({ where: { userId: { in: [user.id, unproven.id] } } })).toBe(0)
  })
  it('is deleted after a day without confirmation', async () => {
    const user = await createAdmin()
    const { visit, viewer } = await signedIn(test.db, user.id)
    await startSecondFactor({ db: test.db, visit, viewer }, {}, at(0))
    const kept = await guardedAdmin(test.db)
    await cleanUp(test.db, at(86_400))
    expect(
      await test.db.secondFactor.findMany({
        where: { userId: { in: [user.id, kept.user.id] } },
        select: { userId: true },
      }),
    ).toEqual([{ userId: kept.user.id }])
  })
})

describe('changing it', () => {
  it('needs a recent sign-in and a code; a wrong code changes nothing', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin(test.db)
    const viewer = (await readViewer({ db: test.db, visit }))!
    const acts = [startSecondFactor, renewRecoveryCodes, removeSecondFactor]
    for (const act of acts) {
      await expect(act({ db: test.db, visit, viewer }, { code: '000000' }, at(30))).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
      await expect(act({ db: test.db, visit, viewer }, { code: '' }, at(30))).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
    }
    await expect(startSecondFactor({ db: test.db, visit, viewer }, {}, at(30))).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    const late = { ...viewer, authenticatedAt: at(30 - TEN_MINUTES) }
    for (const act of acts)
      await expect(
        act({ db: test.db, visit, viewer: late }, { code: codeAt(secret, at(30)) }, at(30)),
      ).rejects.toMatchObject({
        code: 'forbidden',
        field: 'recent-proof',
      })
    expect(await kindsButNewDevice(test.db, user.email)).toEqual(['second_factor_on'])
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), recoveryCodes[0]!)
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), codeAt(secret, at(30)))
  })
  it('moves to another app, and ends the old one and its recovery codes', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin(test.db)
    const viewer = (await readViewer({ db: test.db, visit }))!
    await startSecondFactor({ db: test.db, visit, viewer }, { code: codeAt(secret, at(30)) }, at(30))
    const { setup, confirmedAt } = await readSecondFactor({ db: test.db, viewer }, at(30))
    expect([confirmedAt, setup?.secret === secret]).toEqual([at(0), false])
    // The old one counts until the new one is confirmed.
    const meanwhile = await afterFirstFactor(test.db, user.email)
    await typeSecondFactor(test.db, meanwhile, codeAt(secret, at(60)), at(60))
    const moved = await confirmSecondFactor(
      { db: test.db, visit, viewer },
      { code: codeAt(setup!.secret, at(60)) },
      at(60),
    )
    expect(await readViewer({ db: test.db, visit: meanwhile })).toBeNull()
    for (const code of [codeAt(secret, at(90)), recoveryCodes[0]!])
      await expect(
        typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), code, at(90)),
      ).rejects.toMatchObject({ field: 'code' })
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), codeAt(setup!.secret, at(90)), at(90))
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), moved.recoveryCodes[0]!, at(90))
    expect((await lastMail(test.db, user.email, 'second_factor_on')).subject).toContain('moved')
  })
  it('makes new recovery codes', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin(test.db)
    const renewed = await renewRecoveryCodes(
      { db: test.db, visit, viewer: (await readViewer({ db: test.db, visit }))! },
      { code: codeAt(secret, at(30)) },
      at(30),
    )
    expect(renewed.recoveryCodes).toHaveLength(10)
    await expect(
      typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), recoveryCodes[3]!),
    ).rejects.toMatchObject({ field: 'code' })
    await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email), renewed.recoveryCodes[3]!)
    expect(await kindsButNewDevice(test.db, user.email)).toEqual([
      'second_factor_on',
      'recovery_codes_renewed',
      'recovery_code_used',
    ])
  })
  it('is removed by a code of the app or a recovery code', async () => {
    const { user, visit, recoveryCodes } = await guardedAdmin(test.db)
    await removeSecondFactor(
      { db: test.db, visit, viewer: (await readViewer({ db: test.db, visit }))! },
      secondFactorInput.parse({ code: recoveryCodes[2] }),
      at(30),
    )
    expect([
      await test.db.secondFactor.count({ where: { userId: user.id } }),
      await test.db.recoveryCode.count({ where: { userId: user.id } }),
    ]).toEqual([0, 0])
    expect(
      await signIn(
        { db: test.db, visit: createVisit() },
        {
          email: user.email,
          password: PASSWORD,
          remember: false,
          redirectTo: '/x',
        },
      ),
    ).toMatchObject({ redirectTo: '/x' })
    expect(await kindsButNewDevice(test.db, user.email)).toEqual(['second_factor_on', 'second_factor_off'])
    expect(await actionsOf(test.db, user.id)).toContain('second_factor_off')
  })
  it("is reset on the server's console", async () => {
    const { user, visit } = await guardedAdmin(test.db)
    const other = await guardedAdmin(test.db)
    const thief = await afterFirstFactor(test.db, user.email)
    const siteUrl = 'http://127.0.0.1:3000'
    expect(await resetSecondFactor(test.db, { email: user.email, siteUrl })).toBe(true)
    expect(await resetSecondFactor(test.db, { email: user.email, siteUrl })).toBe(false)
    expect(await resetSecondFactor(test.db, { email: 'nobody@example.test', siteUrl })).toBe(false)
    expect([
      await readViewer({ db: test.db, visit }),
      await describeUnfinished({ db: test.db, visit: thief }, at(0)),
    ]).toEqual([null, false])
    expect(
      await signIn(
        { db: test.db, visit: createVisit() },
        {
          email: user.email,
          password: PASSWORD,
          remember: false,
          redirectTo: '/x',
        },
      ),
    ).toMatchObject({ redirectTo: '/x' })
    await afterFirstFactor(test.db, other.user.email)
    expect((await lastMail(test.db, user.email, 'second_factor_off')).text).toContain('those who run its server')
    expect(await actionsOf(test.db, user.id)).toContain('second_factor_reset')
  })
})

it('is exported without secrets, and deleted with the account', async () => {
  const { user, visit, secret, recoveryCodes } = await guardedAdmin(test.db)
  await typeSecondFactor(test.db, await afterFirstFactor(test.db, user.email, '/', visit), recoveryCodes[4]!)
  await afterFirstFactor(test.db, user.email)
  const exported = await exportAccount({ db: test.db, visit, viewer: (await readViewer({ db: test.db, visit }))! })
  expect(exported.secondFactor?.confirmedAt).toEqual(at(0))
  expect(exported.secondFactor?.recoveryCodes.filter(({ usedAt }) => usedAt)).toEqual([{ usedAt: at(30) }])
  for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify(exported)).not.toContain(hidden)
  await test.db.user.update({ where: { id: user.id }, data: { deletionRequestedAt: at(-15 * 86_400) } })
  expect(await purgeDeleted(test.db, at(0))).toBe(1)
  const mine = { where: { userId: user.id } }
  expect(
    await Promise.all([
      test.db.secondFactor.count(mine),
      test.db.recoveryCode.count(mine),
      test.db.unfinishedSignIn.count(mine),
    ]),
  ).toEqual([0, 0, 0])
})
