import { hash } from '@node-rs/argon2'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { signInInput } from './auth.schema.ts'
import { needsRehash } from './hash-password.ts'
import { findViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const tryIn = (given: object, visit = createVisit()) => signIn({ db: database.db, visit }, signInInput.parse(given))
/** Returns the part of the error that a caller can see, without its stack. */
const answerOf = async (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    ({ name, code, message, field }: Record<string, unknown>) => ({ name, code, message, field }),
  )
const REFUSED = { name: 'AppError', code: 'unauthorized', message: 'Invalid email or password', field: undefined }

describe('signIn', () => {
  test('starts a session and redirects', async () => {
    const user = await createAccount(database.db)
    const visit = createVisit()
    expect(
      await tryIn(
        { email: ` ${user.email.toUpperCase()} `, password: PASSWORD, remember: true, redirectTo: '/wishlist' },
        visit,
      ),
    ).toEqual({ redirectTo: '/wishlist', notice: null })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ userId: user.id, isRemembered: true })
    expect(await tryIn({ email: user.email, password: PASSWORD, redirectTo: '//evil.example' })).toEqual({
      redirectTo: '/',
      notice: null,
    })
  })
  test('returns the same error for every failure', async () => {
    const [user, bare] = [await createAccount(database.db), await createUser(database.db)]
    const visit = createVisit()
    const attempts = [
      { email: user.email, password: 'Wrong-Horse-7' },
      { email: user.email, password: PASSWORD.toLowerCase() },
      { email: user.email, password: `${PASSWORD} ` },
      { email: bare.email, password: PASSWORD },
      { email: 'nobody@example.test', password: PASSWORD },
      { email: user.email, password: 'Wrong-Horse-7', accountType: 'partner' },
      { email: 'nobody@example.test', password: PASSWORD, accountType: 'partner' },
    ]
    for (const attempt of attempts) expect(await answerOf(tryIn(attempt, visit))).toEqual(REFUSED)
    expect(visit.headers).toEqual([])
  })
  test('reveals that an account is not a partner only after the right password', async () => {
    const user = await createAccount(database.db)
    const visit = createVisit()
    expect(
      await answerOf(tryIn({ email: user.email, password: PASSWORD, accountType: 'partner' }, visit)),
    ).toMatchObject({ code: 'forbidden', message: 'Invalid partner account' })
    expect(visit.headers).toEqual([])
    const partner = await createAccount(database.db, { role: 'partner' })
    await createPartner(database.db, { ownerId: partner.id })
    expect(await tryIn({ email: partner.email, password: PASSWORD, accountType: 'partner' })).toEqual({
      redirectTo: '/',
      notice: null,
    })
  })
  test('logs success and failure', async () => {
    const user = await createAccount(database.db)
    await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }))
    await tryIn({ email: user.email, password: PASSWORD })
    const entries = await database.db.auditEntry.findMany({ where: { subjectId: user.id }, orderBy: { at: 'asc' } })
    expect(entries.map(({ actorId, action }) => [actorId, action])).toEqual([
      [null, 'sign_in_failed'],
      [user.id, 'sign_in'],
    ])
    expect(JSON.stringify(entries)).not.toContain('Horse')
  })
  test('rehashes a password that was hashed with other parameters', async () => {
    const user = await createUser(database.db)
    await database.db.password.create({
      data: { userId: user.id, hash: await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 }) },
    })
    await tryIn({ email: user.email, password: PASSWORD })
    const stored = await database.db.password.findUniqueOrThrow({ where: { userId: user.id } })
    expect(needsRehash(stored.hash)).toBe(false)
    expect(stored.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await tryIn({ email: user.email, password: PASSWORD })
  })
  test('limits guesses for known and unknown addresses, even with the right password, and states the wait', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 1_000, network: 1_000, minutes: 15 } } })
    const user = await createAccount(database.db)
    for (const email of [user.email, 'nobody2@example.test']) {
      for (let attempt = 1; attempt <= 3; attempt++)
        expect(await answerOf(tryIn({ email, password: 'Wrong-Horse-7' }))).toEqual(REFUSED)
      expect(await answerOf(tryIn({ email, password: PASSWORD }))).toEqual({
        name: 'AppError',
        code: 'too_many',
        message: 'Too many attempts. Please try again in 15 minutes.',
        field: undefined,
      })
    }
  })
  test('lets the owner in from a known browser while others are guessing the password', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 4, network: 1_000, minutes: 15 } } })
    const user = await createAccount(database.db)
    const own = createVisit({ address: '192.0.2.1' })
    await tryIn({ email: user.email, password: PASSWORD }, own)
    for (let attempt = 1; attempt <= 3; attempt++)
      await answerOf(
        tryIn({ email: user.email, password: 'Wrong-Horse-7' }, createVisit({ address: `198.51.100.${attempt}` })),
      )
    for (let attempt = 1; attempt <= 4; attempt++)
      await answerOf(
        tryIn(
          { email: `nobody${attempt}@example.test`, password: 'Wrong-Horse-7' },
          createVisit({ address: '192.0.2.1' }),
        ),
      )
    expect(
      await answerOf(tryIn({ email: user.email, password: PASSWORD }, createVisit({ address: '203.0.113.1' }))),
    ).toMatchObject({ code: 'too_many' })
    await tryIn({ email: user.email, password: PASSWORD }, own)
    for (let attempt = 1; attempt <= 3; attempt++)
      expect(await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }, own))).toEqual(REFUSED)
    expect(await answerOf(tryIn({ email: user.email, password: PASSWORD }, own))).toMatchObject({ code: 'too_many' })
  })
  test('resets the count of attempts after a success', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 1_000, network: 1_000, minutes: 15 } } })
    const user = await createAccount(database.db)
    for (let round = 1; round <= 3; round++) {
      await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }))
      await answerOf(tryIn({ email: user.email, password: 'Wrong-Horse-7' }))
      await tryIn({ email: user.email, password: PASSWORD })
    }
  })
})
