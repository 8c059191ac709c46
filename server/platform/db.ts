import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#prisma/generated/client.ts'
import { keptPlanName } from './kept-plan.ts'
import { timedClient, type StatementCounts } from './timed-client.ts'

export type Db = PrismaClient

const pools = new WeakMap<Db, { pool: pg.Pool; counts: StatementCounts }>()

/** A pooled client for one database. The caller disconnects it. */
export function connect(databaseUrl: string, options: { poolSize?: number } = {}): Db {
  const counts = { slow: 0, failed: 0 }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.poolSize ?? 16,
    connectionTimeoutMillis: 5_000,
    // Dates must not depend on the machine's zone: everything in the database is UTC.
    options: '-c timezone=UTC',
    Client: timedClient(counts) as never,
  })
  // An idle connection that breaks would end the process.
  pool.on('error', () => undefined)
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: keptPlanName })
  // Longer errors quote the query with its values.
  const db = new PrismaClient({ adapter, errorFormat: 'minimal' })
  pools.set(db, { pool, counts })
  return db
}

/** How the connections of a client are used now, and what they have been through; null of a client that `connect` has not made. */
export function poolUse(db: Db) {
  const known = pools.get(db)
  if (!known) return null
  const { totalCount, idleCount, waitingCount } = known.pool
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, ...known.counts }
}
