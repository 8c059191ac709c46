import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listen } from './listen.ts'

const database = useTestDatabase({ isMigrated: false })

test('shares one connection for all channels, delivers each notice to its channel, and reconnects', async () => {
  const heard: string[] = []
  const connected: string[] = []
  const on = (name: string) => ({
    onConnect: () => void connected.push(name),
    onNotice: (payload: string) => void heard.push(`${name} ${payload}`),
  })
  const first = listen(database.url, 'first', on('first'))
  await expect.poll(() => connected).toEqual(['first'])
  // Joins a connection that is already open.
  const second = listen(database.url, 'second', on('second'))
  await expect.poll(() => connected).toEqual(['first', 'second'])
  expect(await open()).toBe(1)
  await database.db.$queryRaw`SELECT pg_notify('first', 'a')::text, pg_notify('second', 'b')::text`
  await expect.poll(() => heard).toEqual(['first a', 'second b'])
  await database.db
    .$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listens' AND datname = current_database()`
  await expect.poll(() => connected, { timeout: 15_000 }).toEqual(['first', 'second', 'first', 'second'])
  first.stop()
  await database.db.$queryRaw`SELECT pg_notify('first', 'c')::text, pg_notify('second', 'd')::text`
  await expect.poll(() => heard).toEqual(['first a', 'second b', 'second d'])
  second.stop()
  await expect.poll(open).toBe(0)
})

async function open(): Promise<number> {
  const [row] = await database.db.$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'listens%' AND datname = current_database()`
  return row?.count ?? 0
}
