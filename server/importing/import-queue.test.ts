import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCKS } from '#server/platform/locks.ts'
import { startQueues } from '#server/platform/queue.ts'
import { WORK_HEAP, type ProcessOptions } from '#server/platform/work-process.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { importQueue } from './import-queue.ts'
import type { WorkOrder } from './start-import-process.ts'
import { requestImport, beginImport, getImport } from './imports.service.ts'
import { receiveImportFile } from './receive-import-file.ts'

const database = useTestDatabase()
/** Allows a busy machine time to start processes. */
const PATIENCE = { timeout: 60_000, interval: 25 }
const MAY_TAKE_MS = 150_000
const FILE = ['handle,name,price', ...Array.from({ length: 450 }, (_, index) => `p${index},P,10`)].join('\n')
let ask: Awaited<ReturnType<typeof createPartnerAsk>>
const ends: Array<() => Promise<unknown>> = []
/** PIDs of the started processes, in order. */
const started: number[] = []

beforeEach(async () => {
  ask = await createPartnerAsk(database.db)
  started.length = 0
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function startQueue(options: ProcessOptions = {}) {
  const process = { onStart: (pid: number) => void started.push(pid), ...options }
  const pauses = { afterDeath: [0, 0], afterAway: [0], notBegun: 0 }
  const parts = { db: database.db, databaseUrl: database.url, dataDir: database.dataDir, process, pauses }
  const running = startQueues({ databaseUrl: database.url, queues: [importQueue(parts)] })
  ends.push(running.stop)
  return running
}
async function send(): Promise<string> {
  const { importId, partnerId } = await beginImport(
    { ...ask, dataDir: database.dataDir },
    { fileName: 'autumn.csv', byteSize: null },
  )
  const body = (async function* () {
    yield Buffer.from(FILE)
  })()
  expect(
    await receiveImportFile(database.db, database.dataDir, { importId, partnerId, announced: null }, body),
  ).toBeNull()
  return importId
}
const until = (importId: string, status: string) =>
  vi.waitFor(async () => {
    const now = await getImport(ask, { importId })
    expect(now).toMatchObject({ status })
    return now
  }, PATIENCE)
const isAlive = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? NaN, 0)
  } catch {
    return false
  }
}
/** Accepts an import and blocks its writing until `release`. */
async function applyHeld(importId: string): Promise<{ release: () => Promise<void> }> {
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  let isHeld = true
  const release = async () => {
    if (isHeld) await holder.end()
    isHeld = false
  }
  ends.push(release)
  await holder.query('SELECT pg_advisory_lock($1::int, hashtext($2))', [LOCKS.imports, ask.partner.id])
  await requestImport(ask, { importId, gone: 'keep' })
  return { release }
}
const waitingWriters = () =>
  database.db.$queryRaw<object[]>`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
const untilHeld = (writers: number) =>
  vi.waitFor(async () => expect(await waitingWriters()).toHaveLength(writers), PATIENCE)

/** Starts a queue and lets it read a file, which then waits for approval. */
async function sendAndRead() {
  const queue = startQueue()
  const importId = await send()
  await until(importId, 'read')
  return { queue, importId }
}

test(
  'imports a file in another process',
  async () => {
    startQueue()
    const importId = await send()
    expect(await until(importId, 'read')).toMatchObject({ created: 450, refused: 0 })
    await requestImport(ask, { importId, gone: 'keep' })
    expect(await until(importId, 'applied')).toMatchObject({ applied: 450 })
    expect(started.length).toBeGreaterThan(0)
    expect(started).not.toContain(process.pid)
  },
  MAY_TAKE_MS,
)

test(
  'continues an import after its connection to PostgreSQL is lost',
  async () => {
    const { importId } = await sendAndRead()
    const { release } = await applyHeld(importId)
    await untilHeld(1)
    const before = started.at(-1)
    await database.db.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    await vi.waitFor(() => expect(started.at(-1)).not.toBe(before), PATIENCE)
    expect(await getImport(ask, { importId })).toMatchObject({ status: 'applying', message: null })
    await release()
    expect(await until(importId, 'applied')).toMatchObject({ applied: 450 })
  },
  MAY_TAKE_MS,
)

test(
  'fails an import with an explanation if PostgreSQL repeatedly crashes at the same place',
  async () => {
    const { importId } = await sendAndRead()
    await database.db.$executeRaw`CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`
    await database.db.$executeRaw`CREATE TRIGGER crash BEFORE INSERT ON products EXECUTE FUNCTION crash()`
    ends.push(() => database.db.$executeRaw`DROP FUNCTION crash CASCADE`)
    started.length = 0
    await requestImport(ask, { importId, gone: 'keep' })
    expect(await until(importId, 'failed')).toMatchObject({
      message: expect.stringMatching(/interrupted several times/) as string,
    })
    expect(started).toHaveLength(2)
  },
  MAY_TAKE_MS,
)

test(
  'continues an import after its process is killed',
  async () => {
    const { importId } = await sendAndRead()
    const { release } = await applyHeld(importId)
    await untilHeld(1)
    const killed = started.at(-1) ?? NaN
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(() => expect(started.at(-1)).not.toBe(killed), PATIENCE)
    await release()
    expect(await until(importId, 'applied')).toMatchObject({ applied: 450, message: null })
    expect(await database.db.productAct.count({ where: { partnerId: ask.partner.id } })).toBe(1)
  },
  MAY_TAKE_MS,
)

test(
  'fails an import with an explanation if its process repeatedly runs out of memory',
  async () => {
    // Just enough memory to start the work.
    startQueue({ heap: ['--max-old-space-size=33', '--max-semi-space-size=1'] })
    const importId = await send()
    expect(await until(importId, 'failed')).toMatchObject({
      message: expect.stringMatching(/too much memory/) as string,
    })
    expect(started).toHaveLength(3)
  },
  MAY_TAKE_MS,
)

test(
  'fails an import with an explanation if it repeatedly times out without progress',
  async () => {
    const { queue, importId } = await sendAndRead()
    await queue.stop()
    await applyHeld(importId)
    started.length = 0
    startQueue({ mayTakeMs: 5_000 })
    expect(await until(importId, 'failed')).toMatchObject({ message: expect.stringMatching(/ten minutes/) as string })
    expect(started.length).toBeGreaterThanOrEqual(3)
  },
  MAY_TAKE_MS,
)

test(
  'does not fail an import if processes cannot start',
  async () => {
    let kills = 5
    startQueue({
      onStart: (pid) => {
        started.push(pid)
        if (kills-- > 0) process.kill(pid, 'SIGKILL')
      },
    })
    const importId = await send()
    expect(await until(importId, 'read')).toMatchObject({ created: 450, message: null })
    expect(started.length).toBeGreaterThan(5)
  },
  MAY_TAKE_MS,
)

test(
  'stops the import process with the server, and continues the import at the next start',
  async () => {
    const { queue, importId } = await sendAndRead()
    const { release } = await applyHeld(importId)
    await untilHeld(1)
    expect(isAlive(started.at(-1))).toBe(true)
    await queue.stop()
    expect(isAlive(started.at(-1))).toBe(false)
    expect(await getImport(ask, { importId })).toMatchObject({ status: 'applying' })
    await release()
    startQueue()
    expect(await until(importId, 'applied')).toMatchObject({ applied: 450 })
  },
  MAY_TAKE_MS,
)

test(
  'ends the import process when the process that started it ends',
  async () => {
    const { queue, importId } = await sendAndRead()
    await queue.stop()
    await applyHeld(importId)
    const child = fork(path.join(import.meta.dirname, 'import-process.ts'), {
      execArgv: [...WORK_HEAP],
      serialization: 'advanced',
    })
    const exited = once(child, 'exit')
    child.send({
      databaseUrl: database.url,
      dataDir: database.dataDir,
      partnerId: ask.partner.id,
      logLevel: 'silent',
      secretKeys: [],
      storeAddresses: 'https://{shop}',
      ownOrigins: [],
    } satisfies WorkOrder)
    await untilHeld(1)
    // Simulates the death of the parent process.
    child.disconnect()
    expect(await exited).toEqual([0, null])
  },
  MAY_TAKE_MS,
)
