import type { Prisma } from '#prisma/generated/client.ts'

const MAX_STATEMENTS = 20
const LONGEST_TEXT = 600
const MAX_SESSIONS = 30

/** Returns connections by state, the cache hit rate, transactions over a minute, lock waits and replicas. */
export async function getDatabaseActivity(tx: Prisma.TransactionClient) {
  const connections = await tx.$queryRaw<Array<{ state: string; count: number }>>`
    SELECT coalesce(state, 'other') AS state, count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() GROUP BY 1 ORDER BY 2 DESC, 1`
  const [totals] = await tx.$queryRaw<Array<{ hitRate: number | null; most: number; deadlocks: number }>>`
    SELECT (100.0 * blks_hit / nullif(blks_hit + blks_read, 0))::float8 AS "hitRate", current_setting('max_connections')::int AS most,
      deadlocks::float8 AS deadlocks FROM pg_stat_database WHERE datname = current_database()`
  const long = await tx.$queryRaw<Array<{ pid: number; state: string | null; seconds: number; application: string }>>`
    SELECT pid, state, extract(epoch FROM now() - xact_start)::float8 AS seconds, application_name AS application FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '1 minute'
    ORDER BY seconds DESC LIMIT ${MAX_SESSIONS}`
  const waiting = await tx.$queryRaw<Array<{ pid: number; by: number[]; seconds: number; relation: string | null }>>`
    SELECT a.pid, pg_blocking_pids(a.pid) AS by, extract(epoch FROM now() - a.state_change)::float8 AS seconds,
      (SELECT l.relation::regclass::text FROM pg_locks l WHERE l.pid = a.pid AND NOT l.granted LIMIT 1) AS relation
    FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' ORDER BY seconds DESC LIMIT ${MAX_SESSIONS}`
  const replicas = await tx.$queryRaw<Array<{ name: string; state: string | null; lagBytes: number | null }>>`
    SELECT application_name AS name, state, pg_wal_lsn_diff(sent_lsn, replay_lsn)::float8 AS "lagBytes" FROM pg_stat_replication
    WHERE NOT pg_is_in_recovery()`
  return {
    connections,
    hitRate: totals?.hitRate ?? null,
    mostConnections: totals?.most ?? 0,
    deadlocks: totals?.deadlocks ?? 0,
    long,
    waiting,
    replicas,
  }
}

/** Returns the statements with the most total time, without parameters; null without the extension. In milliseconds. */
export async function getStatementFigures(tx: Prisma.TransactionClient) {
  const place = await findStatements(tx)
  if (place === null) return null
  const rows = await tx.$queryRawUnsafe<
    Array<{ id: string; text: string; calls: number; meanMs: number; totalMs: number; rows: number }>
  >(`
    SELECT queryid::text AS id, left(regexp_replace(query, '\\s+', ' ', 'g'), ${LONGEST_TEXT}) AS text, calls::float8 AS calls,
      mean_exec_time AS "meanMs", total_exec_time AS "totalMs", rows::float8 AS rows
    FROM ${place}.pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND queryid IS NOT NULL
      AND userid = current_user::regrole
    ORDER BY total_exec_time DESC LIMIT ${MAX_STATEMENTS}`)
  const [since] = await tx.$queryRawUnsafe<Array<{ since: Date }>>(
    `SELECT stats_reset AS since FROM ${place}.pg_stat_statements_info`,
  )
  return { since: since?.since ?? null, statements: rows }
}

/** Returns the quoted schema of the extension; null if it is not installed or not loaded. */
export async function findStatements(tx: Prisma.TransactionClient): Promise<string | null> {
  const [found] = await tx.$queryRaw<Array<{ place: string; isLoaded: boolean }>>`
    SELECT quote_ident(n.nspname) AS place,
      EXISTS (SELECT 1 FROM pg_settings WHERE name = 'pg_stat_statements.max') AS "isLoaded"
    FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_stat_statements'`
  return found?.isLoaded ? found.place : null
}
