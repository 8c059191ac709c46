import { beforeEach, describe, expect, test, vi } from 'vitest'
import { exportAccount } from '#server/accounts/export-account.ts'
import { closeAccount } from '#server/accounts/delete-account.service.ts'
import { cleanUp } from '#server/auth/clean-up.ts'
import { signOutEverywhere } from '#server/auth/session.service.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { MAX_PERSONAL_TOKENS } from './personal-tokens.schema.ts'
import { createToken, findTokenHolder, listTokens, revokeToken } from './personal-tokens.service.ts'

const here = useTestDatabase()
const NEW = { name: 'Claude', scopes: ['wishlist:read', 'wishlist:read', 'sizes:read'], days: 30 } as const
const input = { ...NEW, scopes: [...NEW.scopes] }

let ask: { db: typeof here.db; viewer: Awaited<ReturnType<typeof createViewer>>; visit: ReturnType<typeof createVisit> }
const in30Days = () => new Date(Date.now() + 30 * DAY_MS)
const findAt = (token: string, now = new Date()) => findTokenHolder(here.db, token, now)

/** Resolves once a statement waits for a row that another transaction has locked. */
const someoneWaits = () =>
  vi.waitUntil(
    async () =>
      (
        await here.db.$queryRaw<object[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      ).length > 0,
    { timeout: 10_000 },
  )

beforeEach(async () => {
  const viewer = await createViewer(here.db, { emailVerifiedAt: new Date() })
  ask = { db: here.db, viewer, visit: createVisit() }
})

describe('a personal token', () => {
  test('acts for its owner within its scopes, and the owner gets an email', async () => {
    const { token, scopes } = await createToken(ask, input)
    expect(scopes).toEqual(['wishlist:read', 'sizes:read'])
    expect(await findAt(token)).toEqual({ userId: ask.viewer.userId, scopes })
    const mail = await here.db.mail.findFirstOrThrow({ where: { toAddress: ask.viewer.email } })
    expect([mail.kind, mail.text.includes('Claude'), mail.text.includes(token)]).toEqual([
      'personal_token_created',
      true,
      false,
    ])
  })

  test('does not appear in lists, tables, logs or exports', async () => {
    const { token } = await createToken(ask, input)
    const secret = token.slice(9)
    const { userId } = ask.viewer
    const exported = await exportAccount(ask)
    expect(exported.personalTokens).toMatchObject([{ name: 'Claude', scopes: ['wishlist:read', 'sizes:read'] }])
    const seen = [
      await listTokens(ask),
      await here.db.personalToken.findMany({ where: { userId } }),
      await here.db.auditEntry.findMany({ where: { subjectId: userId } }),
      exported,
    ]
    expect(JSON.stringify(seen)).not.toContain(secret)
  })

  test('is rejected after its expiry, and disappears from the list a month later', async () => {
    const { token } = await createToken(ask, input)
    expect(await findAt(token, new Date(in30Days().getTime() - 60_000))).not.toBeNull()
    expect(await findAt(token, in30Days())).toBeNull()
    await cleanUp(here.db, new Date(in30Days().getTime() + 29 * DAY_MS))
    expect(await listTokens(ask)).toHaveLength(1)
    await cleanUp(here.db, new Date(in30Days().getTime() + 31 * DAY_MS))
    expect(await listTokens(ask)).toHaveLength(0)
  })

  test('is rejected as soon as it is revoked, and only its owner can revoke it', async () => {
    const { token, tokenId } = await createToken(ask, input)
    const viewer = await createViewer(here.db, { emailVerifiedAt: new Date() })
    await expect(revokeToken({ ...ask, viewer }, { tokenId })).rejects.toThrow('Token not found.')
    expect(await findAt(token)).not.toBeNull()
    await revokeToken(ask, { tokenId })
    expect(await findAt(token)).toBeNull()
    await expect(revokeToken(ask, { tokenId })).rejects.toThrow('Token not found.')
  })

  test.each([
    ['the owner signs out everywhere', () => signOutEverywhere(ask)],
    ['the account is closed', () => here.db.$transaction((tx) => closeAccount(tx, ask.viewer.userId, new Date()))],
    [
      'the account is suspended',
      () => here.db.user.update({ where: { id: ask.viewer.userId }, data: { suspendedAt: new Date() } }),
    ],
    ['the account is deleted', () => here.db.user.delete({ where: { id: ask.viewer.userId } })],
  ])('is refused after %s', async (_, act) => {
    const { token } = await createToken(ask, input)
    await act()
    expect(await findAt(token)).toBeNull()
  })

  test('that is just being created is refused after the owner signs out everywhere', async () => {
    let signedOut: Promise<void> | undefined
    const db = here.db.$extends({
      query: {
        personalToken: {
          create: async ({ args, query }) => {
            // At this point, the session has been found but the token is not committed yet.
            signedOut = signOutEverywhere(ask)
            await Promise.race([signedOut, someoneWaits()])
            return query(args)
          },
        },
      },
    })
    const { token } = await createToken({ ...ask, db: db as unknown as typeof here.db }, input)
    await signedOut
    expect(await findAt(token)).toBeNull()
  })

  test('records its last use at most once a minute', async () => {
    const { token } = await createToken(ask, input)
    const used = async () => (await listTokens(ask))[0]?.lastUsedAt
    const start = new Date()
    expect(await used()).toBeNull()
    await findAt(token, start)
    await findAt(token, new Date(start.getTime() + 59_000))
    expect(await used()).toEqual(start)
    await findAt(token, new Date(start.getTime() + 60_000))
    expect(await used()).toEqual(new Date(start.getTime() + 60_000))
  })
})

describe('creating a personal token', () => {
  test('requires a recent sign-in and a verified address', async () => {
    const later = new Date(Date.now() + 11 * 60_000)
    await expect(createToken(ask, input, later)).rejects.toMatchObject({ code: 'forbidden', field: 'recent-proof' })
    const viewer = { ...ask.viewer, isEmailVerified: false }
    await expect(createToken({ ...ask, viewer }, input)).rejects.toThrow('confirm your email address')
  })

  test('is refused beyond ten active tokens, even for simultaneous requests; expired ones do not count', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: MAX_PERSONAL_TOKENS + 2 }, () => createToken(ask, input)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_PERSONAL_TOKENS)
    await expect(createToken(ask, input)).rejects.toMatchObject({ code: 'too_many' })
    await here.db.personalToken.updateMany({
      where: { userId: ask.viewer.userId },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    await createToken(ask, input)
  })

  test('requires a session that has not ended', async () => {
    await here.db.session.deleteMany({ where: { userId: ask.viewer.userId } })
    await expect(createToken(ask, input)).rejects.toMatchObject({ code: 'unauthorized' })
  })
})
