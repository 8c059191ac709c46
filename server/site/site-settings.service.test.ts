import { describe, expect, it } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { launchAtInput, offlineAppInput } from './site-settings.schema.ts'
import { readSiteSettings, setLaunchAt, setOfflineApp, setSiteState } from './site-settings.service.ts'

const test = useTestDatabase()
const notes = () => test.db.auditEntry.findMany({ where: { subjectId: 'site' }, orderBy: { at: 'asc' }, select: { actorId: true, action: true, data: true } })

describe("the site's settings", () => {
  it('are live, with the launch date of the documents, until somebody changes them', async () =>
    expect(await readSiteSettings(test.db)).toEqual({ state: 'live', launchAt: new Date('2025-09-01T00:00:00Z'), offlineApp: true }))
  it('change at once, and every change is written down with what was and what is', async () => {
    const { visit, viewer } = await signedIn(test.db, (await createAccount(test.db, { role: 'admin' })).id)
    await setSiteState(test.db, visit, viewer, { state: 'maintenance' })
    expect((await readSiteSettings(test.db)).state).toBe('maintenance')
    await setSiteState(test.db, visit, viewer, { state: 'maintenance' })
    await setOfflineApp(test.db, visit, viewer, { offlineApp: false })
    await setLaunchAt(test.db, visit, viewer, { launchAt: new Date('2027-01-01T00:00:00Z') })
    await setSiteState(test.db, null, null, { state: 'live' })
    expect(await readSiteSettings(test.db)).toEqual({ state: 'live', launchAt: new Date('2027-01-01T00:00:00Z'), offlineApp: false })
    expect(await notes()).toEqual([
      { actorId: viewer.userId, action: 'site_state_changed', data: { from: 'live', to: 'maintenance' } },
      { actorId: viewer.userId, action: 'offline_app_changed', data: { from: true, to: false } },
      { actorId: viewer.userId, action: 'launch_date_changed', data: { from: '2025-09-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' } },
      { actorId: null, action: 'site_state_changed', data: { from: 'maintenance', to: 'live' } },
    ])
  })
  it('say what was so, each time, when many change them at once', async () => {
    const before = (await notes()).length
    await Promise.all(Array.from({ length: 12 }, (_, n) => setSiteState(test.db, null, null, { state: n % 2 ? 'live' : 'maintenance' })))
    const changes = (await notes()).slice(before).map(({ data }) => data as { from: string; to: string })
    for (const [n, { from }] of changes.entries()) expect(from).toBe(n === 0 ? 'live' : changes[n - 1]!.to)
    await setSiteState(test.db, null, null, { state: 'live' })
  })
  it('reach another process within a second', async () => {
    const elsewhere = connect(test.url, { poolSize: 1 })
    expect((await readSiteSettings(elsewhere)).state).toBe('live')
    await setSiteState(test.db, null, null, { state: 'coming_soon' })
    await expect.poll(async () => (await readSiteSettings(elsewhere)).state, { timeout: 2_000 }).toBe('coming_soon')
    await elsewhere.$disconnect()
  })
  it('are what was known last while the database is in trouble', async () => {
    const elsewhere = connect(test.url, { poolSize: 1 })
    await setSiteState(test.db, null, null, { state: 'maintenance' })
    expect((await readSiteSettings(elsewhere)).state).toBe('maintenance')
    await test.db.$executeRaw`ALTER TABLE site_settings RENAME TO site_settings_away`
    try {
      // Longer than they count as fresh.
      const until = performance.now() + 1_300
      while (performance.now() < until) expect((await readSiteSettings(elsewhere)).state).toBe('maintenance')
    } finally {
      await test.db.$executeRaw`ALTER TABLE site_settings_away RENAME TO site_settings`
      await setSiteState(test.db, null, null, { state: 'live' })
      await elsewhere.$disconnect()
    }
  })
})

describe('what a form may say', () => {
  it.each(['2027-02-28T10:30', '2027-12-31T23:59:59'])('is the date %s, in UTC', (launchAt) => expect(launchAtInput.parse({ launchAt }).launchAt.toISOString()).toContain(launchAt))
  it.each(['', '2027-02-31T00:00', '2027-13-01T00:00', '2027-01-01', '0000-01-01T00:00', 'tomorrow', '2027-01-01T00:00Z', '2027-01-01T25:00', 5, null])('is no date like %j', (launchAt) => expect(launchAtInput.safeParse({ launchAt }).success).toBe(false))
  it('is on or off', () => expect([offlineAppInput.parse({ offlineApp: 'on' }).offlineApp, offlineAppInput.parse({ offlineApp: 'off' }).offlineApp, offlineAppInput.safeParse({ offlineApp: 'x' }).success]).toEqual([true, false, false]))
})
