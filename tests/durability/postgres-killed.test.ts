import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import {
  createCatalogue,
  killPostgres,
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

const KILLS = ROUNDS * 2
/** Longer than a restarted server must stay up to count as recovered. */
const QUIET_MS = { least: 2_200, more: 1_500 }

let dataDir: string
let catalogue: Catalogue
beforeAll(async () => {
  dataDir = await createDataDir('wtf-killed-')
  catalogue = await createCatalogue(dataDir)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await removeDataDir(dataDir)
})

test(
  `SIGKILL of PostgreSQL only, ${KILLS} times: the shop keeps running, and every redirected click is stored (KILL_SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    const shop = await openShop(dataDir)
    const load = startClicks(shop.address, catalogue, random)
    await load.nextWritten()
    const recoveries: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(QUIET_MS.least + random() * QUIET_MS.more)
      await killPostgres(dataDir)
      const killedAt = performance.now()
      await load.nextWritten()
      recoveries.push(performance.now() - killedAt)
    }
    await pause(QUIET_MS.least)
    const ready = await fetch(`${shop.address}/readyz`)
    await load.stop()
    shop.process.kill('SIGTERM')
    const exitCode = await shop.exited
    const lost = await missingIds(dataDir, load.ids)
    console.log(
      `PostgreSQL killed ${KILLS} times: back after ${summary(recoveries)}; requests: ${JSON.stringify(load.counts)}; acknowledged rows lost: ${lost.length}`,
    )
    expect(lost).toEqual([])
    expect([ready.status, exitCode]).toEqual([200, 0])
    expect(Object.keys(load.counts).filter((kind) => !['written', 'unwritten', '503'].includes(kind))).toEqual([])
  },
  60_000 + KILLS * 60_000,
)
