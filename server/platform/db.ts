import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '#prisma/generated/client.ts'

export type Db = PrismaClient

/** A pooled client for one database. The caller disconnects it. */
export function connect(databaseUrl: string, options: { poolSize?: number } = {}): Db {
  const adapter = new PrismaPg({
    connectionString: databaseUrl,
    max: options.poolSize ?? 16,
    connectionTimeoutMillis: 5_000,
    // Dates must not depend on the machine's zone: everything in the database is UTC.
    options: '-c timezone=UTC',
  })
  return new PrismaClient({ adapter })
}
