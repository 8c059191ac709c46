import type { Prisma } from '#prisma/generated/client.ts'
import { migrationNames } from '#server/platform/postgres/schema-engine.ts'

const MAX_TABLES = 150
const MAX_INDEXES = 40
const LARGE_TABLE_ROWS = 10_000

/** Returns table sizes in bytes, estimated rows, and rows added since the statistics began. */
export async function getTableFigures(tx: Prisma.TransactionClient) {
  const [database] = await tx.$queryRaw<Array<{ bytes: number; version: string; since: Date | null }>>`
    SELECT pg_database_size(current_database())::float8 AS bytes, current_setting('server_version') AS version,
      (SELECT stats_reset FROM pg_stat_database WHERE datname = current_database()) AS since`
  const tables = await tx.$queryRaw<
    Array<{ name: string; rows: number; bytes: number; indexBytes: number; added: number; dead: number }>
  >`
    SELECT CASE WHEN s.schemaname = 'public' THEN s.relname::text ELSE s.schemaname || '.' || s.relname END AS name, greatest(c.reltuples, s.n_live_tup)::float8 AS rows,
      pg_total_relation_size(c.oid)::float8 AS bytes, pg_indexes_size(c.oid)::float8 AS "indexBytes",
      s.n_tup_ins::float8 AS added, s.n_dead_tup::float8 AS dead
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid ORDER BY bytes DESC, name LIMIT ${MAX_TABLES}`
  return { bytes: database?.bytes ?? 0, version: database?.version ?? '', since: database?.since ?? null, tables }
}

/** Compares the migrations of this version with those in the database. */
export async function getMigrations(tx: Prisma.TransactionClient) {
  const applied = await tx.$queryRaw<Array<{ name: string; at: Date | null }>>`
    SELECT migration_name AS name, finished_at AS at FROM _prisma_migrations ORDER BY started_at`
  const names = await migrationNames()
  const done = new Set(applied.flatMap(({ name, at }) => (at ? [name] : [])))
  return {
    applied: applied.length,
    last: applied.at(-1) ?? null,
    pending: names.filter((name) => !done.has(name)),
    /** Migrations from a later version of the shop, or incomplete ones. */
    unknown: applied.flatMap(({ name, at }) => (names.includes(name) && at ? [] : [name])),
  }
}

/** Returns unused and duplicate indexes, foreign keys without an index, and large tables with sequential scans. */
export async function getIndexes(tx: Prisma.TransactionClient) {
  const unused = await tx.$queryRaw<Array<{ name: string; table: string; bytes: number }>>`
    SELECT s.indexrelname::text AS name, s.relname::text AS "table", pg_relation_size(s.indexrelid)::float8 AS bytes
    FROM pg_stat_user_indexes s JOIN pg_index i ON i.indexrelid = s.indexrelid
    WHERE s.schemaname = 'public' AND s.idx_scan = 0 AND NOT i.indisunique AND NOT i.indisexclusion
    ORDER BY bytes DESC, name LIMIT ${MAX_INDEXES}`
  const duplicate = await tx.$queryRaw<Array<{ name: string; other: string; table: string; bytes: number }>>`
    SELECT a.indexrelid::regclass::text AS name, b.indexrelid::regclass::text AS other, a.indrelid::regclass::text AS "table",
      pg_relation_size(a.indexrelid)::float8 AS bytes
    FROM pg_index a JOIN pg_index b ON a.indrelid = b.indrelid AND a.indexrelid <> b.indexrelid AND NOT a.indisunique
      AND a.indexprs IS NULL AND b.indexprs IS NULL AND a.indpred IS NULL AND b.indpred IS NULL
      AND (a.indkey::text = b.indkey::text OR b.indkey::text LIKE a.indkey::text || ' %')
      AND (a.indkey::text <> b.indkey::text OR b.indisunique OR a.indexrelid > b.indexrelid)
      AND position(array_to_string(a.indclass::oid[], ' ') IN array_to_string(b.indclass::oid[], ' ')) = 1
      AND position(array_to_string(a.indoption::int2[], ' ') IN array_to_string(b.indoption::int2[], ' ')) = 1
    JOIN pg_class ca ON ca.oid = a.indexrelid JOIN pg_class cb ON cb.oid = b.indexrelid AND ca.relam = cb.relam
    WHERE ca.relnamespace = 'public'::regnamespace ORDER BY bytes DESC, name LIMIT ${MAX_INDEXES}`
  const foreignKeys = await tx.$queryRaw<Array<{ table: string; columns: string; refersTo: string; rows: number }>>`
    SELECT k.conrelid::regclass::text AS "table", k.confrelid::regclass::text AS "refersTo", t.reltuples::float8 AS rows,
      (SELECT string_agg(a.attname, ', ' ORDER BY n.place) FROM unnest(k.conkey) WITH ORDINALITY n(num, place)
        JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = n.num) AS columns
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
    WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indpred IS NULL
        AND (i.indkey::int2[])[0:array_length(k.conkey, 1) - 1] @> k.conkey)
    ORDER BY rows DESC, 1, 3 LIMIT ${MAX_INDEXES}`
  const scanned = await tx.$queryRaw<Array<{ table: string; rows: number; scans: number; indexScans: number }>>`
    SELECT relname::text AS "table", n_live_tup::float8 AS rows, seq_scan::float8 AS scans, coalesce(idx_scan, 0)::float8 AS "indexScans"
    FROM pg_stat_user_tables WHERE schemaname = 'public' AND n_live_tup > ${LARGE_TABLE_ROWS} AND seq_scan > 0
    ORDER BY seq_tup_read DESC LIMIT 10`
  return { unused, duplicate, foreignKeys, scanned }
}
