import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** The name of the database and of the role that owns it. */
export const APP = 'wtf'
/** The role of support staff. It can only sign in, until server/operations/support/support-role.ts grants it access. */
export const SUPPORT = 'wtf_support'

/**
 * Creates the database, the app's role, and the role of support staff. The app's role owns the database and everything
 * in it, and has no other rights. It takes over objects that an earlier version left to the superuser. Only one process
 * at a time may call this. Waits while the server starts.
 * @param addressOf returns the superuser's address of a database
 * @param options.countsStatements whether the server has loaded pg_stat_statements
 */
export async function ensureAppRole(
  addressOf: (database: string) => string,
  passwords: { app: string; support: string },
  options: { countsStatements: boolean },
): Promise<void> {
  await withClient(addressOf('postgres'), async (client) => {
    const {
      rows: [role],
    } = await client.query<{ rolsuper: boolean; rolcanlogin: boolean }>(
      'SELECT rolsuper, rolcanlogin FROM pg_roles WHERE rolname = $1',
      [APP],
    )
    if (!role) await client.query(`CREATE ROLE ${APP} LOGIN PASSWORD ${pg.escapeLiteral(passwords.app)}`)
    else if (role.rolsuper || !role.rolcanlogin) await client.query(`ALTER ROLE ${APP} LOGIN NOSUPERUSER`)
    const { rows: support } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SUPPORT])
    if (!support.length)
      await client.query(
        `CREATE ROLE ${SUPPORT} LOGIN CONNECTION LIMIT 20 PASSWORD ${pg.escapeLiteral(passwords.support)}`,
      )
    const {
      rows: [database],
    } = await client.query<{ owner: string }>(
      'SELECT datdba::regrole::text AS owner FROM pg_database WHERE datname = $1',
      [APP],
    )
    if (!database) await client.query(`CREATE DATABASE ${APP} OWNER ${APP}`)
    else if (database.owner !== APP) await client.query(`ALTER DATABASE ${APP} OWNER TO ${APP}`)
  })
  await withClient(addressOf(APP), async (client) => {
    await client.query(HAND_OVER)
    if (options.countsStatements) await client.query(COUNT_STATEMENTS)
  })
}

/**
 * Runs completely or not at all. PostgreSQL requires that objects of an extension stay with the superuser. Sequences
 * and indexes follow their table.
 */
const HAND_OVER = `
DO $$
DECLARE statement text;
BEGIN
  FOR statement IN
    WITH of_extensions AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
    ours AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
    me AS (SELECT current_user::regrole::oid AS id)
    SELECT format('ALTER SCHEMA %I OWNER TO ${APP}', nspname) FROM pg_namespace, me
      WHERE oid IN (SELECT oid FROM ours) AND nspowner = id AND ('pg_namespace'::regclass, oid) NOT IN (SELECT * FROM of_extensions)
    UNION ALL
    SELECT format('ALTER %s %s OWNER TO ${APP}', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass)
      FROM pg_class c, me WHERE relnamespace IN (SELECT oid FROM ours) AND relowner = id AND relkind IN ('r', 'p', 'v', 'm', 'S')
        AND ('pg_class'::regclass, c.oid) NOT IN (SELECT * FROM of_extensions)
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass)
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${APP}', p.oid::regprocedure) FROM pg_proc p, me
      WHERE pronamespace IN (SELECT oid FROM ours) AND proowner = id AND ('pg_proc'::regclass, p.oid) NOT IN (SELECT * FROM of_extensions)
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO ${APP}', t.oid::regtype) FROM pg_type t LEFT JOIN pg_class c ON c.oid = typrelid, me
      WHERE typnamespace IN (SELECT oid FROM ours) AND typowner = id AND (typtype IN ('e', 'd', 'r') OR c.relkind = 'c')
        AND ('pg_type'::regclass, t.oid) NOT IN (SELECT * FROM of_extensions)
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`

/** The app reads its statements' statistics on /admin/database, and can reset them. */
const COUNT_STATEMENTS = `
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
GRANT EXECUTE ON FUNCTION pg_stat_statements_reset(oid, oid, bigint, boolean) TO ${APP}`

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  let client = new pg.Client({ connectionString: url })
  // Another process has started the server, which is still recovering.
  while (await client.connect().then(() => false, isStartingUp)) {
    await pause(100)
    client = new pg.Client({ connectionString: url })
  }
  try {
    await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * @throws all other errors
 */
function isStartingUp(error: { code?: string }): true {
  if (error.code !== '57P03') throw error
  return true
}
