import pg from 'pg'
import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { Prisma } from '#prisma/generated/client.ts'
import { openStorage } from '#server/media/storage.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { LOCK_NOT_AVAILABLE, sqlStateOf } from '#server/platform/sql-state.ts'
import { partitionMonth, parsePartition, PARTITIONED, type Partition, type Partitioned } from './partitions.ts'

const MONTHS_AHEAD = 3
/**
 * While this waits for a lock, clicks wait too. After 1.5 seconds, shoppers are redirected without an id. A backup can
 * hold the lock for minutes.
 */
const LOCK_TIMEOUT = '300ms'
/** The earliest month of an id. Ids with an earlier time count as having none. */
const EARLIEST = '2020-01-01'
const VIEW_YEARS = 2
/** The columns that exports leave out, so that no row identifies a person. */
const PERSONAL = ['user_id', 'visitor_id', 'ip_hash', 'search_id']

interface Parts {
  db: Db
  databaseUrl: string
  dataDir: string
  /** The years that clicks are kept; undefined if forever. */
  clickYears: number | undefined
  exportsRetired: boolean
}

/**
 * Creates the partitions of the next months and of rows that have none, and drops partitions that are past the
 * retention period of their table. Leaves a step to the next run if it would have to wait for a lock, such as that of a
 * backup.
 */
export async function keepPartitions(parts: Parts, now = new Date()): Promise<void> {
  const { db } = parts
  for (const parent of PARTITIONED) {
    const since = partitionMonth(await findOldestWithout(db, parent, now))
    let isComplete = true
    for (let ahead = 0; ; ahead++) {
      const month = partitionMonth(new Date(since), ahead)
      if (month > partitionMonth(now, MONTHS_AHEAD)) break
      const isDone = await orLater(`add ${parent} of ${month}`, () =>
        addPartition(db, parent, month, partitionMonth(new Date(month), 1)),
      )
      if (!isDone) isComplete = false
    }
    for (const partition of await listPartitions(db, parent))
      if (isOver(partition, parts.clickYears, now))
        await orLater(`detach ${partition.name}`, () =>
          change(db, `ALTER TABLE public.${parent} DETACH PARTITION partitions.${partition.name}`),
        )
    const [row] = await db.$queryRaw<Array<{ rows: number }>>`
      SELECT count(*)::int AS rows FROM (SELECT FROM ${Prisma.raw(defaultOf(parent))} LIMIT 1000) few`
    if (row?.rows && isComplete) log.error({ table: parent, rows: row.rows }, 'rows are outside the monthly partitions')
  }
  for (const { name } of await listDetached(db)) {
    if (parts.exportsRetired) await exportRows(parts, name)
    await db.$executeRawUnsafe(`DROP TABLE partitions.${name}`)
    log.info({ name, isExported: parts.exportsRetired }, 'dropped a partition')
  }
  // Analyses the tables, because autovacuum analyses only their partitions.
  const [{ isNew } = { isNew: false }] = await db.$queryRaw<Array<{ isNew: boolean }>>`
    SELECT current_setting('server_version_num')::int >= 180000 AS "isNew"`
  for (const parent of PARTITIONED) await db.$executeRawUnsafe(`ANALYZE ${isNew ? 'ONLY ' : ''}${parent}`)
}

/**
 * Whether a partition is too old to keep. For views, the first day of its month decides, so that no view is kept longer
 * than promised. For clicks, the last day decides.
 */
function isOver({ parent, since, until }: Partition, clickYears: number | undefined, now: Date): boolean {
  const years = parent === 'product_views' ? VIEW_YEARS : clickYears
  if (years === undefined) return false
  const end = parent === 'product_views' ? (since ?? until) : until
  return partitionMonth(new Date(end), years * 12) <= now.toISOString().slice(0, 10)
}

async function addPartition(db: Db, parent: Partitioned, since: string, until: string): Promise<void> {
  await change(db, `SELECT partitions.add('${parent}', '${since}', '${until}')`)
}

const change = async (db: Db, statement: string) => {
  await db.$transaction([
    db.$executeRawUnsafe(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`),
    db.$executeRawUnsafe(statement),
  ])
}

/** Runs a step. Returns false if the step has to wait for the next run. */
async function orLater(what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) log.info({ what }, 'a partition is in use, so it has to wait')
    else log.error({ what, err: error }, 'a partition could not be changed')
    return false
  }
}

const defaultOf = (parent: Partitioned) => `partitions.${parent}_default`

/**
 * Returns the first month with an id in the default partition, or now if there is none. Ignores ids with an earlier or
 * future time.
 */
async function findOldestWithout(db: Db, parent: Partitioned, now: Date): Promise<Date> {
  const [row] = await db.$queryRaw<Array<{ month: Date | null }>>`
    SELECT month::timestamptz AS month FROM generate_series(${EARLIEST}::timestamptz, ${now}::timestamptz, interval '1 month') month
    WHERE EXISTS (
      SELECT FROM ${Prisma.raw(defaultOf(parent))} WHERE id::text >= partitions.first_id(${parent}, month)
        AND id::text < partitions.first_id(${parent}, month + interval '1 month'))
    ORDER BY 1 LIMIT 1`
  return row?.month ?? now
}

/** Returns the partitions of a table, without the default partition. */
export async function listPartitions(db: Pick<Db, '$queryRaw'>, parent: Partitioned): Promise<Partition[]> {
  return parsed(
    await db.$queryRaw`
      SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ${`public.${parent}`}::regclass ORDER BY 1`,
  )
}

async function listDetached(db: Db): Promise<Partition[]> {
  return parsed(
    await db.$queryRaw`
      SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind = 'r' AND NOT relispartition ORDER BY 1`,
  )
}

const parsed = (rows: Array<{ name: string }>) => rows.flatMap(({ name }) => parsePartition(name) ?? [])

/** Writes the rows as gzipped CSV to the storage, completely or not at all. */
async function exportRows({ databaseUrl, dataDir }: Parts, name: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'export',
    options: '-c timezone=UTC',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL($2)`,
      [`partitions.${name}`, PERSONAL],
    )
    const copy = client.query(
      copyTo(
        `COPY (SELECT ${rows[0]?.columns ?? ''} FROM partitions.${name} ORDER BY id) TO STDOUT (FORMAT csv, HEADER)`,
      ),
    )
    const packed = new PassThrough()
    await Promise.all([
      pipeline(copy, createGzip(), packed),
      openStorage(dataDir).writeStream(`retired/${name}.csv.gz`, packed),
    ])
  } finally {
    await client.end()
  }
}
