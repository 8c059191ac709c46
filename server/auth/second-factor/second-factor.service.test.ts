import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeDeleted } from '#server/accounts/delete-account.service.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { secondFactorInput } from '#server/auth/auth.schema.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { actionsOf, createAccount, lastMail, PASSWORD, signedIn, trySignIn } from '#tests/setup/auth.ts'
import {
  afterFirstFactor,
  at,
  codeAt,
  guardedAdmin,
  kindsButNewDevice,
  typeSecondFactor,
} from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { describeUnfinished } from './finish-sign-in.service.ts'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from './second-factor.service.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const TEN_MINUTES = 10 * 60
const createAdmin = (given = {}) => createAccount(database.db, { role: 'admin', ...given })

describe('setting up a second factor', () => {
  test('takes effect with the first code, and ends every other session', async () => {
    const user = await createAdmin()
    const other = await signedIn(database.db, user.id)
    const { visit, viewer } = await signedIn(database.db, user.id)
    expect(await getSecondFactor({ db: database.db, viewer }, at(0))).toEqual({
      canSetUp: true,
      isRequired: false,
      confirmedAt: null,
      recoveryCodesLeft: 0,
      isProvenRecently: true,
      setup: null,
    })
    await startSecondFactor({ db: database.db, visit, viewer }, {}, at(0))
    const { setup } = await getSecondFactor({ db: database.db, viewer }, at(0))
    expect(setup?.link).toContain(`secret=${setup?.secret}`)
    expect(await trySignIn(database.db, user.email, PASSWORD, '/x')).toMatchObject({ redirectTo: '/x' })

    await expect(
      confirmSecondFactor({ db: database.db, visit, viewer }, { code: '000000' }, at(3600)),
    ).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    const wrong = codeAt(setup!.secret, at(600))
    await expect(confirmSecondFactor({ db: database.db, visit, viewer }, { code: wrong }, at(0))).rejects.toMatchObject(
      {
        code: 'bad_input',
        field: 'code',
      },
    )
    const { recoveryCodes } = await confirmSecondFactor(
      { db: database.db, visit, viewer },
      { code: codeAt(setup!.secret, at(0)) },
      at(0),
    )
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)

    expect(await findViewer({ db: database.db, visit: other.visit })).toBeNull()
    const now = await findViewer({ db: database.db, visit })
    expect(now?.userId).toBe(user.id)
    expect(await getSecondFactor({ db: database.db, viewer: now! }, at(0))).toMatchObject({
      confirmedAt: at(0),
      recoveryCodesLeft: 10,
      setup: null,
    })
    expect(await kindsButNewDevice(database.db, user.email)).toEqual(['second_factor_on'])
    expect(await actionsOf(database.db, user.id)).toContain('second_factor_on')
  })
  test('stores the secret encrypted and the recovery codes hashed', async () => {
    const { user, secret, recoveryCodes } = await guardedAdmin(database.db)
    const [factor] = await database.db.$queryRaw<
      Array<{ text: string; raw: Uint8Array }>
    >`SELECT second_factors::text AS text, secret AS raw FROM second_factors WHERE user_id = ${user.id}::uuid`
    const codes = await database.db.recoveryCode.findMany({ where: { userId: user.id } })
    const stored = factor!.text + Buffer.from(factor!.raw).toString('latin1') + JSON.stringify(codes)
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(plain)
    expect(codes).toHaveLength(10)
  })
  test('does not accept a secret copied from another account', async () => {
    const [mine, theirs] = [await guardedAdmin(database.db), await guardedAdmin(database.db)]
    const { secret } = await database.db.secondFactor.findUniqueOrThrow({ where: { userId: theirs.user.id } })
    await database.db.secondFactor.update({ where: { userId: mine.user.id }, data: { secret } })
    await expect(
      typeSecondFactor(
        database.db,
        await afterFirstFactor(database.db, mine.user.email),
        codeAt(theirs.secret, at(30)),
      ),
    ).rejects.toThrow('does not open')
  })
  test('shows the unconfirmed secret only to the session that requested it, for 10 minutes', async () => {
    const user = await createAdmin()
    const [here, there] = [await signedIn(database.db, user.id), await signedIn(database.db, user.id)]
    await startSecondFactor({ db: database.db, visit: here.visit, viewer: here.viewer }, {}, at(0))
    const { setup } = await getSecondFactor({ db: database.db, viewer: here.viewer }, at(0))
    expect((await getSecondFactor({ db: database.db, viewer: there.viewer }, at(0))).setup).toBeNull()
    await expect(
      confirmSecondFactor(
        { db: database.db, visit: there.visit, viewer: there.viewer },
        { code: codeAt(setup!.secret, at(0)) },
        at(0),
      ),
    ).rejects.toMatchObject({ field: 'code' })
    expect((await getSecondFactor({ db: database.db, viewer: here.viewer }, at(TEN_MINUTES))).setup).toBeNull()
    await expect(
      confirmSecondFactor(
        { db: database.db, visit: here.visit, viewer: here.viewer },
        { code: codeAt(setup!.secret, at(TEN_MINUTES)) },
        at(TEN_MINUTES),
      ),
    ).rejects.toMatchObject({ field: 'code' })
  })
  test('requires a recent sign-in and a verified address', async () => {
    const user = await createAdmin()
    const { visit, viewer } = await signedIn(database.db, user.id)
    await expect(
      startSecondFactor(
        { db: database.db, visit, viewer: { ...viewer, authenticatedAt: at(-TEN_MINUTES) } },
        {},
        at(0),
      ),
    ).rejects.toMatchObject({ code: 'forbidden', field: 'recent-proof' })
    const unproven = await createAdmin({ emailVerifiedAt: null })
    const theirs = await signedIn(database.db, unproven.id)
    await expect(
      startSecondFactor({ db: database.db, visit: theirs.visit, viewer: theirs.viewer }, {}, at(0)),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await database.db.secondFactor.count({ where: { userId: { in: [user.id, unproven.id] } } })).toBe(0)
  })
  test('is deleted after a day without confirmation', async () => {
    const user = await createAdmin()
    const { visit, viewer } = await signedIn(database.db, user.id)
    await startSecondFactor({ db: database.db, visit, viewer }, {}, at(0))
    const kept = await guardedAdmin(database.db)
    await cleanUp(database.db, at(86_400))
    expect(
      await database.db.secondFactor.findMany({
        where: { userId: { in: [user.id, kept.user.id] } },
        select: { userId: true },
      }),
    ).toEqual([{ userId: kept.user.id }])
  })
})

describe('changing the second factor', () => {
  test('requires a recent sign-in and a valid code', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin(database.db)
    const viewer = (await findViewer({ db: database.db, visit }))!
    const acts = [startSecondFactor, renewRecoveryCodes, removeSecondFactor]
    for (const act of acts) {
      await expect(act({ db: database.db, visit, viewer }, { code: '000000' }, at(30))).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
      await expect(act({ db: database.db, visit, viewer }, { code: '' }, at(30))).rejects.toMatchObject({
        code: 'bad_input',
        field: 'code',
      })
    }
    await expect(startSecondFactor({ db: database.db, visit, viewer }, {}, at(30))).rejects.toMatchObject({
      code: 'bad_input',
      field: 'code',
    })
    const late = { ...viewer, authenticatedAt: at(30 - TEN_MINUTES) }
    for (const act of acts)
      await expect(
        act({ db: database.db, visit, viewer: late }, { code: codeAt(secret, at(30)) }, at(30)),
      ).rejects.toMatchObject({
        code: 'forbidden',
        field: 'recent-proof',
      })
    expect(await kindsButNewDevice(database.db, user.email)).toEqual(['second_factor_on'])
    await typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), recoveryCodes[0]!)
    await typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), codeAt(secret, at(30)))
  })
  test('moves to another app, and invalidates the old app and recovery codes', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin(database.db)
    const viewer = (await findViewer({ db: database.db, visit }))!
    await startSecondFactor({ db: database.db, visit, viewer }, { code: codeAt(secret, at(30)) }, at(30))
    const { setup, confirmedAt } = await getSecondFactor({ db: database.db, viewer }, at(30))
    expect([confirmedAt, setup?.secret === secret]).toEqual([at(0), false])
    // The old app is valid until the new one is confirmed.
    const meanwhile = await afterFirstFactor(database.db, user.email)
    await typeSecondFactor(database.db, meanwhile, codeAt(secret, at(60)), at(60))
    const moved = await confirmSecondFactor(
      { db: database.db, visit, viewer },
      { code: codeAt(setup!.secret, at(60)) },
      at(60),
    )
    expect(await findViewer({ db: database.db, visit: meanwhile })).toBeNull()
    for (const code of [codeAt(secret, at(90)), recoveryCodes[0]!])
      await expect(
        typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), code, at(90)),
      ).rejects.toMatchObject({ field: 'code' })
    await typeSecondFactor(
      database.db,
      await afterFirstFactor(database.db, user.email),
      codeAt(setup!.secret, at(90)),
      at(90),
    )
    await typeSecondFactor(
      database.db,
      await afterFirstFactor(database.db, user.email),
      moved.recoveryCodes[0]!,
      at(90),
    )
    expect((await lastMail(database.db, user.email, 'second_factor_on')).subject).toContain('was changed')
  })
  test('replaces the recovery codes', async () => {
    const { user, visit, secret, recoveryCodes } = await guardedAdmin(database.db)
    const renewed = await renewRecoveryCodes(
      { db: database.db, visit, viewer: (await findViewer({ db: database.db, visit }))! },
      { code: codeAt(secret, at(30)) },
      at(30),
    )
    expect(renewed.recoveryCodes).toHaveLength(10)
    await expect(
      typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), recoveryCodes[3]!),
    ).rejects.toMatchObject({ field: 'code' })
    await typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email), renewed.recoveryCodes[3]!)
    expect(await kindsButNewDevice(database.db, user.email)).toEqual([
      'second_factor_on',
      'recovery_codes_renewed',
      'recovery_code_used',
    ])
  })
  test('removes the second factor with a code from the app or a recovery code', async () => {
    const { user, visit, recoveryCodes } = await guardedAdmin(database.db)
    await removeSecondFactor(
      { db: database.db, visit, viewer: (await findViewer({ db: database.db, visit }))! },
      secondFactorInput.parse({ code: recoveryCodes[2] }),
      at(30),
    )
    expect([
      await database.db.secondFactor.count({ where: { userId: user.id } }),
      await database.db.recoveryCode.count({ where: { userId: user.id } }),
    ]).toEqual([0, 0])
    expect(await trySignIn(database.db, user.email, PASSWORD, '/x')).toMatchObject({ redirectTo: '/x' })
    expect(await kindsButNewDevice(database.db, user.email)).toEqual(['second_factor_on', 'second_factor_off'])
    expect(await actionsOf(database.db, user.id)).toContain('second_factor_off')
  })
  test('resets the second factor from the command line', async () => {
    const { user, visit } = await guardedAdmin(database.db)
    const other = await guardedAdmin(database.db)
    const thief = await afterFirstFactor(database.db, user.email)
    const siteUrl = 'http://127.0.0.1:3000'
    expect(await resetSecondFactor(database.db, { email: user.email, siteUrl })).toBe(true)
    expect(await resetSecondFactor(database.db, { email: user.email, siteUrl })).toBe(false)
    expect(await resetSecondFactor(database.db, { email: 'nobody@example.test', siteUrl })).toBe(false)
    expect([
      await findViewer({ db: database.db, visit }),
      await describeUnfinished({ db: database.db, visit: thief }, at(0)),
    ]).toEqual([null, false])
    expect(await trySignIn(database.db, user.email, PASSWORD, '/x')).toMatchObject({ redirectTo: '/x' })
    await afterFirstFactor(database.db, other.user.email)
    expect((await lastMail(database.db, user.email, 'second_factor_off')).text).toContain('We turned off two-factor')
    expect(await actionsOf(database.db, user.id)).toContain('second_factor_reset')
  })
})

test('exports the second factor without secrets, and deletes it with the account', async () => {
  const { user, visit, secret, recoveryCodes } = await guardedAdmin(database.db)
  await typeSecondFactor(database.db, await afterFirstFactor(database.db, user.email, '/', visit), recoveryCodes[4]!)
  await afterFirstFactor(database.db, user.email)
  const exported = await exportAccount({
    db: database.db,
    visit,
    viewer: (await findViewer({ db: database.db, visit }))!,
  })
  expect(exported.secondFactor?.confirmedAt).toEqual(at(0))
  expect(exported.secondFactor?.recoveryCodes.filter(({ usedAt }) => usedAt)).toEqual([{ usedAt: at(30) }])
  for (const hidden of [secret, ...recoveryCodes]) expect(JSON.stringify(exported)).not.toContain(hidden)
  await database.db.user.update({ where: { id: user.id }, data: { deletionRequestedAt: at(-15 * 86_400) } })
  expect(await purgeDeleted(database.db, at(0))).toBe(1)
  const mine = { where: { userId: user.id } }
  expect(
    await Promise.all([
      database.db.secondFactor.count(mine),
      database.db.recoveryCode.count(mine),
      database.db.unfinishedSignIn.count(mine),
    ]),
  ).toEqual([0, 0, 0])
})
