import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'

const PACE = { renewMs: 100, watchMs: 1_500 }
/**
 * Isolates the process like a container, with separate process numbers, shared memory and mounts. The network is
 * shared, so that the test can reach its server.
 */
const CONTAINER = ['--pid', '--ipc', '--fork', '--mount-proc', '--kill-child']
const PROCESS = path.join(import.meta.dirname, '../../../tests/setup/postgres-process.ts')
const isPermitted = process.platform === 'linux' && spawnSync('unshare', [...CONTAINER, 'true']).status === 0
const hasLocks = spawnSync('flock', ['--version']).status === 0

let dataDir: string
let postgres: EmbeddedPostgres | null
const running = new Set<ChildProcess>()
const startHere = async () => (postgres = await startEmbeddedPostgres(dataDir, { durable: false, pace: PACE }))
const leaveHere = async () => {
  await postgres?.release()
  postgres = null
}

/** Starts a process that starts the server. If it ends early, `url` rejects with its output. */
function launch(prefix: string[]): { url: Promise<string>; kill: () => Promise<void> } {
  const [file = '', ...args] = [...prefix, process.execPath, PROCESS, dataDir, JSON.stringify(PACE)]
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  running.add(child)
  let complaint = ''
  child.stderr?.on('data', (data: Buffer) => (complaint += data.toString()))
  const ended = once(child, 'close').finally(() => running.delete(child))
  const url = Promise.race([
    once(child, 'message').then(([message]) => message as string),
    ended.then(() => Promise.reject(new Error(complaint))),
  ])
  url.catch(() => undefined)
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
const launchInContainer = () => launch(['unshare', ...CONTAINER])

async function rows(url: string, ...inserted: number[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('CREATE TABLE IF NOT EXISTS kept (n int)')
    for (const n of inserted) await client.query('INSERT INTO kept VALUES ($1)', [n])
    return (await client.query<{ n: number }>('SELECT n FROM kept ORDER BY n')).rows.map(({ n }) => n)
  } finally {
    await client.end()
  }
}

describe.skipIf(!isPermitted)('a DATA_DIR that two containers share', () => {
  beforeAll(async () => {
    dataDir = await createDataDir('wtf-shared-')
    await startHere()
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await leaveHere()
    await removeDataDir(dataDir)
  })

  test('cannot be used by the second one, and the first one continues with its rows', async () => {
    expect(await rows(postgres!.url, 1)).toEqual([1])
    await expect(launchInContainer().url).rejects.toThrow(
      'is in use by a shop in another container, or on another machine',
    )
    expect(await postgres!.isRunning()).toBe(true)
    expect(await rows(postgres!.url, 2)).toEqual([1, 2])
  })
  test.skipIf(!hasLocks)(
    'cannot be used by the second one if the first was killed and only its database server still runs',
    async () => {
      await leaveHere()
      const shop = launch([])
      const url = await shop.url
      await shop.kill()
      await expect(launchInContainer().url).rejects.toThrow('a PostgreSQL server that cannot be seen from here')
      expect(await rows(url, 3)).toEqual([1, 2, 3])
      expect((await startHere()).url).toBe(url)
    },
  )
  test('can be used with its rows after the first container was killed', async () => {
    await leaveHere()
    const container = launchInContainer()
    const url = await container.url
    await expect(startHere()).rejects.toThrow('is in use by a shop in another container')
    expect(await rows(url, 4)).toEqual([1, 2, 3, 4])
    await container.kill()
    expect(await rows((await startHere()).url, 5)).toEqual([1, 2, 3, 4, 5])
  })
})
