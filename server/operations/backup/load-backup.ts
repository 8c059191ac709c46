import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import { openStorage } from '#server/media/storage.ts'
import type { Storage } from '#server/media/storage-interface.ts'
import { parsePartition } from '#server/outbound/partitions.ts'
import { applyMigrations, loadMigrationChecksums } from '#server/platform/postgres/schema-engine.ts'
import {
  BackupError,
  digestInName,
  isUndamaged,
  SESSION,
  sumOf,
  type BackupEnd,
  type BackupHeader,
} from './backup-format.ts'
import { readBackup } from './read-backup.ts'
import { quoted, listBackupTables } from './shop-tables.ts'

/** Shown in the outbox, where each email can be sent again by hand. */
const MAY_HAVE_BEEN_SENT =
  'This email was queued when the backup was made and may have been sent since. If it was not, send it again.'

/**
 * Reads a backup to its end. @returns its header.
 * @throws BackupError if it is incomplete, or if this version of the shop cannot restore it
 */
export async function checkBackup(
  file: string,
  signal?: AbortSignal,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const known = new Map((await loadMigrationChecksums()).map(({ name, checksum }) => [name, checksum]))
  return readBackup(
    file,
    {
      begin: (header) => {
        const later = header.migrations.filter(({ name }) => !known.has(name)).map(({ name }) => name)
        if (later.length)
          throw new BackupError(
            `${file} was made by a later version of the shop: its tables contain ${later.join(', ')}, which this version does not have. Install that version, then restore.`,
          )
        const other = header.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
        if (other)
          throw new BackupError(`${file} belongs to another shop: its migration ${other.name} does not exist here.`)
        return Promise.resolve()
      },
    },
    signal,
  )
}

/** The restored contents and the omitted parts. */
export interface LoadedBackup {
  rows: number
  files: number
  /** The number of emails that wait for a decision, because they may have been sent since. */
  heldMails: number
  /** Tables and columns ('users.note') that no migration creates. Someone has added them by hand. */
  leftOut: string[]
  /** Migrations of this version that the backup lacked. */
  migrated: string[]
}

/**
 * Fills an empty database from a backup that `checkBackup` has accepted, with all rows or none, and writes the files to
 * the storage. Creates the backup's tables and migrates from there, so that older backups work too. Signs everybody out
 * and holds back waiting emails, because it is unknown what has happened since.
 * @throws BackupError if the database is not empty; the database's errors
 */
export async function loadBackup({
  databaseUrl,
  dataDir,
  file,
  header,
  signal,
  onProgress = () => undefined,
}: {
  databaseUrl: string
  dataDir: string
  file: string
  header: BackupHeader
  signal?: AbortSignal | undefined
  onProgress?: (text: string) => void
}): Promise<LoadedBackup> {
  await makeTables(databaseUrl, header)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(SESSION)
    await client.query('BEGIN')
    const { ours, leftOut, freezable, putBack } = await takeOff(client, header)
    const loader = new TableLoader(client, ours, freezable, onProgress)
    const storage = openStorage(dataDir)
    let files = 0
    const { end } = await readBackup(
      file,
      {
        rows: (table, bytes) => loader.add(table, bytes),
        file: async (name, bytes) => {
          await loader.end()
          if (++files % 500 === 1) onProgress(`files: ${files}`)
          await putFile(storage, name, bytes)
        },
      },
      signal,
    )
    await loader.end()
    for (const [table, count] of Object.entries(end.rows))
      if (!leftOut.includes(table) && (loader.rows[table] ?? 0) !== count)
        throw new BackupError(`${table} loaded only ${loader.rows[table] ?? 0} of ${count} rows. Nothing was restored.`)
    for (const { name, value, isCalled } of end.sequences)
      await client.query('SELECT setval(to_regclass($1), $2::bigint, $3)', [quoted(name), value, isCalled])
    for (const [at, statement] of putBack.entries()) {
      signal?.throwIfAborted()
      onProgress(`indexes and references: ${at + 1} of ${putBack.length}`)
      await client.query(statement)
    }
    const heldMails = await letGo(client)
    await client.query('COMMIT')
    onProgress('migrations')
    const migrated = await applyMigrations(databaseUrl)
    onProgress('statistics')
    await client.query('ANALYZE')
    return { rows: sumOf(loader.rows), files, heldMails, leftOut, migrated }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Creates the tables with the backup's migrations, and no later ones. */
async function makeTables(databaseUrl: string, header: BackupHeader): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: there } = await client.query<{ hasTables: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "hasTables"`,
    )
    if (there[0]?.hasTables) {
      const { rows } = await client.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations')
      const known = new Set(header.migrations.map(({ name }) => name))
      if (rows.some(({ name }) => !known.has(name)) || (await hasContent(client)))
        throw new BackupError(
          'The database in DATABASE_URL is in use. Create a new, empty database, set DATABASE_URL to it, and restore again. Nothing was changed.',
        )
    }
  } finally {
    await client.end()
  }
  await applyMigrations(databaseUrl, new Set(header.migrations.map(({ name }) => name)))
}

/** Whether the database contains anything worth keeping. @param client of a database that may have no tables yet */
export async function hasContent(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest(ARRAY['users', 'partners', 'products', 'waitlist', 'support_tickets']) name WHERE to_regclass(name) IS NOT NULL`,
  )
  for (const { name } of rows) {
    const { rows: found } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
    if (found.length) return true
  }
  return false
}

/**
 * Empties the tables. Drops what would slow down loading or refuse rows: foreign keys, indexes, and triggers that
 * record changes.
 * @returns the backup's tables that exist here, those that do not, the emptied tables, and the statements that restore
 * the rest and validate the foreign keys.
 */
async function takeOff(client: pg.Client, header: BackupHeader) {
  const { rows: references } = await client.query<{ off: string; on: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS on
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid::regclass::text, conname`)
  const { rows: indexes } = await client.query<{ off: string; on: string }>(`
    SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS off, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS on
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p'
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
    ORDER BY i.indrelid::regclass::text, i.indexrelid::regclass::text`)
  const { rows: triggers } = await client.query<{ off: string; on: string }>(`
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS off,
      format('ALTER TABLE %s ENABLE %s TRIGGER %I', tgrelid::regclass,
        CASE tgenabled WHEN 'R' THEN 'REPLICA' WHEN 'A' THEN 'ALWAYS' ELSE '' END, tgname) AS on
    FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND tgenabled <> 'D' AND c.relnamespace = 'public'::regnamespace ORDER BY tgrelid::regclass::text, tgname`)
  for (const { off } of [...references, ...indexes, ...triggers]) await client.query(off)
  const { ours, leftOut, strangers } = await findStrangers(client, header)
  for (const { off } of strangers) await client.query(off)
  // Empties tables because migrations may have added rows. Skips append-only tables (the ledger, the audit log), which
  // not even the shop's own role may empty. Migrations add no rows there.
  const { rows: emptied } = await client.query<{ name: string; isPartitioned: boolean }>(
    `SELECT name, (SELECT relkind = 'p' FROM pg_class WHERE oid = quote_ident(name)::regclass) AS "isPartitioned" FROM unnest($1::text[]) name WHERE has_table_privilege(quote_ident(name), 'TRUNCATE')`,
    [ours.map(({ name }) => name)],
  )
  await client.query(`TRUNCATE ${emptied.map(({ name }) => quoted(name)).join(', ')}`)
  await replacePartitions(client, header)
  const putBack = [...strangers, ...indexes, ...references, ...triggers].map(({ on }) => on)
  return {
    ours,
    leftOut,
    freezable: new Set(emptied.flatMap(({ name, isPartitioned }) => (isPartitioned ? [] : [name]))),
    putBack,
  }
}

/** Replaces the empty partitions of new tables with the backup's, so that its rows find theirs. */
async function replacePartitions(client: pg.Client, { partitions }: BackupHeader): Promise<void> {
  const wanted = partitions.flatMap((name) => parsePartition(name) ?? [])
  if (!wanted.length) return
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind = 'r'`,
  )
  for (const { name } of rows) if (parsePartition(name)) await client.query(`DROP TABLE partitions.${quoted(name)}`)
  for (const { parent, since, until } of wanted)
    await client.query('SELECT partitions.add($1, $2::date, $3::date)', [parent, since, until])
}

/** Adds temporary columns for values that do not belong to the shop, so that the rest of their rows can be read. */
async function findStrangers(client: pg.Client, header: BackupHeader) {
  const made = new Map((await listBackupTables(client)).map(({ name, columns }) => [name, columns]))
  const ours = header.tables.filter(({ name }) => made.has(name))
  const columns = ours.flatMap(({ name, columns }) =>
    columns.filter((column) => !made.get(name)?.includes(column)).map((column) => ({ table: name, column })),
  )
  return {
    ours,
    leftOut: [
      ...header.tables.filter(({ name }) => !made.has(name)).map(({ name }) => name),
      ...columns.map(({ table, column }) => `${table}.${column}`),
    ],
    strangers: columns.map(({ table, column }) => ({
      off: `ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(column)} text`,
      on: `ALTER TABLE ${quoted(table)} DROP COLUMN ${quoted(column)}`,
    })),
  }
}

/**
 * Deletes what must not be restored: sessions that may have been ended for a reason, links that may have been used, and
 * waiting emails that may have been sent.
 */
async function letGo(client: pg.Client): Promise<number> {
  await client.query('DELETE FROM sessions')
  await client.query('DELETE FROM unfinished_sign_ins')
  await client.query(`DELETE FROM one_time_tokens WHERE purpose IN ('magic_link', 'reset_password', 'after_reset')`)
  const { rowCount } = await client.query(`UPDATE mails SET state = 'failed', last_error = $1 WHERE state = 'queued'`, [
    MAY_HAVE_BEEN_SENT,
  ])
  return rowCount ?? 0
}

/** Loads rows into one table after another. */
class TableLoader {
  readonly rows: Record<string, number> = {}
  readonly #client: pg.Client
  readonly #columns: ReadonlyMap<string, readonly string[]>
  /** Tables without partitions that this transaction has emptied. Their rows may be frozen at once. */
  readonly #freezable: ReadonlySet<string>
  readonly #onProgress: (text: string) => void
  #table = ''
  #stream: CopyStreamQuery | null = null
  #failure: Error | null = null

  constructor(
    client: pg.Client,
    tables: BackupHeader['tables'],
    freezable: ReadonlySet<string>,
    onProgress: (text: string) => void,
  ) {
    this.#client = client
    this.#freezable = freezable
    this.#columns = new Map(tables.map(({ name, columns }) => [name, columns]))
    this.#onProgress = onProgress
  }

  async add(table: string, bytes: Buffer): Promise<void> {
    if (table !== this.#table) await this.end()
    const columns = this.#columns.get(table)
    if (!columns) return
    this.#stream ??= this.#begin(table, columns)
    if (this.#failure) throw this.#failure
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain')
  }

  async end(): Promise<void> {
    const stream = this.#stream
    if (!stream) return
    this.#stream = null
    if (this.#failure) throw this.#failure
    stream.end()
    await once(stream, 'finish')
    this.rows[this.#table] = stream.rowCount
  }

  #begin(table: string, columns: readonly string[]): CopyStreamQuery {
    this.#table = table
    this.#onProgress(table)
    const stream = this.#client.query(
      copyFrom(
        `COPY ${quoted(table)} (${columns.map(quoted).join(', ')}) FROM STDIN (FREEZE ${this.#freezable.has(table)})`,
      ),
    )
    // PostgreSQL may refuse a row while the next ones are unpacked. Keeps the error, because the stream does not.
    stream.on('error', (error) => {
      this.#failure ??= error
    })
    return stream
  }
}

/** Writes the file completely or not at all. Keeps an identical existing file; replaces one that a crash has damaged. */
async function putFile(storage: Storage, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  if (digestInName(name) !== null && (await isUndamaged(storage, name))) return
  await storage.writeStream(name, bytes)
}
