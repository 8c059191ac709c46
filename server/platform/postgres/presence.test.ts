import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { showPresence, type Pace, type Presence } from './presence.ts'

const PACE: Pace = { renewMs: 40, watchMs: 1_000 }
/** Watching for this long exceeds the time limit of a test. */
const WATCHES_FOR_GOOD: Pace = { renewMs: 40, watchMs: 3_600_000 }
const NEVER_RENEWS: Pace = { renewMs: 3_600_000, watchMs: 1_000 }

let home: string
let shown: Presence[]
beforeEach(async () => {
  home = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-presence-'))
  shown = []
})
afterEach(async () => {
  for (const presence of shown) await presence.leave()
  await fs.rm(home, { recursive: true })
})

async function show(namespace: string, pace = PACE): Promise<Presence> {
  const presence = await showPresence(home, pace, namespace)
  shown.push(presence)
  return presence
}
const start = async (namespace: string) => goOn(await show(namespace))
/** Starts like a shop, and leaves if it is refused. */
async function goOn(presence: Presence): Promise<Presence> {
  try {
    await presence.ensureAlone()
    return presence
  } catch (error) {
    await presence.leave()
    throw error
  }
}
const files = () => fs.readdir(path.join(home, 'present'))
const namespaces = async () => (await files()).map((name) => name.split('-')[2]).sort()
const IN_USE =
  /is in use by a shop in another container, or on another machine, that shares this folder\. Nothing was changed\.\n {2}Stop that one first.*DATABASE_URL/

describe('a starting process', () => {
  test('starts without waiting if no other process is there, or only others in the same namespace', async () => {
    await show('a')
    await (await show('a', WATCHES_FOR_GOOD)).ensureAlone()
  })
  test('starts without waiting once the others have shut down cleanly', async () => {
    const one = await start('b')
    await one.leave()
    await (await show('a', WATCHES_FOR_GOOD)).ensureAlone()
    expect(await namespaces()).toEqual(['a'])
  })
  test.each([
    ['greater', 'c'],
    ['smaller', 'a'],
  ])('is refused while a process of another namespace runs, and leaves no files (its ID is %s)', async (_, id) => {
    await start('b')
    const before = await files()
    await expect(start(id)).rejects.toThrow(IN_USE)
    await expect(start(id)).rejects.toThrow(`The database in ${home} `)
    expect(await files()).toEqual(before)
  })
  test('starts after waiting if the others show no sign of life, and deletes their files', async () => {
    await show('b', NEVER_RENEWS)
    await show('b', NEVER_RENEWS)
    await start('a')
    expect(await namespaces()).toEqual(['a'])
  })
  test('deletes the files of dead processes in its own namespace without waiting', async () => {
    await show('a')
    await fs.writeFile(path.join(home, `present/${process.pid}-1-a-00`), '')
    await (await show('a', WATCHES_FOR_GOOD)).ensureAlone()
    expect(await files()).not.toContain(`${process.pid}-1-a-00`)
  })
  test('is the only one to start if several start in different namespaces at the same moment', async () => {
    const starts = await Promise.allSettled(['a', 'b', 'c'].map(start))
    const through = starts.flatMap((each, n) => (each.status === 'fulfilled' ? ['abc'[n]] : []))
    // Usually 'a'. Another one can start before 'a' shows itself.
    expect(through).toHaveLength(1)
    expect(await namespaces()).toEqual(through)
  })
})

describe('a running process', () => {
  test('can restart its server while a newcomer is refused', async () => {
    const one = await start('b')
    const newcomer = await show('c')
    await Promise.all([expect(goOn(newcomer)).rejects.toThrow(IN_USE), one.ensureAlone()])
  })
  test('does not restart its server after another process has taken its place', async () => {
    const one = await start('b')
    await fs.rm(path.join(home, 'present'), { recursive: true })
    await fs.mkdir(path.join(home, 'present'))
    await show('a')
    await expect(one.ensureAlone()).rejects.toThrow(IN_USE)
  })
  test('recreates its file if that was removed, but not after leaving', async () => {
    const one = await start('b')
    const [name = ''] = await files()
    await fs.rm(path.join(home, 'present', name))
    await expect.poll(files).toEqual([name])
    await one.leave()
    expect(await files()).toEqual([])
  })
})
