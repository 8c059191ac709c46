import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type Db } from '#server/platform/db.ts'

export interface TestDatabase {
  db: Db
  url: string
  /** A separate DATA_DIR for the file. */
  dataDir: string
}

/** Provides a migrated database without rows (or one without tables) for one test file, from beforeAll on. */
export function useTestDatabase({ isMigrated = true } = {}): TestDatabase {
  const database = {} as TestDatabase
  let drop = () => Promise.resolve()
  beforeAll(async () => {
    const { drop: dropIt, ...made } = await createTestDatabase({ isMigrated })
    drop = dropIt
    Object.assign(database, made)
  })
  afterAll(() => drop())
  return database
}

/** Creates another test database, for tests that use several. The caller must drop it. */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<
  TestDatabase & { drop: () => Promise<void> }
> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const template = new URL(inject('templateUrl'))
  await administer(
    `CREATE DATABASE ${name} OWNER ${template.username} TEMPLATE ${isMigrated ? template.pathname.slice(1) : 'template0'} STRATEGY FILE_COPY`,
  )
  const url = new URL(template)
  url.pathname = name
  const db = connect(url.href, { poolSize: 8 })
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-test-files-'))
  return {
    db,
    url: url.href,
    dataDir,
    drop: async () => {
      await db.$disconnect()
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
      // A job may still be writing a picture there.
      await fs.rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function administer(sql: string): Promise<void> {
  const url = new URL(inject('superuserUrl'))
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    // Only one worker at a time can copy a template.
    await client.query('SELECT pg_advisory_lock(1)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}
