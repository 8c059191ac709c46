import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { findPostmaster } from './postmaster.ts'
import { applyMigrations } from './schema-engine.ts'

let dataDir: string
let postgres: EmbeddedPostgres
const start = (folder = dataDir) => startEmbeddedPostgres(folder, { durable: false })
const cluster = () => path.join(dataDir, 'postgres/cluster')
beforeAll(async () => {
  dataDir = await createDataDir('wtf-embedded-')
  postgres = await start()
  await applyMigrations(postgres.url)
})
afterAll(async () => {
  await postgres.release()
  await removeDataDir(dataDir)
})

async function query<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) ({ rows } = await client.query<Row>(statement))
    return rows
  } finally {
    await client.end()
  }
}

async function kill(): Promise<void> {
  const { pid } = (await findPostmaster(cluster()))!
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postgres.isRunning()).toBe(false)
}

describe('the embedded PostgreSQL', () => {
  test('is shared with a second process while it runs', async () => {
    const other = await start()
    expect([other.url, other.superuserUrl]).toEqual([postgres.url, postgres.superuserUrl])
    await other.release()
    expect(await postgres.isRunning()).toBe(true)
  })
  test('is restarted with its rows at the same address after a kill, by only one of many simultaneous starts', async () => {
    await query(postgres.url, 'CREATE TABLE kept (n int)', 'INSERT INTO kept VALUES (7)')
    await kill()
    const others = await Promise.all([postgres.startAgain(), start(), postgres.startAgain(), start()])
    expect(await query(postgres.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    for (const other of others) {
      if (!other) continue
      expect(other.url).toBe(postgres.url)
      await other.release()
    }
    expect(await postgres.isRunning()).toBe(true)
  })
  test('is also restarted after a manual stop', async () => {
    process.kill((await findPostmaster(cluster()))!.pid, 'SIGINT')
    await expect.poll(() => postgres.isRunning()).toBe(false)
    await postgres.startAgain()
    expect(await query(postgres.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })
  test('is restarted at the same address by another process after a kill', async () => {
    await kill()
    const child = fork(path.join(import.meta.dirname, '../../../tests/setup/postgres-process.ts'), [dataDir], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [url] = (await once(child, 'message')) as [string]
    expect(url).toBe(postgres.url)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await postgres.isRunning()).toBe(true)
  })
  test.each([
    ['another process has now', () => String(process.pid)],
    ['was never written', () => ''],
  ])('starts even if a leftover lock file contains a process ID that %s', async (_, numberOf) => {
    const file = path.join(cluster(), 'postmaster.pid')
    const lines = (await fs.readFile(file, 'utf8')).split('\n')
    await kill()
    await fs.writeFile(file, numberOf() && [numberOf(), ...lines.slice(1)].join('\n'))
    await postgres.startAgain()
    expect(await query(postgres.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })
  test('refuses a copy made while it was running, and accepts one made while it was stopped', async () => {
    const copies = [await createDataDir('wtf-torn-'), await createDataDir('wtf-whole-')] as const
    await fs.cp(dataDir, copies[0], { recursive: true })
    await expect(start(copies[0])).rejects.toThrow(
      `was copied, or moved, from ${cluster()} while its server was running`,
    )
    await postgres.release()
    await fs.cp(dataDir, copies[1], { recursive: true })
    postgres = await start()
    if (process.getuid?.() === 0) {
      const { uid, gid } = await fs.stat(cluster())
      for (const name of await fs.readdir(copies[1], { recursive: true }))
        await fs.chown(path.join(copies[1], name), uid, gid)
    }
    const whole = await start(copies[1])
    expect(whole.url).not.toBe(postgres.url)
    expect(await query(whole.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    await whole.release()
    for (const copy of copies) await removeDataDir(copy)
  })
})

describe("the app's database role", () => {
  const OWNERS = `
    SELECT DISTINCT owner::regrole::text AS owner FROM (
      SELECT relowner AS owner, relnamespace AS schema, 'pg_class'::regclass AS kind, oid FROM pg_class
      UNION ALL SELECT proowner, pronamespace, 'pg_proc'::regclass, oid FROM pg_proc
      UNION ALL SELECT typowner, typnamespace, 'pg_type'::regclass, oid FROM pg_type
      UNION ALL SELECT nspowner, oid, 'pg_namespace'::regclass, oid FROM pg_namespace WHERE nspname <> 'public'
    ) things WHERE schema IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss')) AND (kind, oid) NOT IN (SELECT classid, objid FROM pg_depend WHERE deptype = 'e')`

  async function startBoss(url: string): Promise<void> {
    const boss = new PgBoss({ connectionString: url })
    await boss.start()
    await boss.createQueue('q')
    await boss.stop({ graceful: false })
  }

  test("owns the tables it creates, including pg-boss's, and is not a superuser", async () => {
    await startBoss(postgres.url)
    expect(
      await query(
        postgres.url,
        'SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = current_user',
      ),
    ).toEqual([{ rolname: 'wtf', rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }])
    expect(await query(postgres.url, OWNERS)).toEqual([{ owner: 'wtf' }])
    await expect(query(postgres.url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('permission denied')
  })
  test('takes over the objects that an earlier version created as the superuser, with their rows', async () => {
    await query(
      postgres.superuserUrl,
      `INSERT INTO waitlist (id, email, source) VALUES (gen_random_uuid(), 'kept@example.test', 'landing')`,
      'REASSIGN OWNED BY wtf TO postgres',
      'ALTER DATABASE wtf OWNER TO postgres',
      'DROP OWNED BY wtf',
      'DROP ROLE wtf',
    )
    expect(await query(postgres.superuserUrl, OWNERS)).toEqual([{ owner: 'postgres' }])
    const again = await start()
    expect(await query(again.url, OWNERS)).toEqual([{ owner: 'wtf' }])
    expect(await query(again.url, 'SELECT email FROM waitlist')).toEqual([{ email: 'kept@example.test' }])
    expect(await applyMigrations(again.url)).toEqual([])
    await query(
      again.url,
      'ALTER TABLE waitlist ADD COLUMN later int',
      `ALTER TYPE waitlist_source ADD VALUE 'later'`,
      'DROP FUNCTION note_names_changed CASCADE',
    )
    await startBoss(again.url)
    await again.release()
  })
})
