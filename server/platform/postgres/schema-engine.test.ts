import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import {
  applyMigrations,
  diffSchemas,
  migrationNames,
  loadLastSchema,
  loadSchema,
  unknownMigrations,
} from './schema-engine.ts'

describe('migrations', () => {
  const database = useTestDatabase({ isMigrated: false })

  test('bring an empty database to the current schema, and change nothing the second time', async () => {
    expect(await applyMigrations(database.url)).toEqual(await migrationNames())
    expect(await applyMigrations(database.url)).toEqual([])
    const rows = await database.db
      .$queryRaw`SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1`
    expect(rows).toEqual((await migrationNames()).map((migration) => ({ migration_name: migration, finished: true })))
  })
  test('of a newer version are reported after a downgrade', async () => {
    expect(await unknownMigrations(database.url)).toEqual([])
    await database.db
      .$executeRaw`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('newer', '', now(), '29991231000000_newer')`
    expect(await applyMigrations(database.url)).toEqual([])
    expect(await unknownMigrations(database.url)).toEqual(['29991231000000_newer'])
  })
  test('match prisma/schema: a change needs npm run db:migration', async () => {
    expect(await diffSchemas(database.url, await loadLastSchema(), await loadSchema())).toBe('')
  })
  test('are empty between schemas that differ only in comments, and describe other differences', async () => {
    const schema = await loadSchema()
    expect(await diffSchemas(database.url, schema, schema.replace(/^ *\/\/.*\n/gm, ''))).toBe('')
    expect(await diffSchemas(database.url, schema, schema.replace('@@map("waitlist")', '@@map("queue")'))).toContain(
      'CREATE TABLE "queue"',
    )
  })
})

describe('migrations of several processes that start together', () => {
  const database = useTestDatabase({ isMigrated: false })

  test('are applied once, by the first process, however long it takes', async () => {
    const slow = new pg.Client({ connectionString: database.url })
    await slow.connect()
    // Creating a table of that name now waits until this transaction ends.
    await slow.query('BEGIN; CREATE TABLE users (id int)')
    const holds = (sql: string) =>
      expect
        .poll(async () => (await database.db.$queryRawUnsafe<unknown[]>(sql).catch(() => [])).length > 0, {
          timeout: 20_000,
        })
        .toBe(true)
    const first = applyMigrations(database.url)
    await holds('SELECT 1 FROM _prisma_migrations WHERE finished_at IS NULL')
    const second = applyMigrations(database.url)
    await holds("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    await slow.query('ROLLBACK')
    await slow.end()
    expect(await Promise.all([first, second])).toEqual([await migrationNames(), []])
    expect(await applyMigrations(database.url)).toEqual([])
  })
})

describe('a migration that waits for a table', () => {
  const database = useTestDatabase({ isMigrated: false })

  test('gives up after a while, and can be tried again', { timeout: 60_000 }, async () => {
    const slow = new pg.Client({ connectionString: database.url })
    await slow.connect()
    await slow.query('BEGIN; CREATE TABLE users (id int)')
    await expect(applyMigrations(database.url, undefined, 200)).rejects.toThrow('lock timeout')
    await slow.query('ROLLBACK')
    await slow.end()
    expect(await applyMigrations(database.url, undefined, 200)).toEqual(await migrationNames())
  })
})
