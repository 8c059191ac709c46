interface Failure {
  code?: unknown
  originalCode?: unknown
  severity?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown } | undefined
}

/** A character that PostgreSQL cannot store: NUL, which JSON and addresses may hold. */
export const UNSTORABLE_CHARACTER = '22021'

/** A day that PostgreSQL does not know: of the year 0, which texts of dates may name. */
export const UNKNOWN_DAY = '22008'

/** Another transaction holds a lock for longer than `lock_timeout` allows. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** A write to a server that accepts none: a standby, or the former primary after a failover. */
export const READ_ONLY = '25006'

/** PostgreSQL's error code ('23505'), wherever an error of Prisma or of the driver holds it; null if there is none. */
export function sqlStateOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  const { code, originalCode, severity, cause, meta } = error as Failure
  // A code counts as PostgreSQL's where there is a severity beside it.
  const state = originalCode ?? (severity === undefined ? undefined : code)
  return typeof state === 'string' ? state : (sqlStateOf(meta?.driverAdapterError) ?? sqlStateOf(cause))
}
