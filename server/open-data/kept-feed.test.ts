import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeptFeed } from './kept-feed.ts'

const HOUR = 3_600_000
let dataDir: string
beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-feed-'))
})
afterEach(() => fs.rm(dataDir, { recursive: true, force: true }))

/** Creates a feed that numbers its versions. */
function makeFeed() {
  const made = { now: 1_700_000_000_000, written: 0, of: 'here', holdsBack: null as Promise<void> | null, fails: false }
  const feed = new KeptFeed({
    dataDir,
    name: 'things.txt',
    of: () => Promise.resolve(made.of),
    now: () => made.now,
    write: async function* () {
      const number = ++made.written
      yield `begin ${number}\n`
      await made.holdsBack
      if (made.fails) throw new Error('broke off')
      yield 'end\n'
    },
  })
  const read = async (patienceMs = 5_000): Promise<string | null> => {
    const kept = await feed.open(patienceMs)
    if (!kept) return null
    const packed = await buffer(kept.read())
    expect(packed).toHaveLength(kept.size)
    const text = gunzipSync(packed).toString()
    expect(Buffer.byteLength(text)).toBe(kept.bytes)
    return text
  }
  return { made, feed, read }
}

test('writes a feed once for all simultaneous readers, and again when it is outdated', async () => {
  const { made, feed, read } = makeFeed()
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill('begin 1\nend\n'))
  made.now += 5 * HOUR
  expect([await read(), made.written]).toEqual(['begin 1\nend\n', 1])
  // Between six and twelve hours the old file is served while the next one is written.
  made.now += 2 * HOUR
  expect(await read()).toBe('begin 1\nend\n')
  await feed.settle()
  expect(await read()).toBe('begin 2\nend\n')
  expect(await fs.readdir(path.join(dataDir, 'feeds'))).toHaveLength(2)
  // Later the old file is not served, because it contains products that were taken down since.
  made.now += 13 * HOUR
  expect(await read()).toBe('begin 3\nend\n')
})

test('returns null to a reader who cannot wait for the first version', async () => {
  const { made, feed, read } = makeFeed()
  let goOn = () => {}
  made.holdsBack = new Promise((resolve) => (goOn = resolve))
  expect(await read(20)).toBeNull()
  goOn()
  await feed.settle()
  expect(await read(0)).toBe('begin 1\nend\n')
})

test('does not serve an incomplete feed or one of another database', async () => {
  const { made, feed, read } = makeFeed()
  expect(await read()).toBe('begin 1\nend\n')
  made.of = 'restored'
  expect(await read()).toBe('begin 2\nend\n')
  made.now += 7 * HOUR
  made.fails = true
  expect(await read()).toBe('begin 2\nend\n')
  await feed.settle()
  made.fails = false
  // The feed does not retry immediately.
  expect([await read(), made.written]).toEqual(['begin 2\nend\n', 3])
  made.now += 2 * 60_000
  expect(await read()).toBe('begin 2\nend\n')
  await feed.settle()
  expect(await read()).toBe('begin 4\nend\n')
  const left = await fs.readdir(path.join(dataDir, 'feeds'))
  expect(left.filter((name) => name.includes('half'))).toEqual([])
})
