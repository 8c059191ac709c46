import { sqlStateOf } from './sql-state.ts'

/** Prisma: cannot reach, timed out, closed, no connection in time, no transaction in time or lost in the middle of one, too many connections. */
const PRISMA_CODES: ReadonlySet<unknown> = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])
/** Prisma's adapter. */
const ADAPTER_KINDS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/**
 * PostgreSQL: connection lost, out of a resource (disk, memory, connections), shutting down or starting up, system error, or a standby that
 * accepts no writes (25006). Not a cancelled query (57014).
 */
const SQL_STATES = /^(08|53|57P0|58|25006)/
/** Errors of the driver, which have no codes. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Thrown if no connection could be made, or if it was lost. */
export class NotConnected extends Error {}

interface Failure {
  message?: unknown
  code?: unknown
  errorCode?: unknown
  kind?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown } | undefined
}

/**
 * Whether something failed because PostgreSQL is unreachable, starting, read-only or out of resources. The request was
 * fine, and may work in a moment.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof NotConnected) return true
  const { message, code, errorCode, kind, cause, meta } = error as Failure
  if (PRISMA_CODES.has(code) || PRISMA_CODES.has(errorCode) || ADAPTER_KINDS.has(kind)) return true
  if (SQL_STATES.test(sqlStateOf(error) ?? '')) return true
  if (typeof message === 'string' && DRIVER_MESSAGES.test(message)) return true
  return isDatabaseAway(meta?.driverAdapterError) || isDatabaseAway(cause)
}

/**
 * Whether something failed because its transaction took too long. The database may be fine, and the work too slow or
 * blocking other work, so callers that retry must count attempts.
 */
export function isTransactionOver(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as Failure
  return code === 'P2028' || isTransactionOver(cause)
}

/** The message for people while the database is unavailable, and the seconds until they should try again. */
export const AWAY = {
  message: 'Our database is unavailable right now. Your data is safe. Please try again in a moment.',
  retryAfterSeconds: 5,
} as const
