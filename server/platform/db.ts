import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '#prisma/generated/client.ts'
import { NoFreeConnection, NotConnected } from './database-away.ts'
import { keptPlanName } from './kept-plan.ts'
import { CANCELLED, sqlStateOf } from './sql-state.ts'
import { namedSocketError, timedClient, type StatementCounts } from './timed-client.ts'

export type Db = PrismaClient

/** A statement that PostgreSQL plans once per connection, because its text never changes. */
export interface NamedStatement {
  name: string
  text: string
  values: unknown[]
}

const pools = new WeakMap<Db, { pool: pg.Pool; lane: pg.Pool; counts: StatementCounts }>()
/** Connections whose statements do not wait for each other's results. Use them for batches of writes. */
const LANES = 2
const LANE_IDLE_MS = 60_000
/** The timeout of a batch, which usually takes milliseconds. All later batches wait for it. */
const LANE_PATIENCE_MS = 5_000

interface Connecting {
  poolSize?: number
  /** How long to wait for a connection, in milliseconds. */
  patienceMs?: number
  /** How long a statement sent by inOneTrip may take, in milliseconds. */
  lanePatienceMs?: number
}

const UTC = '-c timezone=UTC'

/** Creates a pooled client for one database. The caller disconnects it. */
export function connect(
  databaseUrl: string,
  { poolSize = 10, patienceMs = 5_000, lanePatienceMs = LANE_PATIENCE_MS }: Connecting = {},
): Db {
  const counts = { slow: 0, failed: 0, starved: 0 }
  const settings: pg.PoolConfig = {
    connectionString: databaseUrl,
    application_name: 'shop',
    connectionTimeoutMillis: patienceMs,
    // Dates must not depend on the machine's time zone: everything in the database is UTC.
    options: UTC,
    Client: timedClient(counts) as never,
  }
  const limited: pg.PoolConfig = {
    ...settings,
    max: LANES,
    idleTimeoutMillis: LANE_IDLE_MS,
    // PostgreSQL times out and releases its locks even if this machine disappears. Our timeout is a little longer, in
    // case PostgreSQL disappears.
    options: `${UTC} -c statement_timeout=${lanePatienceMs} -c idle_in_transaction_session_timeout=${lanePatienceMs}`,
    query_timeout: lanePatienceMs * 1.2,
  }
  // pg's types do not know `pipeline` yet.
  const lane = new Pool({ ...limited, pipeline: true }, counts)
  const pool = new PoolWithLane({ ...settings, max: poolSize }, counts, lane)
  // Without a listener, an idle connection that breaks would end the process.
  for (const each of [pool, lane]) each.on('error', () => undefined)
  // After a failover, a connection to the former primary would fail forever. The pool drops connections that are ending.
  pool.on('release', (_, client) => {
    if ('isReadOnly' in client && client.isReadOnly) void client.end()
  })
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: keptPlanName })
  // 'minimal', because other formats quote the query with its values.
  const db = new PrismaClient({ adapter, errorFormat: 'minimal' })
  pools.set(db, { pool, lane, counts })
  return db
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** A pool that distinguishes a busy pool from a failed connection. The driver has one message for both. */
class Pool extends pg.Pool {
  readonly #counts: StatementCounts
  #connected = 0

  constructor(settings: pg.PoolConfig, counts: StatementCounts) {
    super(settings)
    this.#counts = counts
    this.on('connect', () => this.#connected++)
    this.on('remove', () => this.#connected--)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return super.connect().catch((error: Error) => {
        throw this.#named(error)
      })
    super.connect((error, client, done) => callback(error && this.#named(error), client, done))
    return undefined
  }

  #named(error: Error): Error {
    if (this.#connected === 0 || !error.message.startsWith('timeout exceeded')) return namedSocketError(error)
    this.#counts.starved++
    return new NoFreeConnection('no database connection was free in time', { cause: error })
  }
}

/** The pool that Prisma uses. */
class PoolWithLane extends Pool {
  readonly #lane: pg.Pool

  constructor(settings: pg.PoolConfig, counts: StatementCounts, lane: pg.Pool) {
    super(settings, counts)
    this.#lane = lane
  }

  /** Ends both pools, because Prisma only ends the pool that it received. */
  override end(): Promise<void>
  override end(callback: () => void): void
  override async end(callback?: () => void): Promise<void> {
    await Promise.all([super.end(), this.#lane.end()])
    callback?.()
  }
}

/**
 * Sends statements together in a separate transaction, which takes one round trip. Each sees only data committed before
 * it began. The result is durable.
 * @returns the rows of the last statement
 * @throws NotConnected; NoFreeConnection; TookTooLong if a statement takes more than five seconds (it may or may not have been written);
 * or PostgreSQL's error for the first failed statement (nothing is written)
 */
export async function inOneTrip<Row extends object>(db: Db, statements: NamedStatement[]): Promise<Row[]> {
  const lane = pools.get(db)?.lane
  if (!lane) throw new Error('This client was not made by connect().')
  const client = await lane.connect().catch((error: unknown) => {
    throw error instanceof NoFreeConnection ? error : notAnswered(error)
  })
  // A broken connection rejects its statements, and then emits an event that would end the process.
  client.on('error', ignore)
  try {
    const answers = await Promise.allSettled(
      ['BEGIN', ...statements, 'COMMIT'].map((statement) => client.query<Row>(statement)),
    )
    const rows = answers.map((answer) => {
      if (answer.status === 'rejected') throw answer.reason
      return answer.value.rows
    })
    client.off('error', ignore)
    client.release()
    return rows.at(-2) ?? []
  } catch (error) {
    client.release(true)
    if (isTimeout(error)) throw new TookTooLong('a statement took too long', { cause: error })
    throw sqlStateOf(error) === null ? notAnswered(error) : error
  }
}

/** Thrown if a statement of inOneTrip took too long. */
export class TookTooLong extends Error {}

const isTimeout = (error: unknown): boolean =>
  sqlStateOf(error) === CANCELLED || (error instanceof Error && error.message === 'Query read timeout')

/**
 * Runs a statement marked with KEPT_PLAN without Prisma, whose conversion of rows takes longer than the driver's. Use
 * it only for columns that the driver converts in the same way: texts, numbers of at most 32 bits, booleans and JSON.
 * @throws NotConnected or PostgreSQL's error
 */
export async function queryKept<Row extends object>(db: Db, sql: Prisma.Sql): Promise<Row[]> {
  const pool = pools.get(db)?.pool
  // Without a pool, the client is a transaction, or records its statements.
  if (!pool) return db.$queryRaw<Row[]>`${sql}`
  const { text, values } = sql
  try {
    return (await pool.query<Row>({ name: keptPlanName({ sql: text }), text, values })).rows
  } catch (error) {
    throw sqlStateOf(error) === null ? notAnswered(error) : error
  }
}

const ignore = () => undefined

/** Creates the error for a failed connection, for which the driver has several messages. */
const notAnswered = (error: unknown) => new NotConnected('no connection to the database', { cause: error })

/** Returns a client's connections and their statistics; null for a client that `connect` has not created. */
export function poolUse(db: Db) {
  const known = pools.get(db)
  if (!known) return null
  const { totalCount, idleCount, waitingCount } = known.pool
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, ...known.counts }
}
