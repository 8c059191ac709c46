import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '#tests/setup/shop-process.ts'
import { REDIS_COMMAND, startRedis, type RedisServer } from '#tests/setup/redis-server.ts'
import { log } from './log.ts'
import { RateLimit } from './rate-limit.ts'
import { openRedisCounts, shareCounts, type RedisCounts } from './shared-counts.ts'

const SECRET = randomBytes(32)
const SOON = { timeout: 20_000, interval: 20 }
const withRedis = describe.skipIf(REDIS_COMMAND === null)
const servers: RedisServer[] = []
const clients: RedisCounts[] = []
afterEach(async () => {
  shareCounts(null)
  for (const client of clients.splice(0)) client.stop()
  for (const server of servers.splice(0)) await server.stop()
})

const start = async (port?: number, settings?: string[]) => {
  const server = await startRedis(port, settings)
  servers.push(server)
  return server
}
const open = async (url: string) => {
  const client = await openRedisCounts(url, SECRET)
  clients.push(client)
  return client
}

withRedis('with Redis (skipped unless valkey-server or redis-server is installed)', () => {
  test('adds up the counts of two processes, until the period ends', async () => {
    const { url } = await start()
    const [first, second] = [await open(url), await open(url)]
    expect(await first.add('visits 203.0.113.7', 2, 60)).toEqual({ count: 2, msLeft: expect.any(Number) })
    expect(await second.add('visits 203.0.113.7', 3, 60)).toMatchObject({ count: 5 })
    expect(await second.add('visits 203.0.113.7', -1, 60)).toMatchObject({ count: 4 })
    expect(await second.add('calls 203.0.113.7', 1, 60)).toMatchObject({ count: 1 })
    const { msLeft } = (await first.add('short', 1, 1))!
    expect(msLeft).toBeLessThanOrEqual(1_000)
    await expect.poll(() => second.add('short', 1, 1), SOON).toMatchObject({ count: 1 })
  })

  test('stores neither names nor addresses', async () => {
    const { url } = await start()
    await (await open(url)).add('visits 203.0.113.7', 1, 60)
    const { createClient } = await import('@redis/client')
    const reader = createClient({ url })
    await reader.connect()
    const keys = await reader.keys('*')
    reader.destroy()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).toMatch(/^wtf-limit:[\w-]{43}$/)
  })

  test(
    'counts alone while Redis hangs or is down, says so once, and counts together again',
    { timeout: 60_000 },
    async () => {
      const [warned, informed] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
      const port = await freePort()
      const server = await start(port)
      const counts = await open(server.url)
      shareCounts(counts)
      const limit = new RateLimit('visits', 5, 60_000)
      const allowed = () => Array.from({ length: 9 }, () => limit.allows('203.0.113.7')).filter(Boolean).length
      server.signal('SIGSTOP')
      expect(await counts.add('visits 203.0.113.8', 1, 60)).toBeNull()
      expect([counts.isUp(), allowed()]).toEqual([false, 5])
      expect(await counts.add('visits 203.0.113.8', 1, 60)).toBeNull()
      await server.stop()
      const { url } = await start(port)
      await expect.poll(() => counts.isUp(), SOON).toBe(true)
      expect([warned.mock.calls.length, informed.mock.calls.length]).toEqual([1, 1])
      const other = await open(url)
      // The next event also sends the events that this process counted separately.
      await expect
        .poll(async () => {
          limit.allows('203.0.113.7')
          return (await other.add('visits 203.0.113.7', 0, 60))?.count
        }, SOON)
        .toBeGreaterThan(5)
    },
  )

  test('refuses a Redis that needs another password or accepts no writes', async () => {
    const { url } = await start(undefined, ['--requirepass', 'a-secret'])
    await expect(open(url)).rejects.toThrow(/^REDIS_URL: .*NOAUTH.*correct REDIS_URL/)
    await expect(open(url.replace('redis://', 'redis://:wrong@'))).rejects.toThrow(/WRONGPASS/)
    await open(url.replace('redis://', 'redis://:a-secret@'))
    const full = await start(undefined, ['--maxmemory', '1', '--maxmemory-policy', 'noeviction'])
    await expect(open(full.url)).rejects.toThrow(/OOM|maxmemory/)
  })
})

test('refuses a server that is down or no Redis, and names no password', async () => {
  const port = await freePort()
  const down = await open(`redis://:a-secret@127.0.0.1:${port}`).catch((error: Error) => error.message)
  expect(down).toMatch(
    /^REDIS_URL: the Redis server cannot be used \(connect ECONNREFUSED .*Start it or correct REDIS_URL/,
  )
  expect(down).not.toContain('a-secret')
  const other = net.createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  await expect(open(`redis://127.0.0.1:${port}`)).rejects.toThrow(/^REDIS_URL: /)
  await new Promise((resolve) => other.close(resolve))
  await expect(open(`redis://127.0.0.1:${port}/shop`)).rejects.toThrow(/^REDIS_URL: .*pathname/i)
})
