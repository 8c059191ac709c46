import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  askMagic,
  createAccount,
  DEAD_LINK,
  expireTokens,
  kindsTo,
  otherCode,
  PASSWORD,
  signedIn,
  trySignIn,
  WRONG_CODE,
} from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { codeInput, emailInput } from './auth.schema.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from './magic-link.service.ts'
import { findViewer } from './session.service.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

describe('a sign-in link', () => {
  test('signs in once, in the browser that requested it, and returns to the page', async () => {
    const user = await createAccount(database.db)
    const { visit, token } = await askMagic(database.db, user.email, { redirectTo: '/wishlist', remember: true })
    expect(visit.headers[0]).toMatch(/^wtf_asker=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/)
    expect(await redeemMagicLink({ db: database.db, visit }, { token })).toEqual({
      redirectTo: '/wishlist',
      notice: null,
    })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ userId: user.id, isRemembered: true })
    await expect(redeemMagicLink({ db: database.db, visit }, { token })).rejects.toMatchObject(DEAD_LINK)
  })
  test('does not work in another browser, but remains valid', async () => {
    const user = await createAccount(database.db)
    const { visit, token } = await askMagic(database.db, user.email)
    const strangers = createVisit()
    await askMagic(database.db, 'somebody-else@example.test', {}, strangers)
    for (const browser of [createVisit(), strangers]) {
      await expect(redeemMagicLink({ db: database.db, visit: browser }, { token })).rejects.toMatchObject({
        code: 'forbidden',
      })
      expect(await findViewer({ db: database.db, visit: browser })).toBeNull()
    }
    await redeemMagicLink({ db: database.db, visit }, { token })
  })
  test('succeeds for only one of 64 simultaneous requests', async () => {
    const user = await createAccount(database.db)
    const { visit, token } = await askMagic(database.db, user.email)
    const asker = visit.cookies.get('wtf_asker')!
    const browsers = Array.from({ length: 64 }, () => createVisit())
    const answers = await Promise.allSettled(
      browsers.map((browser) => {
        browser.cookies.set('wtf_asker', asker)
        return redeemMagicLink({ db: database.db, visit: browser }, { token })
      }),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.db.session.count({ where: { userId: user.id } })).toBe(1)
  })
  test('includes a code for another device, which uses up the link', async () => {
    const user = await createAccount(database.db)
    const { visit, token, code } = await askMagic(database.db, user.email, { redirectTo: '/settings' })
    const phone = createVisit()
    expect(
      await redeemMagicCode({ db: database.db, visit: phone }, codeInput.parse({ email: user.email, code })),
    ).toEqual({
      redirectTo: '/settings',
      notice: null,
    })
    expect(await findViewer({ db: database.db, visit: phone })).toMatchObject({ userId: user.id })
    await expect(redeemMagicLink({ db: database.db, visit }, { token })).rejects.toMatchObject(DEAD_LINK)
    await expect(
      redeemMagicCode({ db: database.db, visit: phone }, codeInput.parse({ email: user.email, code })),
    ).rejects.toMatchObject(WRONG_CODE)
  })
  test('invalidates its code after five wrong ones, while the link still works', async () => {
    const user = await createAccount(database.db)
    const { visit, token, code } = await askMagic(database.db, user.email)
    for (let attempt = 1; attempt <= 5; attempt++)
      await expect(
        redeemMagicCode(
          { db: database.db, visit: createVisit() },
          codeInput.parse({ email: user.email, code: otherCode(code) }),
        ),
      ).rejects.toMatchObject(WRONG_CODE)
    await expect(
      redeemMagicCode({ db: database.db, visit: createVisit() }, codeInput.parse({ email: user.email, code })),
    ).rejects.toMatchObject(WRONG_CODE)
    await redeemMagicLink({ db: database.db, visit }, { token })
  })
  test('counts simultaneous wrong codes', async () => {
    const user = await createAccount(database.db)
    const { code } = await askMagic(database.db, user.email)
    await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        redeemMagicCode(
          { db: database.db, visit: createVisit() },
          codeInput.parse({ email: user.email, code: otherCode(code) }),
        ),
      ),
    )
    expect(await database.db.oneTimeToken.findFirst({ where: { userId: user.id } })).toMatchObject({
      attempts: 5,
      usedAt: null,
    })
    await expect(
      redeemMagicCode({ db: database.db, visit: createVisit() }, codeInput.parse({ email: user.email, code })),
    ).rejects.toMatchObject(WRONG_CODE)
  })
  test('accepts its code in only one of 64 simultaneous requests', async () => {
    const user = await createAccount(database.db)
    const { code } = await askMagic(database.db, user.email)
    const answers = await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        redeemMagicCode({ db: database.db, visit: createVisit() }, codeInput.parse({ email: user.email, code })),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
  test('includes a code that works for its own account only', async () => {
    const [ada, grace] = [await createAccount(database.db), await createAccount(database.db)]
    const { code } = await askMagic(database.db, ada.email)
    for (const email of [grace.email, 'nobody@example.test'])
      await expect(
        redeemMagicCode({ db: database.db, visit: createVisit() }, codeInput.parse({ email, code })),
      ).rejects.toMatchObject(WRONG_CODE)
    await expireTokens(database.db, ada.id)
    await expect(
      redeemMagicCode({ db: database.db, visit: createVisit() }, codeInput.parse({ email: ada.email, code })),
    ).rejects.toMatchObject(WRONG_CODE)
  })
  test('is invalid once a newer link is requested', async () => {
    const user = await createAccount(database.db)
    const first = await askMagic(database.db, user.email)
    const second = await askMagic(database.db, user.email, {}, first.visit)
    await expect(
      redeemMagicLink({ db: database.db, visit: first.visit }, { token: first.token }),
    ).rejects.toMatchObject(DEAD_LINK)
    await redeemMagicLink({ db: database.db, visit: second.visit }, { token: second.token })
  })
  test('does not reveal who has an account', async () => {
    const user = await createAccount(database.db)
    const [known, unknown] = [createVisit(), createVisit()]
    const answers = [
      await requestMagicLink({ db: database.db, visit: known }, emailInput.parse({ email: user.email })),
      await requestMagicLink({ db: database.db, visit: unknown }, emailInput.parse({ email: 'nobody2@example.test' })),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(known.headers.map((header) => header.replace(/=[\w-]{43};/, '=x;'))).toEqual(
      unknown.headers.map((header) => header.replace(/=[\w-]{43};/, '=x;')),
    )
    expect(await kindsTo(database.db, 'nobody2@example.test')).toEqual(['no_account'])
    const never = await database.db.oneTimeToken.findFirstOrThrow({ where: { email: 'nobody2@example.test' } })
    expect(never.userId).toBeNull()
  })
  test("verifies the address, revokes a stranger's access to an unverified account, and notifies the owner", async () => {
    const user = await createAccount(database.db, { emailVerifiedAt: null })
    const stranger = await signedIn(database.db, user.id)
    const { visit, token } = await askMagic(database.db, user.email)
    expect((await redeemMagicLink({ db: database.db, visit }, { token })).notice).toContain('choose a new password')
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ userId: user.id, isEmailVerified: true })
    expect(await findViewer({ db: database.db, visit: stranger.visit })).toBeNull()
    await expect(trySignIn(database.db, user.email, PASSWORD)).rejects.toMatchObject({
      message: 'Invalid email or password',
    })
  })
  test('ignores an external return path in the database', async () => {
    const user = await createAccount(database.db)
    const { visit, token } = await askMagic(database.db, user.email)
    await database.db.oneTimeToken.updateMany({
      where: { userId: user.id },
      data: { data: { redirectTo: 'https://evil.example', remember: 'yes' } },
    })
    expect(await redeemMagicLink({ db: database.db, visit }, { token })).toMatchObject({ redirectTo: '/' })
  })
})
