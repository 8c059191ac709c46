import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { connect, poolUse, queryKept } from './db.ts'
import { AWAY, BUSY, isDatabaseAway, troubleOf } from './database-away.ts'
import { KEPT_PLAN } from './kept-plan.ts'

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

test('distinguishes a pool without a free connection from an unreachable database', async () => {
  const db = connect(database.url, { poolSize: 1, patienceMs: 1_000 })
  const troubleIn = (work: Promise<unknown>) => work.then(() => null, troubleOf)
  await db.$transaction(async () => {
    const asked = [db.$queryRaw`SELECT 1`, db.$transaction((tx) => tx.$queryRaw`SELECT 1`)]
    expect(await Promise.all(asked.map(troubleIn))).toEqual([BUSY, BUSY])
  })
  expect(poolUse(db)?.starved).toBe(2)
  expect(await troubleIn(db.$queryRaw`SELECT 1`)).toBeNull()
  await db.$disconnect()

  // This server accepts connections but never responds, so the pool's only connection stays pending.
  const deaf = net.createServer().listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  const url = new URL(database.url)
  url.port = String((deaf.address() as net.AddressInfo).port)
  const lost = connect(url.href, { poolSize: 1, patienceMs: 50 })
  const asked = [1, 2].map(() => troubleIn(lost.$queryRaw`SELECT 1`))
  expect(await Promise.all(asked)).toEqual([AWAY, AWAY])
  await lost.$disconnect()
  deaf.close()
})

test.each<['connect' | 'query', string]>([
  ['connect', 'ENETUNREACH'],
  ['connect', 'EHOSTUNREACH'],
  ['connect', 'EAI_AGAIN'],
  ['connect', 'ETIMEDOUT'],
  ['query', 'EPIPE'],
  ['query', 'ECONNRESET'],
])('reports a database that is away if %s fails with %s', async (method, code) => {
  const db = connect(database.url)
  const error = Object.assign(new Error(`${method} ${code}`), { code, syscall: method, errno: -1 })
  const failing = vi.spyOn(pg.Client.prototype, method).mockImplementation((...given: unknown[]) => {
    const answered = given.at(-1)
    if (typeof answered !== 'function') return Promise.reject(error)
    ;(answered as (error: Error) => void)(error)
  })
  const troubleIn = (work: Promise<unknown>) => work.then(() => null, troubleOf)
  const asked = [db.$queryRaw`SELECT 1`, db.user.findFirst(), db.$transaction((tx) => tx.$queryRaw`SELECT 1`)]
  const troubles = await Promise.all(asked.map(troubleIn))
  failing.mockRestore()
  expect(troubles).toEqual([AWAY, AWAY, AWAY])
  await db.$disconnect()
})

test('a prepared query returns the same as Prisma, even in a transaction, and reports an unreachable database', async () => {
  const { db } = database
  const sql = Prisma.sql`${KEPT_PLAN} SELECT ${'a'} AS name, 1 AS n, NULL AS none, true AS "isNew", 'EUR'::char(3) AS currency, gen_random_uuid()::text <> '' AS "hasId", '[{"a": 1}]'::jsonb AS list`
  const row = { name: 'a', n: 1, none: null, isNew: true, currency: 'EUR', hasId: true, list: [{ a: 1 }] }
  expect(await db.$queryRaw`${sql}`).toEqual([row])
  expect(await queryKept(db, sql)).toEqual([row])
  expect(await db.$transaction((tx) => queryKept(tx as never, sql))).toEqual([row])
  const nowhere = connect('postgresql://nobody@127.0.0.1:1/none')
  expect(isDatabaseAway(await queryKept(nowhere, sql).catch((error: unknown) => error))).toBe(true)
  await nowhere.$disconnect()
})
