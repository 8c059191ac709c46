import fs from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import tar from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { originalKey } from '#server/media/media-keys.ts'
import { keepPicture } from '#server/media/media.service.ts'
import { mediaName } from '#server/media/picture.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { applyMigrations, migrationNames } from '#server/platform/postgres/schema-engine.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { checkLedgers } from '#server/sales/ledger/check-ledgers.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { collectUnused } from '#server/uploads/collect-unused.ts'
import { contentsOf, filesBelow } from '#tests/backup/shop-contents.ts'
import {
  createClick,
  createMail,
  createPartner,
  createPicture,
  createProduct,
  createStoreFeedback,
  createUser,
  createWishes,
} from '#tests/factories.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { createTestDatabase, useTestDatabase, type TestDatabase } from '#tests/setup/test-database.ts'
import { FIRST_ENTRY, sumOf } from './backup-format.ts'
import { checkBackup, loadBackup } from './load-backup.ts'
import { readBackup } from './read-backup.ts'
import { quoted } from './shop-tables.ts'
import { writeBackup } from './write-backup.ts'

// Tables are created and compared repeatedly, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const here = useTestDatabase()
const SITE = 'https://wtf.example'
const FACTS = {
  mimeType: 'image/png',
  width: 9,
  height: 9,
  colour: '#000000',
  palette: [],
  appearance: new Uint8Array(),
}
/** Tables that a restore changes, or that belong to the machine. */
const OTHERWISE = ['sessions', 'one_time_tokens', 'mails', 'backups', '_prisma_migrations']

let folder: string
let file: string
const drops: Array<() => Promise<void>> = []
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(here.dataDir, 'backups-'))
  file = path.join(folder, 'shop.tar')
  await fillShop(here)
  await writeBackup({ databaseUrl: here.url, dataDir: here.dataDir, file })
})
afterAll(async () => {
  for (const drop of drops) await drop()
})

/** Fills a shop with everything that is hard to back up: a ledger, files, texts of all scripts, used sequences. */
async function fillShop({ db, dataDir }: TestDatabase) {
  const { partner, product, click } = await createSeller(db)
  const signals = [signal({ clickId: (await click()).id })]
  for (let sale = 0; sale < 3; sale++)
    await recordOrder(db, partner.id, storeOrder({ signals }), minutesAfter(ORDERED, 5))
  await confirmDue(db, new Date('2026-10-12'))
  await closeMonths(db, SITE, new Date('2026-11-01T02:15:00Z'))
  const picture = await keepPicture(db, dataDir, Buffer.from('a picture'), FACTS)
  await db.productImage.create({ data: { productId: product.id, fileId: picture.id } })
  const large = await keepPicture(db, dataDir, Buffer.alloc(3_000_000, 'large'), FACTS)
  await db.productImage.create({ data: { productId: product.id, fileId: large.id, position: 1 } })
  const { id: importId } = await db.productImport.create({
    data: { partnerId: partner.id, source: 'file', fileName: 'new.csv', status: 'uploaded' },
  })
  await fs.mkdir(path.join(dataDir, 'imports'))
  await fs.writeFile(path.join(dataDir, 'imports', `${importId}.csv`), 'Handle,Title\na,A\n')
  const user = await createUser(db)
  await db.session.create({ data: { id: 'a'.repeat(64), userId: user.id, expiresAt: new Date('2030-01-01') } })
  for (const purpose of ['magic_link', 'reset_password', 'sign_up'] as const)
    await db.oneTimeToken.create({
      data: { purpose, email: user.email, tokenHash: purpose, expiresAt: new Date('2030-01-01') },
    })
  await createWishes(db, user.id, [product.id], { note: 'for "May"\tand\nme, \\N \\. \\\\' })
  await createMail(db, { toAddress: 'waits@house.example' })
  await createMail(db, { toAddress: 'sent@house.example', state: 'sent', sentAt: new Date() })
  for (const comment of fc.sample(fc.string({ unit: 'binary', minLength: 10, maxLength: 300 }), {
    numRuns: 100,
    seed: 7,
  }))
    await createStoreFeedback(db, { userId: user.id, partnerId: partner.id, comment: comment.replaceAll('\0', '') })
}

async function anotherDatabase({ isMigrated = false } = {}): Promise<TestDatabase> {
  const { drop, ...made } = await createTestDatabase({ isMigrated })
  drops.push(drop)
  return made
}
const restoreInto = async ({ url, dataDir }: TestDatabase, from = file, options: { signal?: AbortSignal } = {}) => {
  const { header } = await checkBackup(from)
  return loadBackup({ databaseUrl: url, dataDir, file: from, header, ...options })
}
const without = <T>(all: Record<string, T>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Returns the locks in the client's database, by mode. */
const locksOf = async (client: pg.Client, condition: string) =>
  (
    await client.query<{ mode: string }>(
      `SELECT mode FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND ${condition}`,
    )
  ).rows.map(({ mode }) => mode)

describe('a restored shop', () => {
  let there: TestDatabase
  let loaded: Awaited<ReturnType<typeof loadBackup>>
  beforeAll(async () => {
    there = await anotherDatabase()
    loaded = await restoreInto(there)
  })

  test('has every row and the schema of the original', async () => {
    const [ours, theirs] = [await contentsOf(here.url), await contentsOf(there.url)]
    expect(without(theirs.rows, OTHERWISE)).toEqual(without(ours.rows, OTHERWISE))
    expect({ ...theirs, rows: null }).toEqual({ ...ours, rows: null })
    expect(loaded).toMatchObject({
      files: 3,
      migrated: [],
      heldMails: await here.db.mail.count({ where: { state: 'queued' } }),
    })
  })

  test('has every original image and every file of a pending import', async () => {
    const ours = await filesBelow(here.dataDir)
    expect(await filesBelow(there.dataDir)).toEqual(
      Object.fromEntries(Object.entries(ours).filter(([name]) => /^(media\/originals|imports)\//.test(name))),
    )
  })

  test('has a valid ledger that can only be appended to', async () => {
    expect(await checkLedgers(there.db, SITE)).toMatchObject({ partners: 1, problems: [] })
    await expect(there.db.$executeRaw`UPDATE commission_entries SET amount_minor = 0`).rejects.toThrow()
    await expect(there.db.$executeRaw`DELETE FROM audit_log`).rejects.toThrow()
  })

  test('has no sessions, and sends no email a second time', async () => {
    expect(await there.db.session.count()).toBe(0)
    expect((await there.db.oneTimeToken.findMany()).map(({ purpose }) => purpose)).toEqual(['sign_up'])
    expect(await there.db.mail.findMany({ where: { toAddress: 'waits@house.example' } })).toMatchObject([
      { state: 'failed', lastError: expect.stringContaining('may have been sent') as string },
    ])
    expect(await there.db.mail.count({ where: { state: 'sent' } })).toBe(1)
  })
})

test('a backup contains both or neither of two rows from one transaction', async () => {
  const writing = { isOver: false, pairs: 0 }
  const business = (async () => {
    while (!writing.isOver) {
      const name = `Pair ${++writing.pairs}`
      const partner = await createPartner(here.db, { businessName: name })
      const product = await createProduct(here.db, { partnerId: partner.id, name })
      await here.db.$transaction([
        here.db.auditEntry.create({ data: { action: 'one_of_two', subjectId: product.id } }),
        here.db.auditEntry.create({ data: { action: 'two_of_two', subjectId: product.id } }),
      ])
      await createClick(here.db, product)
    }
  })()
  await expect.poll(() => writing.pairs).toBeGreaterThan(2)
  const during = path.join(folder, 'during.tar')
  await writeBackup({ databaseUrl: here.url, dataDir: here.dataDir, file: during })
  const after = writing.pairs
  writing.isOver = true
  await business
  const there = await anotherDatabase()
  await restoreInto(there, during)
  const ofAction = async (action: string) =>
    (await there.db.auditEntry.findMany({ where: { action }, orderBy: { subjectId: 'asc' } })).map(
      (row) => row.subjectId,
    )
  const ones = await ofAction('one_of_two')
  expect(ones.length).toBeGreaterThan(1)
  expect(ones.length).toBeLessThanOrEqual(after)
  expect(await ofAction('two_of_two')).toEqual(ones)
})

test('a backup contains all rows of a table that a migration is rewriting', async () => {
  const other = await anotherDatabase({ isMigrated: true })
  await createUser(other.db)
  const made = path.join(folder, 'made-anew.tar')
  await withClient(other.url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1::bigint)', [LOCKS.migrations])
    await client.query('BEGIN; ALTER TABLE users ALTER COLUMN email TYPE varchar USING email || repeat($$$$, 1)')
    const writing = writeBackup({ databaseUrl: other.url, dataDir: other.dataDir, file: made })
    await expect.poll(() => locksOf(client, 'NOT granted')).toHaveLength(1)
    await client.query('COMMIT')
    await client.query('SELECT pg_advisory_unlock($1::bigint)', [LOCKS.migrations])
    await writing
  })
  expect((await readBackup(made, {})).end.rows['users']).toBe(1)
})

describe('a damaged backup', () => {
  const copyWith = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
    const copy = path.join(folder, `copy-${crypto.randomUUID()}.tar`)
    await fs.writeFile(copy, change(await fs.readFile(file)))
    return copy
  }

  test('is rejected if it is cut off anywhere', async () => {
    const { size } = await fs.stat(file)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size - 1_025 }), async (at) => {
        const copy = await copyWith((bytes) => bytes.subarray(0, at))
        await expect(readBackup(copy, {})).rejects.toThrow(/is incomplete|not a backup/)
        await fs.rm(copy)
      }),
      { numRuns: 30 },
    )
  })

  test('is rejected if any byte has changed', async () => {
    const { size } = await fs.stat(file)
    const { end } = await readBackup(file, {})
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size - 1 }), async (at) => {
        const copy = await copyWith((bytes) => {
          bytes[at]! ^= 1
          return bytes
        })
        // Changing the padding of an entry's last block has no effect.
        const read = await readBackup(copy, {}).catch((error: Error) => error.name)
        expect(typeof read === 'string' ? read : read.end).toEqual(typeof read === 'string' ? 'BackupError' : end)
        await fs.rm(copy)
      }),
      { numRuns: 60 },
    )
  })
})

describe('refuses with an explanation:', () => {
  const entries = async (...all: Array<[string, string]>): Promise<string> => {
    const made = path.join(folder, `made-${crypto.randomUUID()}.tar`)
    const pack = tar.pack()
    for (const [name, text] of all) pack.entry({ name }, text)
    pack.finalize()
    await fs.writeFile(made, pack as AsyncIterable<Uint8Array>)
    return made
  }
  const plain = async (text: string) => {
    const made = path.join(folder, `plain-${crypto.randomUUID()}`)
    await fs.writeFile(made, text)
    return made
  }

  test.each<[string, () => Promise<string>, RegExp]>([
    ['a text file', () => plain('Dear colleague,\n'.repeat(500)), /is not a backup of this shop/],
    ['an empty file', () => plain(''), /is empty/],
    ['a folder', () => Promise.resolve(folder), /it is a folder/],
    ['a missing file', () => Promise.resolve(path.join(folder, 'nowhere.tar')), /does not exist/],
    ['another archive', () => entries(['photos/one.txt', 'one']), /is not a backup of this shop/],
    ['a later format', () => entries([FIRST_ENTRY, '{"format":2}']), /later version of the shop \(format 2/],
    ['an endless header', () => entries([FIRST_ENTRY, ' '.repeat(17 * 2 ** 20)]), /is too large/],
    ['an incomplete header', () => entries([FIRST_ENTRY, '{"format":1}']), /is damaged/],
  ])('%s', async (_, make, words) => {
    await expect(checkBackup(await make())).rejects.toThrow(words)
  })

  test('a backup of a later version, and one of another shop', async () => {
    const other = await anotherDatabase({ isMigrated: true })
    const [later, foreign] = [path.join(folder, 'later.tar'), path.join(folder, 'foreign.tar')]
    await other.db.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('x', 'x', '20990101000000_rockets', now(), 1)`
    await writeBackup({ databaseUrl: other.url, dataDir: other.dataDir, file: later })
    await expect(checkBackup(later)).rejects.toThrow(
      /later version of the shop: its tables contain 20990101000000_rockets/,
    )
    await other.db.$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'x'`
    await other.db.$executeRaw`UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name LIKE '%wishlist'`
    await writeBackup({ databaseUrl: other.url, dataDir: other.dataDir, file: foreign })
    await expect(checkBackup(foreign)).rejects.toThrow(/belongs to another shop/)
  })
})

test('restores a backup of an earlier version, and migrates it', async () => {
  const names = await migrationNames()
  const first = names.slice(0, names.indexOf('20261124033500_admin_desk'))
  const [early, there] = [await anotherDatabase(), await anotherDatabase()]
  await applyMigrations(early.url, new Set(first))
  await withClient(early.url, (client) =>
    client.query(`INSERT INTO users (id, email, updated_at) VALUES (gen_random_uuid(), 'early@house.example', now())`),
  )
  const old = path.join(folder, 'early.tar')
  await writeBackup({ databaseUrl: early.url, dataDir: early.dataDir, file: old })
  const { migrated } = await restoreInto(there, old)
  expect(migrated).toEqual(names.slice(first.length))
  expect(await there.db.user.findMany()).toMatchObject([{ email: 'early@house.example' }])
})

test('refuses to restore over an existing shop', async () => {
  const used = await anotherDatabase({ isMigrated: true })
  await createUser(used.db, { email: 'here@house.example' })
  const before = await contentsOf(used.url)
  await expect(restoreInto(used)).rejects.toThrow(/is in use. Create a new, empty database/)
  expect(await contentsOf(used.url)).toEqual(before)
  const opensSoon = await anotherDatabase({ isMigrated: true })
  await opensSoon.db.waitlistEntry.create({ data: { email: 'waits@house.example' } })
  await expect(restoreInto(opensSoon)).rejects.toThrow(/is in use/)
})

describe('unusual databases', () => {
  const made = () => path.join(folder, `${crypto.randomUUID()}.tar`)

  test('tables and columns added by hand do not prevent a restore', async () => {
    const [other, there, to] = [await anotherDatabase({ isMigrated: true }), await anotherDatabase(), made()]
    await createUser(other.db, { email: 'kept@house.example' })
    await withClient(other.url, (client) =>
      client.query(`CREATE TABLE mended_by_hand (id serial, key_id int); INSERT INTO mended_by_hand VALUES (1, 2), (2, NULL);
        CREATE TABLE "Export of May" ("First Name" text); CREATE SEQUENCE "By Hand";
        ALTER TABLE users ADD COLUMN zz_note text DEFAULT 'one\ttwo', ADD COLUMN "Zz" int`),
    )
    await writeBackup({ databaseUrl: other.url, dataDir: other.dataDir, file: to })
    const { leftOut, rows } = await restoreInto(there, to)
    expect(leftOut).toEqual(['mended_by_hand', 'users.zz_note'])
    expect(rows).toBe(sumOf((await readBackup(to, {})).end.rows) - 2)
    expect(await there.db.user.findMany()).toMatchObject([{ email: 'kept@house.example' }])
    const { constraints } = await contentsOf(there.url)
    expect(constraints).toEqual((await contentsOf(here.url)).constraints)
  })

  test('an error names a table that cannot be read', async () => {
    const other = await anotherDatabase({ isMigrated: true })
    await withClient(other.url, (client) =>
      client.query('CREATE TABLE of_another (id int); REVOKE ALL ON of_another FROM CURRENT_USER'),
    )
    await expect(writeBackup({ databaseUrl: other.url, dataDir: other.dataDir, file: made() })).rejects.toThrow(
      /cannot read the table of_another/,
    )
  })

  test('time limits of the server do not apply to a backup', async () => {
    const other = await anotherDatabase({ isMigrated: true })
    await withClient(other.url, (client) =>
      client.query(
        `ALTER DATABASE ${quoted(new URL(other.url).pathname.slice(1))} SET idle_in_transaction_session_timeout = '1ms'`,
      ),
    )
    const to = made()
    await writeBackup({ databaseUrl: other.url, dataDir: other.dataDir, file: to })
    expect((await checkBackup(to)).end.files).toBe(0)
  })

  test('a database without a shop cannot be backed up', async () => {
    const empty = await anotherDatabase()
    await expect(writeBackup({ databaseUrl: empty.url, dataDir: empty.dataDir, file: made() })).rejects.toThrow(
      /There is no shop in this database/,
    )
  })
})

test("reports PostgreSQL's own error during a restore", async () => {
  const [other, there] = [await anotherDatabase({ isMigrated: true }), await anotherDatabase({ isMigrated: true })]
  const large = path.join(folder, 'large.tar')
  await other.db.$executeRaw`
    INSERT INTO audit_log (id, action, subject_id)
    SELECT gen_random_uuid(), repeat('x', 1000), gen_random_uuid()::text FROM generate_series(1, 20000)`
  await writeBackup({ databaseUrl: other.url, dataDir: other.dataDir, file: large })
  await withClient(there.url, (client) =>
    client.query(`ALTER TABLE audit_log ADD CONSTRAINT none CHECK (length(action) < 1000)`),
  )
  await expect(restoreInto(there, large)).rejects.toThrow(/violates check constraint "none"/)
})

test('an interrupted restore leaves no rows and can be repeated', async () => {
  const there = await anotherDatabase()
  const stopping = new AbortController()
  const { header } = await checkBackup(file)
  const cut = loadBackup({
    databaseUrl: there.url,
    dataDir: there.dataDir,
    file,
    header,
    signal: stopping.signal,
    onProgress: (text) => text === 'products' && stopping.abort(),
  })
  await expect(cut).rejects.toThrow()
  expect([await there.db.user.count(), await there.db.mediaFile.count()]).toEqual([0, 0])
  await restoreInto(there)
  expect(await there.db.user.count()).toBeGreaterThan(0)
})

describe('while a backup is written', () => {
  test('no unused files are deleted', async () => {
    const at = path.join(here.dataDir, 'media')
    const { id } = await keepPicture(here.db, here.dataDir, Buffer.from('unused'), FACTS)
    await here.db.mediaFile.update({ where: { id }, data: { storedAt: new Date('2020-01-01') } })
    const before = await filesBelow(at)
    await withClient(here.url, async (client) => {
      await client.query('SELECT pg_advisory_lock_shared($1::bigint)', [LOCKS.storedFiles])
      expect(await collectUnused(here.db, here.dataDir)).toBe(0)
    })
    expect(await filesBelow(at)).toEqual(before)
    expect(await collectUnused(here.db, here.dataDir)).toBe(1)
  })

  test('no migration starts, pages can be read, and a process with nothing to migrate can start', async () => {
    const other = await anotherDatabase()
    const names = await migrationNames()
    await applyMigrations(other.url, new Set(names.slice(0, -1)))
    let migrating: Promise<string[]> | undefined
    await withClient(other.url, async (client) => {
      await client.query('SELECT pg_advisory_lock($1::bigint)', [LOCKS.storedFiles])
      const writing = writeBackup({
        databaseUrl: other.url,
        dataDir: other.dataDir,
        file: path.join(folder, 'migrations-wait.tar'),
      })
      const locked = () => locksOf(client, `locktype = 'advisory' AND objid = ${LOCKS.migrations}`)
      await expect.poll(locked).toEqual(['ShareLock'])
      migrating = applyMigrations(other.url)
      await expect.poll(locked).toHaveLength(2)
      expect(await applyMigrations(other.url, new Set(names.slice(0, -1)))).toEqual([])
      expect(await locksOf(client, 'NOT granted AND relation IS NOT NULL')).toEqual([])
      await client.query('SELECT pg_advisory_unlock($1::bigint)', [LOCKS.storedFiles])
      await writing
    })
    expect(await migrating).toEqual(names.slice(-1))
    expect((await checkBackup(path.join(folder, 'migrations-wait.tar'))).header.migrations).toHaveLength(
      names.length - 1,
    )
  })

  test('a second backup is refused, and the partial file of the first one is kept', async () => {
    const other = path.join(folder, 'other.tar')
    await fs.writeFile(`${other}.partial`, 'so far')
    await withClient(here.url, async (client) => {
      await client.query('SELECT pg_advisory_lock($1::bigint)', [LOCKS.backup])
      await expect(writeBackup({ databaseUrl: here.url, dataDir: here.dataDir, file: other })).rejects.toThrow(
        /Another backup of this database is in progress/,
      )
    })
    expect((await fs.readdir(folder)).filter((name) => name.startsWith('other'))).toEqual(['other.tar.partial'])
  })
})

test('refuses to fill the disk or to overwrite a file', async () => {
  const full = path.join(folder, 'full.tar')
  const parts = { databaseUrl: here.url, dataDir: here.dataDir }
  await expect(writeBackup({ ...parts, file: full, leftFree: 2 ** 60 })).rejects.toThrow(
    /not enough space for the backup/,
  )
  expect((await fs.readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([])
  await expect(writeBackup({ ...parts, file })).rejects.toThrow(/already exists/)
})

test('explains why a folder cannot be written to, and what to do', async () => {
  const parts = { databaseUrl: here.url, dataDir: here.dataDir }
  const refused = (other: string) => writeBackup({ ...parts, file: other }).catch((error: unknown) => error)
  for (const below of [file, path.join(file, 'deeper')])
    expect(await refused(path.join(below, 'shop.tar'))).toMatchObject({
      name: 'BackupError',
      message: expect.stringMatching(/cannot be written to .*: .*file, not a folder. Fix/),
    })
  // The folder exists, but the file cannot be written. Concurrent writes must not hide the reason.
  await fs.mkdir(path.join(folder, 'taken.tar.partial', 'full'), { recursive: true })
  expect(await refused(path.join(folder, 'taken.tar'))).toMatchObject({ code: expect.stringMatching(/EISDIR/) })
  // Root may write everywhere, so these tests simulate the system's error codes.
  for (const [code, advice] of [
    ['EACCES', /the user .*cannot write there \(use chown\)/],
    ['ENOENT', /disk is not mounted/],
    ['EROFS', /ReadWritePaths/],
  ] as const) {
    const error = Object.assign(new Error(code), { code, path: folder })
    const mkdir = vi.spyOn(fs, 'mkdir').mockRejectedValueOnce(error)
    expect(await refused(path.join(folder, 'refused.tar'))).toMatchObject({
      name: 'BackupError',
      message: expect.stringMatching(advice),
    })
    mkdir.mockRestore()
  }
})

test('reports an image with a missing file, and includes all others', async () => {
  const other = await anotherDatabase({ isMigrated: true })
  const partner = await createPartner(other.db)
  await createPicture(other.db, (await createProduct(other.db, { partnerId: partner.id })).id)
  await keepPicture(other.db, other.dataDir, Buffer.from('still there'), FACTS)
  const result = await writeBackup({
    databaseUrl: other.url,
    dataDir: other.dataDir,
    file: path.join(folder, 'missing.tar'),
  })
  expect(result).toMatchObject({ files: 1, missing: { count: 1, some: [expect.stringContaining('media/originals/')] } })
})

test('a damaged image does not stop a backup, and restoring an earlier backup repairs it', async () => {
  const other = await anotherDatabase({ isMigrated: true })
  const { sha256 } = await keepPicture(other.db, other.dataDir, Buffer.from('a picture'), FACTS)
  const original = path.join(other.dataDir, originalKey(mediaName(sha256)))
  const [before, after] = [path.join(folder, 'undamaged.tar'), path.join(folder, 'damaged.tar')]
  const parts = { databaseUrl: other.url, dataDir: other.dataDir }
  await writeBackup({ ...parts, file: before })
  await fs.writeFile(original, '')
  expect(await writeBackup({ ...parts, file: after })).toMatchObject({ files: 0, missing: { count: 1 } })
  const { url } = await anotherDatabase()
  await loadBackup({ databaseUrl: url, dataDir: other.dataDir, file: before, ...(await checkBackup(before)) })
  expect(await fs.readFile(original, 'utf8')).toBe('a picture')
})
