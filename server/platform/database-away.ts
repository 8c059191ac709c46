import { CANCELLED, LOCK_NOT_AVAILABLE, sqlStateOf } from './sql-state.ts'

/**
 * Prisma's error codes: unreachable, timed out, closed, no connection in time, no transaction in time or a transaction
 * lost in the middle, too many connections.
 */
const PRISMA_CODES: ReadonlySet<unknown> = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])
/** Kinds of errors in Prisma's adapter. */
const ADAPTER_KINDS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/**
 * PostgreSQL's error codes: connection lost, out of a resource (disk, memory, connections), shutting down or starting
 * up, system error, or a standby that accepts no writes (25006). Not a cancelled query (57014).
 */
const SQL_STATES = /^(08|53|57P0|58|25006)/
/** Errors of the driver, which have no codes. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
/** Prisma's error codes: no connection in time, too many connections. */
const BUSY_CODES: ReadonlySet<unknown> = new Set(['P2024', 'P2037'])
/** PostgreSQL's error code when it accepts no more connections. */
const TOO_MANY_CONNECTIONS = '53300'
/** PostgreSQL's error codes: serialization failure, deadlock, lock timeout, cancelled statement. */
const INTERRUPTIONS: ReadonlySet<unknown> = new Set(['40001', '40P01', LOCK_NOT_AVAILABLE, CANCELLED])
/** Prisma's error code for a deadlock or a write conflict. */
const CONFLICT = 'P2034'
/** The messages of P2028 about timeouts. P2028 can also mean that a transaction was lost. */
const NOT_STARTED = /Unable to start a transaction in the given time/
const EXPIRED = /expired transaction/

/** Thrown if no connection could be made, or if it was lost. */
export class NotConnected extends Error {}

/** Thrown if no connection was free for too long. The database works. */
export class NoFreeConnection extends Error {}

interface Failure {
  message?: unknown
  code?: unknown
  errorCode?: unknown
  kind?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown } | undefined
}

/**
 * Whether something failed because PostgreSQL is unreachable, starting, read-only or out of resources, or because we
 * had no free connection to it. The request was fine, and may work in a moment.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof NotConnected || error instanceof NoFreeConnection) return true
  const { message, code, errorCode, kind, cause, meta } = error as Failure
  if (PRISMA_CODES.has(code) || PRISMA_CODES.has(errorCode) || ADAPTER_KINDS.has(kind)) return true
  if (SQL_STATES.test(sqlStateOf(error) ?? '')) return true
  if (typeof message === 'string' && DRIVER_MESSAGES.test(message)) return true
  return isDatabaseAway(meta?.driverAdapterError) || isDatabaseAway(cause)
}

/**
 * Whether work failed because its transaction took too long or was lost. The cause may be the work and not the
 * database, so limit the retries. False if the transaction could not start.
 */
export function isTransactionOver(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause, message } = error as Failure
  return (code === 'P2028' && !NOT_STARTED.test(String(message))) || isTransactionOver(cause)
}

/**
 * Whether PostgreSQL ended a statement because of another transaction, a timeout or an administrator. The database works
 * and the data is fine, so repeat the transaction, but limit the repetitions.
 */
export function isInterrupted(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as Failure
  return code === CONFLICT || INTERRUPTIONS.has(sqlStateOf(error)) || isInterrupted(cause)
}

/** Whether the database works, but had no connection or no time left for this: a kind of isDatabaseAway. */
function isDatabaseBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof NoFreeConnection) return true
  const { code, kind, cause, meta, message } = error as Failure
  if (BUSY_CODES.has(code) || kind === 'TooManyConnections' || sqlStateOf(error) === TOO_MANY_CONNECTIONS) return true
  if (code === 'P2028' && typeof message === 'string' && (NOT_STARTED.test(message) || EXPIRED.test(message)))
    return true
  return isDatabaseBusy(meta?.driverAdapterError) || isDatabaseBusy(cause)
}

/** Texts about a request that failed because of the database, for people, programs and the log. */
export interface Trouble {
  kind: 'away' | 'busy'
  message: string
  forPrograms: string
  logged: string
  /** Seconds until a retry. */
  retryAfterSeconds: number
}

export const AWAY: Trouble = {
  kind: 'away',
  message: 'Our database is unavailable right now. Your data is safe. Please try again in a moment.',
  forPrograms: 'Our database is unavailable.',
  logged: 'the database is unavailable',
  retryAfterSeconds: 5,
}
export const BUSY: Trouble = {
  kind: 'busy',
  message: 'We are very busy right now, so this took too long. Your data is safe. Please try again in a moment.',
  forPrograms: 'We are too busy right now.',
  logged: 'no database connection was free in time',
  retryAfterSeconds: 5,
}

/** Returns the reason for an error of the database that may be over in a moment; null for all others. */
export const troubleOf = (error: unknown): Trouble | null =>
  !isDatabaseAway(error) ? null : isDatabaseBusy(error) ? BUSY : AWAY
