import fs from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { applyMigrations, diffSchemas, migrationNames } from './schema-engine.ts'

const PRISMA_DIR = path.resolve(import.meta.dirname, '../../../prisma')
const read = (...file: string[]) => fs.readFile(path.join(PRISMA_DIR, ...file), 'utf8')

describe('migrations', () => {
  const test = useTestDatabase({ isMigrated: false })

  it('bring an empty database to today once, and then change nothing', async () => {
    expect(await applyMigrations(test.url)).toEqual(await migrationNames())
    expect(await applyMigrations(test.url)).toEqual([])
    const rows = await test.db.$queryRaw`SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1`
    expect(rows).toEqual((await migrationNames()).map((migration) => ({ migration_name: migration, finished: true })))
  })
  it('have all of the schema: whoever changes schema.prisma runs npm run db:migration', async () => {
    expect(await read('migrations/last-schema.prisma')).toBe(await read('schema.prisma'))
  })
  it('are empty between equal schemas, and say what differs between others', async () => {
    const schema = await read('schema.prisma')
    expect(await diffSchemas(test.url, schema, schema)).not.toMatch(/TABLE/)
    expect(await diffSchemas(test.url, schema, schema.replace('@@map("waitlist")', '@@map("queue")'))).toContain('CREATE TABLE "queue"')
  })
})

describe('migrations of several processes that start together', () => {
  const test = useTestDatabase({ isMigrated: false })

  it('are applied once, by the first, however far it is when the next one comes', async () => {
    const first = applyMigrations(test.url)
    const isUnderWay = async () => (await test.db.$queryRaw<unknown[]>`SELECT 1 FROM pg_class WHERE relname = '_prisma_migrations'`).length > 0
    await expect.poll(isUnderWay, { interval: 5 }).toBe(true)
    const others = [applyMigrations(test.url), applyMigrations(test.url)]
    expect(await Promise.all([first, ...others])).toEqual([await migrationNames(), [], []])
    expect(await applyMigrations(test.url)).toEqual([])
  })
})
