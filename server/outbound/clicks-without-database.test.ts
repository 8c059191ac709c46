import net from 'node:net'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { connect, inOneTrip, poolUse } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { clickIdOf, urlOf, useClicks } from '#tests/setup/clicks.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { newClickId } from './click-id.ts'
import { departureFor, findTargets } from './departures.ts'
import { ClickRecorder } from './record-clicks.ts'
import { newVisitorId } from './visitor-cookie.ts'
import { insertClicks } from './write-clicks.ts'

const database = useTestDatabase()
const { given, click, createListed, record, stored } = useClicks(database)

/** Renames tables away while `use` runs. */
async function without(tables: string[], use: () => Promise<void>): Promise<void> {
  for (const table of tables) await database.db.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO ${table}_away`)
  await use().finally(async () => {
    for (const table of tables) await database.db.$executeRawUnsafe(`ALTER TABLE ${table}_away RENAME TO ${table}`)
  })
}

/** Breaks the connections that wait for a lock, once there are any. */
async function breakWaiting(holder: pg.Client): Promise<void> {
  const breakThem = async () => {
    // Within a transaction, PostgreSQL keeps returning the activity that it first returned.
    await holder.query('SELECT pg_stat_clear_snapshot()')
    return holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  }
  await vi.waitUntil(async () => (await breakThem()).rowCount !== 0, { timeout: 5_000, interval: 5 })
}

describe('the cache of clicked products', () => {
  /** Returns the products that still get a redirect if the database can neither write nor read. */
  async function cachedBy(clicks: ClickRecorder, products: Array<{ id: string }>): Promise<boolean[]> {
    const answers: boolean[] = []
    await without(['products', 'outbound_clicks'], async () => {
      for (const { id } of products)
        answers.push(
          await clicks.record(click({ productId: id })).then(
            ({ outcome }) => outcome === 'redirect',
            () => false,
          ),
        )
    })
    return answers
  }

  test('is limited by its number of variants, because a product may have 2,048', async () => {
    const clicks = new ClickRecorder(database.db, { maxCachedVariants: 5 })
    const [wide, other] = [
      await createListed({}, { variants: Array.from({ length: 3 }, () => ({ priceMinor: 1 })) }),
      await createListed({}, { variants: [{ priceMinor: 1 }] }),
    ]
    await clicks.record(click({ productId: wide.id }))
    expect(await cachedBy(clicks, [wide, other])).toEqual([true, false])
    await clicks.record(click({ productId: other.id }))
    expect(await cachedBy(clicks, [wide, other])).toEqual([false, true])
  })
  test('leaves out a product that is larger than the cache', async () => {
    const clicks = new ClickRecorder(database.db, { maxCachedVariants: 2 })
    const wide = await createListed({}, { variants: Array.from({ length: 3 }, () => ({ priceMinor: 1 })) })
    expect((await clicks.record(click({ productId: wide.id }))).outcome).toBe('redirect')
    expect((await clicks.record(click({ productId: wide.id }))).outcome).toBe('redirect')
    expect(await cachedBy(clicks, [wide])).toEqual([false])
  })
})

describe('while the database cannot write', () => {
  test('shoppers are redirected to the last known URL, and clicks are counted again afterwards', async () => {
    const visitorId = newVisitorId()
    await record()
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    await without(['products', 'outbound_clicks'], async () => {
      const answer = await record({ visitorId })
      expect(urlOf(answer).hostname).toBe(new URL(given.product.productUrl!).hostname)
      // The link must not carry an id without a row.
      expect([...urlOf(answer).searchParams.keys()]).not.toContain('wtf_cid')
      expect(urlOf(answer).href).not.toContain('wc_')
    })
    expect(logged.mock.calls.map(([, text]) => text)).toEqual(['click not written'])
    logged.mockRestore()
    await record({ visitorId })
    expect(await stored(visitorId)).toMatchObject([{ isValid: true }])
  })
  test('a product that was not listed at the last check gets no redirect', async () => {
    const listed = await createListed()
    await record({ productId: listed.id })
    const suspend = { where: { id: listed.partnerId }, data: { verificationStatus: 'suspended' } } as const
    await database.db.partner.update(suspend)
    expect(await record({ productId: listed.id })).toEqual({ outcome: 'not_found' })
    await without(['products'], () => expect(record({ productId: listed.id })).rejects.toThrow())
  })
  test('an unknown product gets no redirect', async () => {
    const unseen = await createListed()
    await without(['products'], () => expect(record({ productId: unseen.id })).rejects.toThrow())
  })
  test('a click is written once, with its ID, if the connection broke after the commit', async () => {
    const visitorId = newVisitorId()
    const written = { ...click({ visitorId }), id: newClickId(), clickedAt: new Date() }
    const targets = await findTargets(database.db, [given.product.id])
    const departures = new Map([...targets].map(([id, target]) => [id, departureFor(target)]))
    const write = () => insertClicks(database.db, [written], departures, { isRead: false })
    expect((await write()).carriedIds).toEqual(new Map([[written.id, written.id]]))
    expect(await write()).toEqual({ carriedIds: new Map(), changed: new Set() })
    expect(await stored(visitorId)).toMatchObject([{ id: written.id, isValid: true }])
  })
  test('a broken connection neither loses the click nor ends the process', async () => {
    const visitorId = newVisitorId()
    await record()
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE outbound_clicks IN ACCESS EXCLUSIVE MODE')
      const answer = record({ visitorId })
      await breakWaiting(holder)
      await holder.query('COMMIT')
      expect((await answer).outcome).toBe('redirect')
      await given.clicks.flush()
      expect(await stored(visitorId)).toMatchObject([{ id: clickIdOf(await answer), isValid: true }])
    } finally {
      await holder.end()
    }
  })
  test('a dead connection delays clicks only until its timeout', async () => {
    const { pathname, port, username, password } = new URL(database.url)
    const silent = new Set<net.Socket>()
    const proxy = net.createServer((socket) => {
      const server = net.connect(Number(port), '127.0.0.1')
      socket.on('data', (bytes) => silent.has(socket) || server.write(bytes))
      server.pipe(socket)
      for (const each of [socket, server]) each.on('error', () => undefined)
      socket.on('close', () => server.destroy())
      sockets.push(socket)
    })
    const sockets: net.Socket[] = []
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const url = `postgresql://${username}:${password}@127.0.0.1:${(proxy.address() as net.AddressInfo).port}${pathname}`
    const db = connect(url, { lanePatienceMs: 500 })
    try {
      const clicks = new ClickRecorder(db, { patienceMs: 10_000 })
      await clicks.record(click())
      for (const each of sockets) silent.add(each)
      const visitorId = newVisitorId()
      const answer = await clicks.record(click({ visitorId }))
      expect(await stored(visitorId)).toMatchObject([{ id: clickIdOf(answer), isValid: true }])
    } finally {
      await db.$disconnect()
      proxy.close()
    }
  })
  test('a click is stored once if a lock outlasts the timeout and then its connection breaks', async () => {
    const db = connect(database.url, { lanePatienceMs: 500 })
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    try {
      const clicks = new ClickRecorder(db)
      await clicks.record(click())
      await holder.query('BEGIN; LOCK TABLE outbound_clicks IN ACCESS EXCLUSIVE MODE')
      const visitorId = newVisitorId()
      // The redirect is sent after 1.5 s. By then, the write has been tried several times.
      expect(clickIdOf(await clicks.record(click({ visitorId })))).toBe('')
      await breakWaiting(holder)
      await holder.query('COMMIT')
      await vi.waitUntil(async () => (await stored(visitorId)).length > 0)
      expect(await stored(visitorId)).toMatchObject([{ isValid: true }])
    } finally {
      await holder.end()
      await db.$disconnect()
    }
  })
  test('clicks on products that are not in the cache are stored once despite one lock after another', async () => {
    const db = connect(database.url, { lanePatienceMs: 500, patienceMs: 1_000 })
    const holders = [1, 2].map(() => new pg.Client({ connectionString: database.url }))
    const [holder, next] = holders as [pg.Client, pg.Client]
    await Promise.all(holders.map((each) => each.connect()))
    const lock = (by: pg.Client) => by.query('BEGIN; LOCK TABLE products, partners IN ACCESS EXCLUSIVE MODE')
    const products = await Promise.all(Array.from({ length: 7 }, () => createListed()))
    const visitorId = newVisitorId()
    try {
      const clicks = new ClickRecorder(db, { patienceMs: 100 })
      /** Resolves when 20 shoppers have lost patience, after 0.2 s. */
      const clickOn = async ({ id }: { id: string }) => {
        const wave = Array.from({ length: 20 }, () => clicks.record(click({ productId: id, visitorId })))
        expect((await Promise.allSettled(wave)).map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
      }
      await lock(holder)
      await clickOn(products[0]!)
      // The group's first statement succeeds between the locks, so its next one needs a connection again.
      const locked = lock(next)
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await vi.waitUntil(async () => (await holder.query(waiting)).rowCount !== 0, { timeout: 5_000, interval: 5 })
      await holder.query('COMMIT')
      await locked
      // The second lock is held for another 1.2 s.
      for (const product of products.slice(1)) await clickOn(product)
      await next.query('COMMIT')
      await clicks.flush()
      const rows = await stored(visitorId)
      expect(products.map(({ id }) => rows.filter(({ productId }) => productId === id).length)).toEqual(
        Array(7).fill(20),
      )
    } finally {
      await Promise.all(holders.map((each) => each.end()))
      await db.$disconnect()
    }
  })
  test('a click is given up after one time limit if no connection is free', async () => {
    const db = connect(database.url, { patienceMs: 1_000 })
    const clicks = new ClickRecorder(db, { giveUpMs: 200 })
    await clicks.record(click())
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('SELECT pg_advisory_lock(77)')
    const wait = { name: 'wait', text: 'SELECT pg_advisory_xact_lock(77)', values: [] }
    const busy = Promise.allSettled([1, 2].map(() => inOneTrip(db, [wait])))
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    try {
      expect(clickIdOf(await clicks.record(click()))).toBe('')
      await clicks.flush()
      expect(logged.mock.calls.map(([, text]) => text)).toEqual(['click not written'])
      expect(poolUse(db)?.starved).toBe(1)
    } finally {
      logged.mockRestore()
      await holder.end()
      await busy
      await db.$disconnect()
    }
  })
  /** Starts a server that closes every connection. Mutes the error log, and counts the tries. */
  async function startAbsent() {
    const tries = { count: 0 }
    const server = net.createServer((socket) => {
      tries.count++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const db = connect(`postgresql://nobody@127.0.0.1:${(server.address() as net.AddressInfo).port}/none`)
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const stop = async () => {
      logged.mockRestore()
      await db.$disconnect()
      server.close()
    }
    return { db, logged, stop, tries, isTried: () => vi.waitUntil(() => tries.count > 0, { interval: 5 }) }
  }
  test('stopping waits for clicks that will be retried', async () => {
    const { db, logged, stop, isTried } = await startAbsent()
    try {
      const clicks = new ClickRecorder(db, { giveUpMs: 50 })
      const answer = clicks.record(click()).catch(() => 'no answer')
      await isTried()
      await clicks.flush()
      expect(logged.mock.calls.map(([, text]) => text)).toEqual(['click not written'])
      expect(await answer).toBe('no answer')
    } finally {
      await stop()
    }
  })
  test('waiting groups of old clicks are not tried one by one while the database is unavailable', async () => {
    const { db, logged, stop, tries, isTried } = await startAbsent()
    try {
      const clicks = new ClickRecorder(db, { patienceMs: 10, giveUpMs: 50 })
      const answers = Array.from({ length: 5_000 }, () => clicks.record(click()).catch(() => 'no answer'))
      await isTried()
      await clicks.flush()
      expect(logged).toHaveBeenCalledTimes(5_000)
      expect(new Set(await Promise.all(answers))).toEqual(new Set(['no answer']))
      // The ten groups share one limit: 50 ms, with 100 ms between tries. Further tries read the destinations.
      expect(tries.count).toBeLessThan(20)
    } finally {
      await stop()
    }
  })
  test('no redirect waits for a lock, and the clicks are stored when the lock is released', async () => {
    const visitorId = newVisitorId()
    const neverRead = await createListed()
    await record()
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE outbound_clicks IN ACCESS EXCLUSIVE MODE')
      // The redirects were sent before the commit, so they carry no ids. The second product is read for its redirect.
      const answers = await Promise.all([record({ visitorId }), record({ visitorId, productId: neverRead.id })])
      await holder.query('COMMIT')
      await given.clicks.flush()
      expect(answers.map((answer) => [answer.outcome, clickIdOf(answer)])).toEqual(Array(2).fill(['redirect', '']))
      expect((await stored(visitorId)).map(({ productId, isValid }) => [productId, isValid]).sort()).toEqual(
        [given.product.id, neverRead.id].sort().map((id) => [id, true]),
      )
    } finally {
      await holder.end()
    }
  })
})
