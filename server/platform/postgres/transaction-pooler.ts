import pg from 'pg'

/** Under load, a pooler may return the same server connection by chance, but not this many times in a row. */
const ROUNDS = 5
const PATIENCE_MS = 5_000

/**
 * Refuses a pooler that gives each transaction another server connection (PgBouncer's `pool_mode = transaction`):
 * LISTEN, session locks and session settings would be lost silently. Two clients are connected at once. Directly, or
 * through a pooler in session mode, each keeps its own server process. A transaction pooler gives the idle client's
 * process to the one that begins a transaction. Returns without a verdict if the database cannot be reached.
 * @throws Error with the reason and what to do
 */
export async function refuseTransactionPooler(databaseUrl: string): Promise<void> {
  const clients = [newClient(databaseUrl), newClient(databaseUrl)] as const
  try {
    for (const client of clients) await client.connect()
    if (await sharesProcesses(...clients))
      throw new TransactionPooler(
        'DATABASE_URL leads to a connection pooler in transaction mode, which loses LISTEN and session locks. Connect to PostgreSQL directly, or set the pooler to session mode (PgBouncer: pool_mode = session).',
      )
  } catch (error) {
    if (error instanceof TransactionPooler) throw error
  } finally {
    for (const client of clients) await client.end().catch(() => undefined)
  }
}

export class TransactionPooler extends Error {}

async function sharesProcesses(idle: pg.Client, busy: pg.Client): Promise<boolean> {
  const processId = await processOf(idle)
  for (let round = 0; round < ROUNDS; round++) {
    await busy.query('BEGIN')
    const other = await processOf(busy)
    const now = await processOf(idle)
    await busy.query('COMMIT')
    if (other === processId || now !== processId) return true
  }
  return false
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return Number(rows[0]?.pid)
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'checks for a pooler',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  // Without a listener a broken connection would end the process; the query reports it.
  client.on('error', () => undefined)
  return client
}
