import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg'
import { LOCKS } from '#server/platform/locks.ts'
import { log } from '#server/platform/log.ts'

const PRISMA_DIR = path.resolve(import.meta.dirname, '../../../prisma')
const SCHEMA_DIR = path.join(PRISMA_DIR, 'schema')
const MIGRATIONS_DIR = path.join(PRISMA_DIR, 'migrations')
const LAST_SCHEMA = path.join(MIGRATIONS_DIR, 'last-schema.prisma')
/**
 * A migration that waits for a table blocks all other queries of that table. So it gives up after this time and changes
 * nothing, and the next start tries again.
 */
const LOCK_TIMEOUT_MS = 15_000
const NO_FILTERS = { externalTables: [], externalEnums: [] }

// Prisma's own schema engine as WebAssembly, because the CLI would download a native one from a host that is not a
// package registry.
let wasmReady: Promise<void> | undefined
function loadWasm(): Promise<void> {
  wasmReady ??= (async () => {
    const file = createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
      .replace(/\.js$/, '.wasm')
    const module = await WebAssembly.compile(await fs.readFile(file))
    const imports = { './schema_engine_bg.js': engineModule as unknown as WebAssembly.ModuleImports }
    const instance = await WebAssembly.instantiate(module, imports)
    const { __wbg_set_wasm: setWasm } = engineModule as unknown as {
      __wbg_set_wasm: (exports: WebAssembly.Exports) => void
    }
    setWasm(instance.exports)
    ;(instance.exports.__wbindgen_start as () => void)()
  })()
  return wasmReady
}

/**
 * Prisma's adapter splits a migration at every semicolon, which breaks functions and comments, and runs each part
 * separately. This class sends a migration as one text, so PostgreSQL parses it, and a failed one leaves nothing
 * behind.
 */
class UnsplitScripts extends PrismaPg {
  readonly #opened: Array<Awaited<ReturnType<PrismaPg['connect']>>> = []
  readonly #lockTimeoutMs: number
  /** PostgreSQL's error for a script, which the engine's own error does not contain. */
  failure: Error | null = null

  constructor(connectionString: string, lockTimeoutMs: number) {
    super({ connectionString })
    this.#lockTimeoutMs = lockTimeoutMs
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const connection = await super.connect()
    this.#opened.push(connection)
    const { client: pool } = connection as unknown as { client: pg.Pool }
    connection.executeScript = async (script) => {
      const client = await pool.connect()
      try {
        // Limits only the script, because waiting for the engine's own lock may take longer.
        await client.query(`SET lock_timeout = ${this.#lockTimeoutMs}`)
        await client.query(script)
        await client.query('RESET lock_timeout')
      } catch (error) {
        this.failure = error as Error
        // Closes the connection, because a failed script may leave more state in it than its settings.
        client.release(true)
        throw error
      }
      client.release()
    }
    return connection
  }

  /** Closes the connections that the engine leaves open. A database in use cannot serve as a template. */
  async close(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((connection) => connection.dispose()))
  }
}

async function withEngine<T>(
  databaseUrl: string,
  use: (engine: engineModule.SchemaEngine) => Promise<T>,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<T> {
  await loadWasm()
  const connections = new UnsplitScripts(databaseUrl, lockTimeoutMs)
  try {
    const engine = await engineModule.SchemaEngine.new(
      { datamodels: undefined },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(connections),
    )
    try {
      return await use(engine)
    } catch (error) {
      if (!connections.failure) throw error
      throw new Error(`${connections.failure.message}\n${(error as Error).message}`, { cause: connections.failure })
    } finally {
      engine.free()
    }
  } finally {
    await connections.close()
  }
}

/**
 * Applies the migrations that the database lacks, in order, and records them in `_prisma_migrations` as the CLI would.
 * @param only names, for the tables of an earlier version
 * @returns the names applied.
 * @throws Error with PostgreSQL's message if one fails; none of its changes are kept
 */
export async function applyMigrations(
  databaseUrl: string,
  only?: ReadonlySet<string>,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<string[]> {
  const names = (await migrationNames()).filter((name) => only?.has(name) ?? true)
  const migrationDirectories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await fs.readFile(path.join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  )
  const lockfile = {
    path: 'migration_lock.toml',
    content: await fs.readFile(path.join(MIGRATIONS_DIR, 'migration_lock.toml'), 'utf8'),
  }
  return withClient(databaseUrl, async (client) => {
    // If there is nothing to apply, do not wait for a backup, which may hold the lock for minutes.
    if (await hasAll(client, names)) return []
    await waitForOthers(client)
    await forgetFailed(client)
    const apply = async (engine: engineModule.SchemaEngine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: { baseDir: MIGRATIONS_DIR, lockfile, shadowDbInitScript: '', migrationDirectories },
        filters: NO_FILTERS,
      })
      return appliedMigrationNames
    }
    return withEngine(databaseUrl, apply, lockTimeoutMs)
  })
}

/**
 * Returns the names of applied migrations that the repository does not have. If there are any, a newer version of the
 * shop has used the database.
 */
export async function unknownMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND migration_name <> ALL($1) ORDER BY 1',
      [await migrationNames()],
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Thrown if nothing was tried, because the database was unreachable or refused the connection. */
export class NoConnection extends Error {}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // If the connection breaks, the work itself fails.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw new NoConnection((error as Error).message, { cause: error })
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Whether all of these migrations are applied, and none has failed or is in progress. */
async function hasAll(client: pg.Client, names: string[]): Promise<boolean> {
  if (!(await hasMigrations(client))) return false
  const { rows } = await client.query<{ hasAll: boolean }>(
    `SELECT count(DISTINCT migration_name) FILTER (WHERE migration_name = ANY($1)) = $2 AND count(*) = count(finished_at) AS "hasAll"
    FROM _prisma_migrations`,
    [names, names.length],
  )
  return rows[0]?.hasAll === true
}

/**
 * Waits until no other process migrates, because `forgetFailed` would mistake its migration in progress for a failed
 * one. Also waits for backups. Otherwise the migration would wait for a table that a backup reads, and all pages would
 * wait for the migration.
 */
async function waitForOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS "isOurs"', [
    LOCKS.migrations,
  ])
  if (rows[0]?.isOurs) return
  log.info('waiting to migrate the database until a backup or another migration is done')
  await client.query('SELECT pg_advisory_lock($1::bigint)', [LOCKS.migrations])
}

const hasMigrations = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ found: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`)).rows[0]
    ?.found === true

/**
 * Removes the record of a failed migration. Otherwise the engine would refuse to continue. The migration left no other
 * changes, because it was sent as one text.
 */
async function forgetFailed(client: pg.Client): Promise<void> {
  if (await hasMigrations(client)) await client.query('DELETE FROM _prisma_migrations WHERE finished_at IS NULL')
}

/** Returns the names of the migrations in the repository, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const entries = await fs.readdir(MIGRATIONS_DIR, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** Returns the repository's migrations with the SHA-256 (hex) of their SQL, as stored in `_prisma_migrations`. */
export async function loadMigrationChecksums(): Promise<Array<{ name: string; checksum: string }>> {
  return Promise.all(
    (await migrationNames()).map(async (name) => ({
      name,
      checksum: createHash('sha256')
        .update(await fs.readFile(path.join(MIGRATIONS_DIR, name, 'migration.sql')))
        .digest('hex'),
    })),
  )
}

/** Returns the current schema: all files of prisma/schema as one text. */
export async function loadSchema(): Promise<string> {
  const names = (await fs.readdir(SCHEMA_DIR)).filter((name) => name.endsWith('.prisma')).sort()
  const texts = await Promise.all(names.map((name) => fs.readFile(path.join(SCHEMA_DIR, name), 'utf8')))
  return texts.join('\n')
}

/** Returns the schema that the last migration was written for; null before the first. */
export async function loadLastSchema(): Promise<string | null> {
  return fs.readFile(LAST_SCHEMA, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Stores a schema, without its comments, as the one that the last migration was written for. */
export async function keepLastSchema(schema: string): Promise<void> {
  await fs.writeFile(LAST_SCHEMA, schema.replace(/^ *\/\/.*\n/gm, ''))
}

/**
 * Returns the SQL that turns one Prisma schema into another, '' if they are equal. Null as `from` means an empty
 * database.
 */
export async function diffSchemas(databaseUrl: string, from: string | null, to: string): Promise<string> {
  const datamodel = (content: string) => ({
    tag: 'schemaDatamodel' as const,
    files: [{ path: 'schema.prisma', content }],
  })
  return withEngine(databaseUrl, async (engine) => {
    const { stdout } = await engine.diff({
      from: from === null ? { tag: 'empty' } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    })
    const sql = (stdout ?? '').trim()
    return sql === '' || sql.includes('This is an empty migration') ? '' : `${sql}\n`
  })
}
