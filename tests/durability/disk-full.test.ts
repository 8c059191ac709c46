import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import {
  createCatalogue,
  missingIds,
  openShop,
  randomOf,
  ROUNDS,
  running,
  SEED,
  startClicks,
  summary,
  type Catalogue,
} from './click-load.ts'

const FILLS = Math.max(1, Math.round(ROUNDS / 5))
const DISK = '400m'
const FULL_MS = { least: 2_000, more: 3_000 }

let dataDir: string
let catalogue: Catalogue
const isMounted = mount()
beforeAll(async () => {
  dataDir = await isMounted
  if (dataDir) catalogue = await createCatalogue(dataDir)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  if (!dataDir) return
  await removeDataDir(path.join(dataDir, 'postgres')).catch(() => undefined)
  execFileSync('umount', ['-l', dataDir])
  await fs.rm(dataDir, { recursive: true, force: true })
})

/** Mounts a DATA_DIR on a small separate disk. Returns '' where mounting is not allowed. */
async function mount(): Promise<string> {
  const folder = await createDataDir('wtf-full-')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', folder], { stdio: 'pipe' })
    return folder
  } catch (error) {
    await fs.rmdir(folder)
    console.log(
      `No disk was filled: mounting one is not allowed here (${
        String((error as Error).message)
          .split('\n')
          .at(-2) ?? ''
      }).`,
    )
    return ''
  }
}

async function fill(): Promise<string> {
  const file = path.join(dataDir, 'filler')
  const handle = await fs.open(file, 'w')
  for (const size of [2 ** 20, 4_096]) {
    const block = Buffer.alloc(size, 1)
    while (
      await handle.write(block).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
    )
      continue
  }
  await handle.close()
  return file
}

/** Fills PostgreSQL's write-ahead log until it runs out of space and crashes. */
async function useUp(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (;;) await client.query(`SELECT pg_logical_emit_message(true, 'full', 'x'), pg_switch_wal()`)
  } catch {
    await client.end().catch(() => undefined)
  }
}

test(
  `the shop reports a full disk, ${FILLS} times, and recovers once there is space (KILL_SEED=${SEED})`,
  async ({ skip }) => {
    if (!dataDir) skip('mounting a disk is not allowed here')
    const random = randomOf(SEED)
    const postgres = await startEmbeddedPostgres(dataDir)
    const shop = await openShop(dataDir)
    const load = startClicks(shop.address, catalogue, random)
    const recoveries: number[] = []
    for (let round = 0; round < FILLS; round++) {
      await load.nextWritten()
      const filler = await fill()
      await useUp(postgres.superuserUrl)
      await pause(FULL_MS.least + random() * FULL_MS.more)
      const ready = await fetch(`${shop.address}/readyz`)
      expect([ready.status, JSON.stringify(await ready.json())]).toEqual([
        503,
        expect.stringMatching(/only \d+ MB are free/),
      ])
      await fs.rm(filler)
      const freedAt = performance.now()
      await load.nextWritten()
      recoveries.push(performance.now() - freedAt)
    }
    await load.stop()
    shop.process.kill('SIGTERM')
    const exitCode = await shop.exited
    const lost = await missingIds(dataDir, load.ids)
    await postgres.release()
    console.log(
      `Disk filled ${FILLS} times: back after ${summary(recoveries)} of room; requests: ${JSON.stringify(load.counts)}; acknowledged rows lost: ${lost.length}`,
    )
    expect(lost).toEqual([])
    expect(exitCode).toBe(0)
    expect(shop.output()).toContain('PostgreSQL has stopped; restarting it')
    expect(Object.keys(load.counts).filter((kind) => !['written', 'unwritten', '503'].includes(kind))).toEqual([])
  },
  60_000 + FILLS * 120_000,
)
