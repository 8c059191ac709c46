import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { AppError } from '#server/platform/errors.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { keepAttempt, findOidcAttempt, type Attempt } from './oauth-cookie.ts'
import { configureOidc } from './oidc-config.ts'
import { finishOAuth } from './oidc.service.ts'

const database = useTestDatabase()
const attempt: Attempt = {
  provider: 'google',
  state: 'state',
  nonce: 'nonce',
  verifier: 'verifier',
  accountType: 'customer',
  redirectTo: '/',
  startedAt: Date.now(),
}

async function keep() {
  const visit = createVisit()
  await keepAttempt({ db: database.db, visit }, attempt)
  return visit
}

test('returns the attempt unchanged, and encrypts it in the cookie', async () => {
  const visit = await keep()
  const sealed = visit.cookies.get('wtf_oauth')!
  expect(await findOidcAttempt({ db: database.db, visit })).toEqual(attempt)
  expect(Buffer.from(sealed, 'base64url').includes('verifier')).toBe(false)
  expect((await keep()).cookies.get('wtf_oauth')).not.toBe(sealed)
})

test('ignores a cookie with a single changed bit', async () => {
  const visit = await keep()
  const genuine = Buffer.from(visit.cookies.get('wtf_oauth')!, 'base64url')
  await fc.assert(
    fc.asyncProperty(fc.nat(genuine.length * 8 - 1), async (bit) => {
      const altered = Buffer.from(genuine)
      altered[bit >> 3]! ^= 1 << (bit & 7)
      visit.cookies.set('wtf_oauth', altered.toString('base64url'))
      expect(await findOidcAttempt({ db: database.db, visit })).toBeNull()
    }),
  )
})

test('ignores a truncated or forged cookie, or one encrypted by another shop', async () => {
  const visit = await keep()
  const genuine = visit.cookies.get('wtf_oauth')!
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.nat(genuine.length - 2).map((length) => genuine.slice(0, length)),
        fc.base64String(),
      ),
      async (value) => {
        visit.cookies.set('wtf_oauth', value)
        expect(await findOidcAttempt({ db: database.db, visit })).toBeNull()
      },
    ),
  )
})

test('any callback either succeeds or shows one of our error messages', async () => {
  configureAuth({ limits: 'off' })
  configureOidc({
    google: { issuer: 'http://127.0.0.1:1', clientId: 'shop', clientSecret: 'secret' },
    siteUrl: 'http://127.0.0.1:3000',
    timeoutSeconds: 0.2,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.oneof(fc.constantFrom('code', 'state', 'iss', 'error', 'user', '__proto__'), fc.string()),
        fc.string({ unit: 'binary' }),
      ),
      fc.boolean(),
      async (params, isOwn) => {
        const visit = await keep()
        const error = await finishOAuth(
          { db: database.db, visit },
          {
            params: isOwn ? { ...params, state: 'state' } : params,
          },
        ).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(AppError)
        expect(error).toMatchObject({ message: 'Failed to authenticate with Google. Please try again.' })
      },
    ),
    { numRuns: 50 },
  )
})
