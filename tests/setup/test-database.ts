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
  /** A DATA_DIR of the file's own. */
  dataDir: string
}

/** A migrated database without rows for one test file (or one without tables). Its fields are there from beforeAll on. */
export function useTestDatabase({ isMigrated = true } = {}): TestDatabase {
  const database = {} as TestDatabase
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const template = new URL(inject('templateUrl'))
  beforeAll(async () => {
    await administer(
      `CREATE DATABASE ${name} OWNER ${template.username} TEMPLATE ${isMigrated ? template.pathname.slice(1) : 'template0'}`,
    )
    const url = new URL(template)
    url.pathname = name
    database.url = url.href
    database.db = connect(url.href, { poolSize: 8 })
    database.dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-test-files-'))
  })
  afterAll(async () => {
    await database.db.$disconnect()
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
    // A picture may still be being drawn into it.
    await fs.rm(database.dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
  return database
}

async function administer(sql: string): Promise<void> {
  const url = new URL(inject('superuserUrl'))
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    // Two workers cannot copy the same template at once.
    await client.query('SELECT pg_advisory_lock(1)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}
