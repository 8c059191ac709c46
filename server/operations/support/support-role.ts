import pg from 'pg'
import { SUPPORT } from '#server/platform/postgres/app-role.ts'
import { CHANGED, SEEN } from './support-columns.values.ts'

/**
 * Grants the role the listed rights and revokes all others. Runs as the owner of the tables; repeating it changes
 * nothing. Skips tables and columns that this database lacks.
 * @throws PostgreSQL's error if the role does not exist
 */
export async function grantSupport(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(
      `SELECT c.relname AS "table", a.attname AS "column" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
    )
    const there = new Set(rows.map(({ table, column }) => `${table}.${column}`))
    const grants = (act: string, of: Readonly<Record<string, string>>) =>
      Object.entries(of).flatMap(([table, names]) => {
        const columns = names.split(' ').filter((column) => there.has(`${table}.${column}`))
        return columns.length
          ? [`GRANT ${act} (${columns.map(quote).join(', ')}) ON ${quote(table)} TO ${SUPPORT}`]
          : []
      })
    await client.query(
      [
        'BEGIN',
        `GRANT USAGE ON SCHEMA public TO ${SUPPORT}`,
        `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${SUPPORT}`,
        `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${SUPPORT}`,
        ...grants('SELECT', SEEN),
        ...grants('UPDATE', CHANGED),
        // Triggers report changes to the search index and cached pages, with the rights of the person who made them.
        `GRANT INSERT (kind, about_id) ON product_changes TO ${SUPPORT}`,
        `DO $$ BEGIN EXECUTE (SELECT format('GRANT USAGE ON SEQUENCE %s TO ${SUPPORT}', pg_get_serial_sequence('product_changes', 'id'))); EXCEPTION WHEN null_value_not_allowed THEN NULL; END $$`,
        'COMMIT',
      ].join(';\n'),
    )
  })
}

/** Returns the columns that the role may read, by table. */
export async function readableColumns(databaseUrl: string): Promise<Map<string, Set<string>>> {
  const readable = new Map<string, Set<string>>()
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(
      `SELECT n.nspname || '.' || c.relname AS "table", a.attname AS "column" FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND a.attnum > 0
         AND NOT a.attisdropped AND has_column_privilege(c.oid, a.attnum, 'SELECT')`,
    )
    for (const { table, column } of rows) readable.set(table, (readable.get(table) ?? new Set()).add(column))
  })
  return readable
}

/** The statement that an administrator of a managed database runs once, as a role that may create roles. */
export const createSupportSql = `CREATE ROLE ${SUPPORT} LOGIN PASSWORD 'a long, unique password';`

const quote = (name: string) => pg.escapeIdentifier(name)

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
