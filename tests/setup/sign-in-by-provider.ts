import { afterAll, beforeAll, beforeEach } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { configureOidc } from '#server/auth/oidc/oidc-config.ts'
import { finishOAuth, startOAuth, type StartOAuthInput } from '#server/auth/oidc/oidc.service.ts'
import { findViewer } from '#server/auth/session.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { startOidcProvider, walkThrough, type ProviderUser, type TestOidcProvider } from './oidc.ts'
import type { TestDatabase } from './test-database.ts'
import { createVisit, type TestVisit } from './visit.ts'

/** The error for a Google sign-in without valid proof. */
export const GOOGLE_FAILED = {
  code: 'unauthorized',
  message: 'Failed to authenticate with Google. Please try again.',
}

/**
 * Provides Google and Apple for one test file, from beforeAll on. Configures them again before each test, without rate
 * limits.
 */
export function useProviders(database: TestDatabase) {
  const providers = {} as { google: TestOidcProvider; apple: TestOidcProvider }
  let counter = 0

  beforeAll(async () => {
    providers.google = await startOidcProvider()
    providers.apple = await startOidcProvider()
  })
  afterAll(async () => {
    await providers.google.stop()
    await providers.apple.stop()
  })
  beforeEach(() => {
    configureAuth({ limits: 'off', adminEmails: [] })
    configureOidc({ ...providers, siteUrl: 'http://127.0.0.1:3000' })
  })

  /** Returns a person who has an account at both providers but not here. */
  function newPerson(given: Partial<ProviderUser> = {}): Required<ProviderUser> {
    const sub = `person-${++counter}`
    const person = { sub, email: `${sub}@example.test`, email_verified: true, name: `Person ${counter}`, ...given }
    providers.google.addUser(person)
    providers.apple.addUser(person)
    return person
  }

  /** Starts a sign-in, answers the provider's page, and returns to the shop. */
  async function comeIn(
    sub: string,
    input: Partial<StartOAuthInput> = {},
    visit: TestVisit = createVisit(),
    viewer: Viewer | null = null,
  ) {
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google', ...input }, viewer)
    const { params } = await walkThrough(url, sub)
    return { visit, params, result: await finishOAuth({ db: database.db, visit }, { params }) }
  }

  /** Returns the viewer of a signed-in browser. */
  const viewerOf = async (visit: TestVisit) => (await findViewer({ db: database.db, visit }))!

  return { providers, newPerson, comeIn, viewerOf }
}
