import { describe, expect, test } from 'vitest'
import { findViewer } from '#server/auth/session.service.ts'
import { walkThrough } from '#tests/setup/oidc.ts'
import { useProviders } from '#tests/setup/sign-in-by-provider.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureOidc } from './oidc-config.ts'
import { configuredProviders, disconnectProvider, finishOAuth, listProviders, startOAuth } from './oidc.service.ts'

const database = useTestDatabase()
const { comeIn, newPerson, providers, viewerOf } = useProviders(database)

describe('connecting and disconnecting a provider', () => {
  test('connects a provider to the signed-in account, even with another address', async () => {
    const { visit } = await comeIn(newPerson().sub)
    const viewer = await viewerOf(visit)
    const other = newPerson()
    await comeIn(other.sub, { provider: 'apple', redirectTo: '/settings' }, visit, viewer)
    expect(await listProviders({ db: database.db, viewer })).toEqual([
      { provider: 'google', isAvailable: true, isConnected: true, email: viewer.email },
      { provider: 'apple', isAvailable: true, isConnected: true, email: other.email },
    ])
    expect((await viewerOf((await comeIn(other.sub, { provider: 'apple' })).visit)).userId).toBe(viewer.userId)
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ sessionId: viewer.sessionId })
  })

  test('requires a recent sign-in', async () => {
    const { visit } = await comeIn(newPerson().sub)
    const viewer = await viewerOf(visit)
    const before = visit.headers.length
    const longAgo = { ...viewer, authenticatedAt: new Date(Date.now() - 3600_000) }
    await expect(startOAuth({ db: database.db, visit }, { provider: 'apple' }, longAgo)).rejects.toMatchObject({
      code: 'forbidden',
      field: 'recent-proof',
    })
    expect(visit.headers).toHaveLength(before)
  })

  test('refuses an identity of another account, and connects nothing after a sign-out', async () => {
    const somebody = newPerson()
    await comeIn(somebody.sub)
    const { visit } = await comeIn(newPerson().sub)
    const viewer = await viewerOf(visit)
    await expect(comeIn(somebody.sub, {}, visit, viewer)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This Google account is connected to another account.',
    })

    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'apple' }, viewer)
    await database.db.session.deleteMany({ where: { userId: viewer.userId } })
    const { params } = await walkThrough(url, newPerson().sub)
    await expect(finishOAuth({ db: database.db, visit }, { params })).rejects.toMatchObject({
      message: 'No session found',
    })
  })

  test('refuses to remove the last sign-in method', async () => {
    const person = newPerson()
    const { visit } = await comeIn(person.sub)
    const viewer = await viewerOf(visit)
    const last = {
      code: 'bad_input',
      message: 'This is the only way to sign in to your account. Please set a password first.',
    }
    await expect(disconnectProvider({ db: database.db, visit, viewer }, 'google')).rejects.toMatchObject(last)
    await expect(disconnectProvider({ db: database.db, visit, viewer }, 'apple')).rejects.toMatchObject({
      code: 'not_found',
    })

    await comeIn(person.sub, { provider: 'apple' })
    const outcomes = await Promise.allSettled([
      disconnectProvider({ db: database.db, visit, viewer }, 'google'),
      disconnectProvider({ db: database.db, visit, viewer }, 'apple'),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

    await database.db.password.create({ data: { userId: viewer.userId, hash: 'a hash' } })
    const [left] = (await listProviders({ db: database.db, viewer })).filter(({ isConnected }) => isConnected)
    await disconnectProvider({ db: database.db, visit, viewer }, left!.provider)
    expect(await database.db.oAuthAccount.count({ where: { userId: viewer.userId } })).toBe(0)
    expect(
      await database.db.auditEntry.count({ where: { subjectId: viewer.userId, action: 'provider_unlinked' } }),
    ).toBe(2)
  })

  test('does not count a provider that is no longer configured as a sign-in method, but still lists it', async () => {
    const person = newPerson()
    const { visit } = await comeIn(person.sub)
    await comeIn(person.sub, { provider: 'apple' })
    const viewer = await viewerOf(visit)
    configureOidc({ google: providers.google, siteUrl: 'http://127.0.0.1:3000' })
    expect(configuredProviders()).toEqual(['google'])
    expect(await listProviders({ db: database.db, viewer })).toMatchObject([
      { provider: 'google' },
      { provider: 'apple', isAvailable: false, isConnected: true },
    ])
    await expect(disconnectProvider({ db: database.db, visit, viewer }, 'google')).rejects.toMatchObject({
      code: 'bad_input',
    })
    await expect(startOAuth({ db: database.db, visit: createVisit() }, { provider: 'apple' })).rejects.toMatchObject({
      code: 'bad_input',
    })
  })
})
