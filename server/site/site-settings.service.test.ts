import { describe, expect, test } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { launchAtInput, offlineAppInput } from './site-settings.schema.ts'
import { getSiteSettings, setLaunchAt, setOfflineApp, setSiteState } from './site-settings.service.ts'

const database = useTestDatabase()
const notes = () =>
  database.db.auditEntry.findMany({
    where: { subjectId: 'site' },
    orderBy: { at: 'asc' },
    select: { actorId: true, action: true, data: true },
  })

describe('site settings', () => {
  test('are live, with the default launch date, until they are changed', async () =>
    expect(await getSiteSettings(database.db)).toEqual({
      state: 'live',
      launchAt: new Date('2025-09-01T00:00:00Z'),
      offlineApp: true,
    }))
  test('change immediately, and each change is logged with the old and the new value', async () => {
    const { visit, viewer } = await signedIn(database.db, (await createAccount(database.db, { role: 'admin' })).id)
    await setSiteState({ db: database.db, visit, viewer }, { state: 'maintenance' })
    expect((await getSiteSettings(database.db)).state).toBe('maintenance')
    await setSiteState({ db: database.db, visit, viewer }, { state: 'maintenance' })
    await setOfflineApp({ db: database.db, visit, viewer }, { offlineApp: false })
    await setLaunchAt({ db: database.db, visit, viewer }, { launchAt: new Date('2027-01-01T00:00:00Z') })
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'live' })
    expect(await getSiteSettings(database.db)).toEqual({
      state: 'live',
      launchAt: new Date('2027-01-01T00:00:00Z'),
      offlineApp: false,
    })
    expect(await notes()).toEqual([
      {
        actorId: viewer.userId,
        action: 'site_state_changed',
        data: { before: { state: 'live' }, after: { state: 'maintenance' } },
      },
      {
        actorId: viewer.userId,
        action: 'offline_app_changed',
        data: { before: { offlineApp: true }, after: { offlineApp: false } },
      },
      {
        actorId: viewer.userId,
        action: 'launch_date_changed',
        data: { before: { launchAt: '2025-09-01T00:00:00.000Z' }, after: { launchAt: '2027-01-01T00:00:00.000Z' } },
      },
      {
        actorId: null,
        action: 'site_state_changed',
        data: { before: { state: 'maintenance' }, after: { state: 'live' } },
      },
    ])
  })
  test('log the correct previous value even if many people change them at once', async () => {
    const before = (await notes()).length
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        setSiteState({ db: database.db, visit: null, viewer: null }, { state: n % 2 ? 'live' : 'maintenance' }),
      ),
    )
    type Change = Record<'before' | 'after', { state: string }>
    const changes = (await notes()).slice(before).map(({ data }) => data as Change)
    for (const [n, change] of changes.entries())
      expect(change.before.state).toBe(n === 0 ? 'live' : changes[n - 1]!.after.state)
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'live' })
  })
  test('reach another process within a second', async () => {
    const elsewhere = connect(database.url, { poolSize: 1 })
    expect((await getSiteSettings(elsewhere)).state).toBe('live')
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'coming_soon' })
    await expect.poll(async () => (await getSiteSettings(elsewhere)).state, { timeout: 2_000 }).toBe('coming_soon')
    await elsewhere.$disconnect()
  })
  test('keep their last known values while the database fails', async () => {
    const elsewhere = connect(database.url, { poolSize: 1 })
    await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'maintenance' })
    expect((await getSiteSettings(elsewhere)).state).toBe('maintenance')
    await database.db.$executeRaw`ALTER TABLE site_settings RENAME TO site_settings_away`
    try {
      // Longer than the cache time.
      const until = performance.now() + 1_300
      while (performance.now() < until) expect((await getSiteSettings(elsewhere)).state).toBe('maintenance')
    } finally {
      await database.db.$executeRaw`ALTER TABLE site_settings_away RENAME TO site_settings`
      await setSiteState({ db: database.db, visit: null, viewer: null }, { state: 'live' })
      await elsewhere.$disconnect()
    }
  })
})

describe('the form for site settings', () => {
  test.each(['2027-02-28T10:30', '2027-12-31T23:59:59'])('reads %s as a date, in UTC', (launchAt) =>
    expect(launchAtInput.parse({ launchAt }).launchAt.toISOString()).toContain(launchAt),
  )
  test.each([
    '',
    '2027-02-31T00:00',
    '2027-13-01T00:00',
    '2027-01-01',
    '0000-01-01T00:00',
    'tomorrow',
    '2027-01-01T00:00Z',
    '2027-01-01T25:00',
    5,
    null,
  ])('refuses %j as a date', (launchAt) => expect(launchAtInput.safeParse({ launchAt }).success).toBe(false))
  test('accepts only on or off for the offline app', () =>
    expect([
      offlineAppInput.parse({ offlineApp: 'on' }).offlineApp,
      offlineAppInput.parse({ offlineApp: 'off' }).offlineApp,
      offlineAppInput.safeParse({ offlineApp: 'x' }).success,
    ]).toEqual([true, false, false]))
})
