import pg from 'pg'
import { NAME } from './backup-format.ts'

/** Tables about this machine instead of the shop, or rewritten by migrations. */
const LEFT_OUT = ['_prisma_migrations', 'backups']

/**
 * Returns the shop's tables worth keeping, and their columns. Other tables in the database can be recognised only by
 * name, if at all.
 */
export async function listBackupTables(
  client: pg.Client,
): Promise<Array<{ name: string; columns: string[]; isReadable: boolean }>> {
  const { rows } = await client.query<{ name: string; columns: string[]; isReadable: boolean }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns, has_table_privilege(c.oid, 'SELECT') AS "isReadable"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND NOT c.relname = ANY($1)
      AND c.relname ~ $2 AND a.attname ~ $2
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    GROUP BY c.oid ORDER BY c.relname`,
    [LEFT_OUT, NAME.source],
  )
  return rows
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)
