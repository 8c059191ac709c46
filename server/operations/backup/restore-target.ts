import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { APP } from '#server/platform/postgres/app-role.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { BackupError } from './backup-format.ts'
import { hasContent } from './load-backup.ts'

const NEW = `${APP}_restoring`
const BEFORE = `${APP}_before_`
const ENDS_WITHIN_MS = 3_000
const LOOK_AGAIN_MS = 50

/** The database that a backup is restored into. */
export interface RestoreTarget {
  url: string
  /** Replaces the shop's database with the restored one. @returns the name of the kept earlier one; null if it was empty */
  takeItsPlace: () => Promise<string | null>
  release: () => Promise<void>
}

/**
 * Returns the database to restore into. With DATABASE_URL it is that database, which has to be empty. Otherwise it is a
 * new database in the embedded PostgreSQL. The current one stays unchanged until everything is loaded, and is kept
 * afterwards.
 * @throws BackupError while the shop is running
 */
export async function openRestoreTarget(env: {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}): Promise<RestoreTarget> {
  const { DATABASE_URL: given } = env
  if (given) return { url: given, takeItsPlace: () => Promise.resolve(null), release: () => Promise.resolve() }
  const postgres = await startEmbeddedPostgres(env.DATA_DIR)
  const administer = withClient(at(postgres.superuserUrl, 'postgres'))
  try {
    await administer(async (client) => {
      await refuseWhileUsed(client)
      // An interrupted restore may have left this database.
      await client.query(`DROP DATABASE IF EXISTS ${NEW} WITH (FORCE)`)
      await client.query(`CREATE DATABASE ${NEW} OWNER ${APP}`)
    })
  } catch (error) {
    await postgres.release()
    throw error
  }
  return {
    url: at(postgres.url, NEW),
    takeItsPlace: async () => {
      const isKept = await withClient(postgres.superuserUrl)(hasContent)
      return administer(async (client) => {
        await refuseWhileUsed(client)
        const before = await exchange(client, NEW)
        if (isKept) return before
        await client.query(`DROP DATABASE ${before}`)
        return null
      })
    },
    release: () => postgres.release(),
  }
}

/**
 * Switches back to the database from before the last restore, and keeps the current one. Doing it twice returns to the
 * initial state.
 * @returns the name under which the current one is kept
 * @throws BackupError while the shop is running, or if no earlier database is kept
 */
export async function undoRestore(dataDir: string): Promise<string> {
  return ofEmbedded(dataDir, async (client) => {
    await refuseWhileUsed(client)
    const last = (await listBefore(client)).at(-1)
    if (last === undefined) throw new BackupError('No earlier database has been kept.')
    return exchange(client, last)
  })
}

/** Deletes the databases that earlier restores kept. @returns their names, and the bytes freed */
export async function dropEarlier(dataDir: string): Promise<{ names: string[]; bytes: number }> {
  return ofEmbedded(dataDir, async (client) => {
    const names = await listBefore(client)
    let bytes = 0
    for (const name of names) {
      const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size($1)::text AS bytes', [name])
      bytes += Number(rows[0]?.bytes ?? 0)
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
    return { names, bytes }
  })
}

async function ofEmbedded<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres(dataDir)
  return withClient(at(postgres.superuserUrl, 'postgres'))(work).finally(() => postgres.release())
}

/**
 * Swaps the names of the two databases, or changes nothing. @returns the name under which the replaced database is kept
 */
async function exchange(client: pg.Client, other: string): Promise<string> {
  const before = `${BEFORE}${new Date().toISOString().replace(/\D/g, '')}`
  await client.query('BEGIN')
  try {
    await client.query(`ALTER DATABASE ${APP} RENAME TO ${before}`)
    await client.query(`ALTER DATABASE ${other} RENAME TO ${APP}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    // PostgreSQL's code for `object_in_use`.
    if ((error as { code?: string }).code === '55006') throw new BackupError(SHOP_RUNS, { cause: error })
    throw error
  }
  return before
}

/** Lists the kept databases, oldest first. */
async function listBefore(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname ~ '^${BEFORE}[0-9]+$' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

const SHOP_RUNS =
  'The shop is running, or something else is using its database. Stop it, then try again. Nothing was changed.'

/** Waits briefly, because our own connections take a moment to close. */
async function refuseWhileUsed(client: pg.Client): Promise<void> {
  for (const until = performance.now() + ENDS_WITHIN_MS; ;) {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend' LIMIT 1`,
      [APP],
    )
    if (!rows.length) return
    if (performance.now() > until) throw new BackupError(SHOP_RUNS)
    await pause(LOOK_AGAIN_MS)
  }
}

function at(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = database
  return other.href
}

const withClient =
  (url: string) =>
  async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
