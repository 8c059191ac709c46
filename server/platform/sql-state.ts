interface Failure {
  code?: unknown
  originalCode?: unknown
  severity?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown } | undefined
}

/** A character that PostgreSQL cannot store: NUL, which JSON and URLs may contain. */
export const UNSTORABLE_CHARACTER = '22021'

/** A day that PostgreSQL does not support, in the year 0. */
export const UNKNOWN_DAY = '22008'

/** Another transaction holds a lock for longer than `lock_timeout` allows. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** A statement took longer than `statement_timeout`, or was cancelled by an administrator. */
export const CANCELLED = '57014'

/** A write to a server that accepts none: a standby, or the former primary after a failover. */
export const READ_ONLY = '25006'

/** Returns PostgreSQL's error code ('23505') from an error of Prisma or the driver, or null. */
export function sqlStateOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  const { code, originalCode, severity, cause, meta } = error as Failure
  // A code only counts as PostgreSQL's if there is also a severity.
  const state = originalCode ?? (severity === undefined ? undefined : code)
  return typeof state === 'string' ? state : (sqlStateOf(meta?.driverAdapterError) ?? sqlStateOf(cause))
}
