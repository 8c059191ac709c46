import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { createUser, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { BackupError } from './backup-format.ts'
import { backUpApart } from './backup-queue.ts'
import {
  backupName,
  backUpNow,
  beginNightlyBackup,
  noteBackup,
  getBackups,
  runBackup,
  type MakeBackup,
} from './backups.service.ts'
import { readBackup } from './read-backup.ts'

// These tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const here = useTestDatabase()
const NOW = new Date('2026-11-25T01:35:00Z')
const RESULT = { takenAt: NOW, bytes: 12, rows: 3, files: 1, missing: { count: 0, some: [] } }
const make: MakeBackup = async ({ file }) => fs.writeFile(file, 'a backup').then(() => RESULT)
const fail: MakeBackup = () => Promise.reject(new BackupError('There is no room.'))

let folder: string
const run = (how: MakeBackup, signal?: AbortSignal, now = NOW) =>
  runBackup(
    { db: here.db, dataDir: here.dataDir, folder, keepDays: 7, siteUrl: 'https://wtf.example' },
    ...([how, signal, now] as const),
  )
const asked = async () => ({
  db: here.db,
  visit: createVisit(),
  viewer: await createViewer(here.db, { role: 'admin' }),
})
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(here.dataDir, 'backups-'))
})
afterEach(async () => {
  await here.db.backup.deleteMany()
  await here.db.mail.deleteMany()
})

test('makes one complete backup for two simultaneous requests, in a separate process', async () => {
  const asks = await Promise.allSettled([backUpNow(await asked()), backUpNow(await asked())])
  expect(asks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await here.db.auditEntry.count({ where: { action: 'backup_asked' } })).toBe(1)
  expect(await getBackups(here.db)).toMatchObject({ lastGood: null, isOverdue: true, running: { begunAt: null } })
  const before = new Date()
  await run(backUpApart(here.url), undefined, before)
  const { lastGood, running, isOverdue } = await getBackups(here.db)
  expect([running, isOverdue, lastGood?.fileName]).toEqual([null, false, backupName(before)])
  const { header, end } = await readBackup(path.join(folder, backupName(before)), {})
  expect(new Date(header.takenAt).getTime()).toBe(lastGood?.takenAt?.getTime())
  expect(end.rows['users']).toBe(await here.db.user.count())
  expect((await fs.stat(path.join(folder, backupName(before)))).mode & 0o777).toBe(0o600)
})

test('deletes old backups only after a successful one', async () => {
  const names = ['wtf-2026-11-17T013500Z.tar', 'wtf-2026-11-19T013500Z.tar', 'before-the-move.tar', 'notes.txt']
  for (const name of names) await fs.writeFile(path.join(folder, name), '')
  await beginNightlyBackup(here.db)
  await run(fail)
  expect((await fs.readdir(folder)).toSorted()).toEqual(names.toSorted())
  await beginNightlyBackup(here.db)
  await run(make)
  expect((await fs.readdir(folder)).toSorted()).toEqual([...names.slice(1), 'wtf-2026-11-25T013500Z.tar'].toSorted())
})

test('marks a backup with missing files as failed, alerts administrators, and deletes no older backup', async () => {
  await createUser(here.db, { role: 'admin', email: 'keeps@wtf.example' })
  await fs.writeFile(path.join(folder, 'wtf-2026-11-01T013500Z.tar'), 'the last complete one')
  const incomplete: MakeBackup = async ({ file }) =>
    fs.writeFile(file, 'a backup').then(() => ({ ...RESULT, missing: { count: 2, some: ['media/originals/aa/b'] } }))
  for (let night = 0; night < 2; night++) {
    await beginNightlyBackup(here.db)
    await run(incomplete)
  }
  expect((await fs.readdir(folder)).toSorted()).toEqual(['incomplete.tar', 'wtf-2026-11-01T013500Z.tar'])
  const { latest, lastGood } = await getBackups(here.db)
  expect([latest[0]?.error, lastGood]).toEqual([expect.stringContaining('Missing or damaged files: 2'), null])
  expect(await here.db.mail.count({ where: { toAddress: 'keeps@wtf.example', kind: 'backup_alarm' } })).toBe(2)
  await noteBackup(here.db, 'by-hand.tar', NOW, { ...RESULT, missing: { count: 1, some: ['x'] } })
  expect((await getBackups(here.db)).lastGood).toBeNull()
})

test('gives the reason for a failed backup, and emails every administrator', async () => {
  await createUser(here.db, { role: 'admin', email: 'watches@wtf.example' })
  const gone = await createUser(here.db, { role: 'admin', email: 'suspended@wtf.example', suspendedAt: NOW })
  await noteBackup(here.db, 'by-hand.tar', NOW, RESULT)
  await beginNightlyBackup(here.db)
  await run(fail)
  const { latest, lastGood } = await getBackups(here.db)
  expect([latest[0]?.error, lastGood?.fileName]).toEqual(['There is no room.', 'by-hand.tar'])
  const mails = await here.db.mail.findMany({ where: { toAddress: 'watches@wtf.example' } })
  expect(mails).toMatchObject([{ kind: 'backup_alarm', subject: 'The backup failed' }])
  expect(await here.db.mail.count({ where: { toAddress: gone.email } })).toBe(0)
  expect(mails[0]?.text).toContain('There is no room.')
  expect(mails[0]?.text).toContain('25 November 2026 at 01:35 UTC')
})

test('retries an interrupted backup, and gives up after several attempts', async () => {
  await beginNightlyBackup(here.db)
  const stopping = new AbortController()
  stopping.abort(new Error('The process was stopped.'))
  await expect(run(backUpApart(here.url), stopping.signal)).rejects.toThrow('was stopped')
  await beginNightlyBackup(here.db)
  expect(await here.db.backup.count()).toBe(1)
  await run(fail, undefined, new Date(NOW.getTime() + 7 * 3_600_000))
  expect((await getBackups(here.db)).latest).toMatchObject([
    { error: expect.stringContaining('several times') as string },
  ])
})

test('runs a waiting backup after the one in progress', async () => {
  await beginNightlyBackup(here.db)
  const client = new pg.Client({ connectionString: here.url })
  await client.connect()
  await client.query('SELECT pg_advisory_lock($1::bigint)', [LOCKS.backup])
  await run(backUpApart(here.url))
  expect((await getBackups(here.db)).running).not.toBeNull()
  await client.end()
  await run(make)
  expect(await getBackups(here.db)).toMatchObject({ running: null, lastGood: { error: null } })
  expect(await here.db.mail.count()).toBe(0)
})

test('retries a backup that lost its database connection', async () => {
  await beginNightlyBackup(here.db)
  const client = new pg.Client({ connectionString: here.url })
  await client.connect()
  await client.query('SELECT pg_advisory_lock($1::bigint)', [LOCKS.storedFiles])
  const lose = async () => {
    const running = run(backUpApart(here.url)).then(
      () => null,
      (error: unknown) => error,
    )
    await expect
      .poll(
        async () =>
          (
            await client.query(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND application_name = 'backup' AND wait_event = 'advisory'`,
            )
          ).rowCount,
        { timeout: 20_000 },
      )
      .toBe(1)
    return running
  }
  expect(isDatabaseAway(await lose())).toBe(true)
  expect((await getBackups(here.db)).running).not.toBeNull()
  expect(await lose()).toBeNull()
  expect((await getBackups(here.db)).latest).toMatchObject([{ error: 'The backup failed. See the log for the cause.' }])
  await client.end()
})

test('deletes partial files of a killed process after an hour', async () => {
  const remnant = path.join(folder, 'wtf-2026-11-24T013500Z.tar.partial')
  await fs.writeFile(remnant, 'half')
  await beginNightlyBackup(here.db)
  await run(make, undefined, new Date())
  expect(await fs.readdir(folder)).toContain(path.basename(remnant))
  await beginNightlyBackup(here.db)
  await run(make, undefined, new Date(Date.now() + 2 * 3_600_000))
  expect(await fs.readdir(folder)).not.toContain(path.basename(remnant))
})
