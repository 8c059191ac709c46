import pg from 'pg'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { connect } from './db.ts'
import { isDatabaseAway } from './database-away.ts'

const database = useTestDatabase({ isMigrated: false })

test('drops a connection after the server refused a write as read-only', async () => {
  const db = connect(database.url, { poolSize: 1 })
  const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1))
  const write = () =>
    db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('CREATE TABLE written ()')
    })
  // New sessions are read-only, as on a former primary.
  await database.db.$executeRawUnsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  expect(isDatabaseAway(await write().catch((error: unknown) => error))).toBe(true)
  await database.db.$executeRawUnsafe(`ALTER DATABASE ${name} RESET default_transaction_read_only`)
  await write()
  await db.$disconnect()
})
