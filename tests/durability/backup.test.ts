import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { keepPicture } from '#server/media/media.service.ts'
import { readBackup } from '#server/operations/backup/read-backup.ts'
import { undoRestore } from '#server/operations/backup/restore-target.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { contentsOf, filesBelow } from '#tests/backup/shop-contents.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import {
  createCatalogue,
  missingIds,
  openShop,
  randomOf,
  ROUNDS,
  running,
  SEED,
  startClicks,
  summary,
  type Catalogue,
} from './click-load.ts'

const RESTORES = Math.max(1, Math.round(ROUNDS / 2))
/** Enough rows and bytes of pictures for a backup that can be killed in the middle. */
const AUDIT_ROWS = 200_000
const PICTURES = { count: 8, bytes: 3_000_000 }
/** The number of sales after which all are confirmed, which enters them in the ledger. */
const CONFIRM_EVERY = 10

let dataDir: string
let folder: string
let catalogue: Catalogue
beforeAll(async () => {
  dataDir = await createDataDir('wtf-backup-')
  folder = path.join(dataDir, 'backups')
  catalogue = await createCatalogue(dataDir)
  await inside(dataDir, async (db) => {
    await db.$executeRaw`
      INSERT INTO audit_log (id, action, data)
      SELECT gen_random_uuid(), 'filler', jsonb_build_object('is', md5(random()::text)) FROM generate_series(1, ${AUDIT_ROWS}::int)`
    const facts = {
      mimeType: 'image/png',
      width: 9,
      height: 9,
      colour: '#000000',
      palette: [],
      appearance: new Uint8Array(),
    }
    for (let place = 0; place < PICTURES.count; place++)
      await keepPicture(db, dataDir, randomBytes(PICTURES.bytes), facts)
  })
}, 120_000)
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await removeDataDir(dataDir)
})

async function inside<T>(at: string, work: (db: Db, url: string) => Promise<T>): Promise<T> {
  const database = await openDatabase({ DATA_DIR: at })
  const db = connect(database.url, { poolSize: 4 })
  try {
    return await work(db, database.url)
  } finally {
    await db.$disconnect()
    await database.release()
  }
}
/** Leaves out when tables were created and when ledgers were checked, because every restore changes these. */
const contents = async (at: string) => {
  const found = await inside(at, (_, url) => contentsOf(url))
  const rows: Record<string, string> = { ...found.rows, _prisma_migrations: '', ledger_checks: '' }
  return { ...found, rows }
}

/** Runs one of the commands as a user would. */
function start(script: string, at: string, ...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [path.resolve('scripts/run.ts'), script, ...args], {
    env: { ...process.env, DATA_DIR: at, DATABASE_URL: '', BACKUP_DIR: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const begunAt = performance.now()
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()))
  const ended = new Promise<{ code: number | null; said: string; ms: number }>((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, said, ms: performance.now() - begunAt })
    }),
  )
  return { child, ended }
}
const run = (script: string, at: string, ...args: string[]) => start(script, at, ...args).ended

/** Opens a shop with incoming clicks, and records sales at the same time, until it is closed. */
async function openBusyShop(random: () => number) {
  const shop = await openShop(dataDir)
  const clicks = startClicks(shop.address, catalogue, random)
  await clicks.nextWritten()
  const sales: string[] = []
  let isOver = false
  const selling = inside(dataDir, async (db) => {
    const { partner, click } = await createSeller(db)
    while (!isOver) {
      const order = storeOrder({ id: crypto.randomUUID(), signals: [signal({ clickId: (await click()).id })] })
      await recordOrder(db, partner.id, order, minutesAfter(ORDERED, 5))
      sales.push(order.id)
      if (sales.length % CONFIRM_EVERY === 0) await confirmDue(db, new Date('2026-10-12'))
      await pause(10)
    }
  })
  let closing: Promise<{ missing: string[]; unsold: string[]; code: number | null }> | null = null
  const close = () =>
    (closing ??= (async () => {
      isOver = true
      await clicks.stop()
      await selling
      shop.process.kill('SIGTERM')
      const code = await shop.exited
      expect(Object.keys(clicks.counts).filter((kind) => !['written', 'unwritten'].includes(kind))).toEqual([])
      return { missing: await missingIds(dataDir, clicks.ids), unsold: await unsoldOf(dataDir, sales), code }
    })())
  onTestFinished(async () => void (await close().catch(() => undefined)))
  return { clicks, sales, close }
}

/** Returns the orders that were not recorded as a sale. */
const unsoldOf = (at: string, orders: string[]) =>
  inside(at, async (db) => {
    const found = await db.conversion.findMany({ select: { externalId: true } })
    expect(new Set(found.map(({ externalId }) => externalId)).size).toBe(found.length)
    const known = new Set(found.map(({ externalId }) => externalId))
    return orders.filter((id) => !known.has(id))
  })

const NOTHING_LOST = { missing: [], unsold: [], code: 0 }

test(`a backup during sales contains everything acknowledged before it began, once, and the shop loses nothing (KILL_SEED=${SEED})`, async () => {
  const shop = await openBusyShop(randomOf(SEED))
  await expect.poll(() => shop.sales.length, { timeout: 60_000 }).toBeGreaterThan(2 * CONFIRM_EVERY)
  const [clicks, sales] = [[...shop.clicks.ids], [...shop.sales]]
  const file = path.join(folder, 'under-load.tar')
  const made = await run('backup.ts', dataDir, file)
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('The backup was verified.') as string })
  const [during, duringSales] = [shop.clicks.ids.length - clicks.length, shop.sales.length - sales.length]
  expect(Math.min(during, duringSales)).toBeGreaterThan(0)
  await shop.clicks.nextWritten()
  expect(await shop.close()).toEqual(NOTHING_LOST)

  const fresh = await createDataDir('wtf-restored-')
  onTestFinished(() => removeDataDir(fresh))
  const restored = await run('restore.ts', fresh, file)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.said).toMatch(/Ledgers \(partners: 1, entries: [1-9][\d,]*\): all correct/)
  expect(await missingIds(fresh, clicks)).toEqual([])
  expect(await unsoldOf(fresh, sales)).toEqual([])
  const { end } = await readBackup(file, {})
  const { rows } = await contents(fresh)
  // A restore ends sessions and rechecks the ledgers.
  const compared = Object.entries(end.rows).filter(([table]) => !['sessions', 'ledger_checks'].includes(table))
  expect(compared.map(([table]) => `${table}: ${rows[table]?.split(' ')[0]}`)).toEqual(
    compared.map(([table, count]) => `${table}: ${count}`),
  )
  const idsOf = (at: string) =>
    inside(at, async (db) => (await db.outboundClick.findMany({ select: { id: true } })).map(({ id }) => id))
  const inShop = new Set(await idsOf(dataDir))
  expect((await idsOf(fresh)).filter((id) => !inShop.has(id))).toEqual([])
  const originals = (at: string) => filesBelow(path.join(at, 'media/originals'))
  expect(await originals(fresh)).toEqual(await originals(dataDir))
  console.log(
    `Backed up in ${(made.ms / 1000).toFixed(1)} s, restored in ${(restored.ms / 1000).toFixed(1)} s; acknowledged before: ${clicks.length} clicks, ${sales.length} sales; during: ${during} clicks, ${duringSales} sales; in the backup: ${end.rows['outbound_clicks']} clicks, ${end.rows['conversions']} sales; ${restored.said.match(/Ledgers.*/)?.[0]}`,
  )
}, 300_000)

test(
  `SIGKILL of the backup, ${ROUNDS} times: partial files keep a temporary name, the next backup works, and the shop keeps running (KILL_SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    const shop = await openBusyShop(random)
    const whole = await run('backup.ts', dataDir)
    expect(whole).toMatchObject({ code: 0 })
    const hits = { writing: 0, otherwise: 0, 'too late': 0 }
    const times: number[] = []
    while (hits.writing < ROUNDS) {
      const before = new Set(await fs.readdir(folder))
      const { child, ended } = start('backup.ts', dataDir)
      await Promise.race([ended, pause(random() * whole.ms)])
      child.kill('SIGKILL')
      await ended
      const left = (await fs.readdir(folder)).filter((name) => !before.has(name))
      expect(left.length).toBeLessThanOrEqual(1)
      for (const name of left.filter((each) => !each.endsWith('.tar.partial')))
        await readBackup(path.join(folder, name), {})
      if (child.signalCode !== 'SIGKILL') hits['too late']++
      else hits[left[0]?.endsWith('.partial') ? 'writing' : 'otherwise']++

      const next = await run('backup.ts', dataDir)
      expect(next).toMatchObject({ code: 0 })
      times.push(next.ms)
      const named = (await fs.readdir(folder)).filter((name) => name.endsWith('.tar') && !before.has(name))
      expect(named.length).toBeGreaterThan(0)
      for (const name of named) {
        await readBackup(path.join(folder, name), {})
        await fs.rm(path.join(folder, name))
      }
      await shop.clicks.nextWritten()
    }
    const { clicks, sales } = shop
    expect(await shop.close()).toEqual(NOTHING_LOST)
    const names = await fs.readdir(folder)
    expect(names.filter((name) => !/\.tar(\.partial)?$/.test(name))).toEqual([])
    console.log(
      `Backup killed: ${JSON.stringify(hits)}; the next one each time, ${summary(times)}; requests: ${JSON.stringify(clicks.counts)}, sales: ${sales.length}; lost: 0`,
    )
  },
  120_000 + ROUNDS * 120_000,
)

test(
  `SIGKILL of a restore, ${RESTORES} times: the database is unchanged or restored, and a new restore works (KILL_SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    const file = path.join(folder, 'to-restore.tar')
    expect(await run('backup.ts', dataDir, file)).toMatchObject({ code: 0 })
    const whole = await run('restore.ts', dataDir, file)
    expect(whole).toMatchObject({ code: 0 })
    const restored = await contents(dataDir)
    await undoRestore(dataDir)
    await inside(dataDir, (db) => db.auditEntry.create({ data: { action: 'after_the_backup' } }))
    const before = await contents(dataDir)
    const files = await filesBelow(path.join(dataDir, 'media/originals'))
    const [picture] = Object.keys(files)
    const hits = { before: 0, 'at the very end': 0, 'too late': 0 }
    while (hits.before < RESTORES) {
      // Delete a picture that the restore has to put back.
      await fs.rm(path.join(dataDir, 'media/originals', picture!), { force: true })
      const { child, ended } = start('restore.ts', dataDir, file)
      await Promise.race([ended, pause(random() * whole.ms)])
      child.kill('SIGKILL')
      await ended
      const now = await contents(dataDir)
      const isRestored = now.rows['audit_log'] !== before.rows['audit_log']
      expect(now).toEqual(isRestored ? restored : before)
      if (child.signalCode !== 'SIGKILL') hits['too late']++
      else hits[isRestored ? 'at the very end' : 'before']++
      if (isRestored) await undoRestore(dataDir)
    }
    const shop = await openBusyShop(random)
    await shop.clicks.nextWritten()
    expect(await shop.close()).toEqual(NOTHING_LOST)
    const again = await run('restore.ts', dataDir, file)
    expect(again).toMatchObject({ code: 0 })
    expect(await contents(dataDir)).toEqual(restored)
    const put = await filesBelow(path.join(dataDir, 'media/originals'))
    expect(put).toMatchObject(files)
    expect((await run('restore.ts', dataDir, '--drop-earlier')).said).toMatch(/and freed/)
    const remnants = Object.keys(put).filter((name) => !(name in files))
    expect(remnants.filter((name) => !name.endsWith('.partial'))).toEqual([])
    console.log(
      `Restore killed: ${JSON.stringify(hits)}; a whole one ${(whole.ms / 1000).toFixed(1)} s; pictures left half: ${remnants.length}`,
    )
  },
  120_000 + RESTORES * 120_000,
)

/** Mounts a separate disk. @returns null where mounting is not allowed */
async function mount(bytes: number): Promise<string | null> {
  const at = await createDataDir('wtf-full-')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', at], { stdio: 'pipe' })
  } catch {
    await fs.rmdir(at)
    return null
  }
  onTestFinished(async () => {
    execFileSync('umount', ['-l', at])
    await fs.rm(at, { recursive: true, force: true })
  })
  return at
}

describe('a full disk', () => {
  const NO_ROOM = /^There is not enough space for the backup: the disk of \S+ is nearly full\. Nothing was written/
  const NOT_ALLOWED = 'mounting a disk is not allowed here'

  test('stops the backup with a message if BACKUP_DIR has too little space, and the shop keeps selling', async ({
    skip,
  }) => {
    const disk = await mount(400 * 2 ** 20)
    if (disk === null) return skip(NOT_ALLOWED)
    const earlier = path.join(disk, 'earlier.tar')
    await fs.writeFile(earlier, 'an earlier one')
    const shop = await openBusyShop(randomOf(SEED))
    const { code, said } = await run('backup.ts', dataDir, path.join(disk, 'next.tar'))
    await shop.clicks.nextWritten()
    expect([code, said]).toEqual([1, expect.stringMatching(NO_ROOM) as string])
    expect(await fs.readdir(disk)).toEqual(['earlier.tar'])
    expect(await shop.close()).toEqual(NOTHING_LOST)
  }, 120_000)

  test('stops the backup with a message at any point, deletes the partial file, and keeps earlier backups', async ({
    skip,
  }) => {
    const whole = path.join(folder, 'to-measure.tar')
    const { bytes } = await inside(dataDir, (_, databaseUrl) => writeBackup({ databaseUrl, dataDir, file: whole }))
    // The disk fills up during the rows, between rows and pictures, during the pictures, or at the very last block.
    const shares = [0.02, 0.1, 0.2, 0.3, 0.5, 0.9, 0.99]
    const sizes = [...shares.map((share) => Math.floor(share * bytes)), bytes - 8_192, bytes - 1_024, bytes - 512]
    const refused: string[] = []
    await inside(dataDir, async (_, databaseUrl) => {
      for (const size of sizes) {
        const disk = await mount(Math.floor(size / 4_096) * 4_096)
        if (disk === null) return
        await fs.writeFile(path.join(disk, 'earlier.tar'), '')
        const file = path.join(disk, 'next.tar')
        const error = await writeBackup({ databaseUrl, dataDir, file, leftFree: 0 }).catch((e: Error) => e)
        expect([size / bytes, error]).toEqual([
          size / bytes,
          expect.objectContaining({ name: 'BackupError', message: expect.stringMatching(NO_ROOM) as string }) as Error,
        ])
        expect(await fs.readdir(disk)).toEqual(['earlier.tar'])
        refused.push((size / bytes).toFixed(3))
        // Makes room again.
        execFileSync('mount', ['-o', `remount,size=${2 * bytes}`, disk])
        await writeBackup({ databaseUrl, dataDir, file, leftFree: 0 })
        await readBackup(file, {})
      }
    })
    if (!refused.length) return skip(NOT_ALLOWED)
    console.log(
      `Disk full at these shares of ${(bytes / 2 ** 20).toFixed(1)} MB, refused each time: ${refused.join(', ')}`,
    )
  }, 300_000)
})
