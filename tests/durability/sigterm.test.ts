import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import {
  ask,
  createCatalogue,
  missingIds,
  openShop,
  randomOf,
  ROUNDS,
  running,
  SEED,
  summary,
  type Outcome,
} from './click-load.ts'

const STOPS = ROUNDS * 2
/** Half of the clients keep their connection. The others open one for each request. */
const CONNECTIONS = 30
const STOP_WITHIN_MS = 600

let dataDir: string
let productIds: string[]
let postgres: EmbeddedPostgres
beforeAll(async () => {
  dataDir = await createDataDir('wtf-sigterm-')
  ;({ productIds } = await createCatalogue(dataDir))
  // Keep PostgreSQL running, because it would otherwise restart with every shop.
  postgres = await startEmbeddedPostgres(dataDir)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await postgres.release()
  await removeDataDir(dataDir)
})

/** Sends requests until the shop is gone, on one connection or on one per request. */
async function askUntilGone(
  address: string,
  agent: http.Agent | false,
  random: () => number,
  note: (outcome: Outcome, connection: string) => void,
): Promise<void> {
  for (;;) {
    const path =
      random() < 0.5 ? `/go/${productIds[Math.floor(random() * productIds.length)]!}` : `/wishlist?${random()}`
    const outcome = await ask(address + path, agent)
    note(outcome, agent ? 'kept' : 'new')
    if (outcome.kind === 'refused' || outcome.kind === 'reset') return
  }
}

test(
  `SIGTERM under load, ${STOPS} times: requests in flight get a response, and no connection is reset (KILL_SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    const ids: string[] = []
    const counts: Record<string, number> = {}
    const stops: number[] = []
    let whileStopping = 0
    for (let round = 0; round < STOPS; round++) {
      const shop = await openShop(dataDir)
      let answers = 0
      let stoppedAt = Infinity
      const note = (outcome: Outcome, connection: string) => {
        const kind =
          outcome.kind === 'answered'
            ? String(outcome.status)
            : outcome.kind === 'reset'
              ? `reset (${connection}, ${outcome.code})`
              : outcome.kind
        counts[kind] = (counts[kind] ?? 0) + 1
        if (outcome.kind === 'written') ids.push(outcome.id)
        if (outcome.kind !== 'refused') answers++
        if (performance.now() > stoppedAt && outcome.kind !== 'refused') whileStopping++
      }
      const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
      const asking = Array.from({ length: CONNECTIONS }, (_, n) =>
        askUntilGone(shop.address, n % 2 ? agent : false, random, note),
      )
      await expect.poll(() => answers, { timeout: 20_000 }).toBeGreaterThan(CONNECTIONS)
      await pause(random() * STOP_WITHIN_MS)
      stoppedAt = performance.now()
      shop.process.kill('SIGTERM')
      await Promise.all(asking)
      expect(await shop.exited).toBe(0)
      stops.push(performance.now() - stoppedAt)
      if (stops.length % 10 === 0) console.log(`${stops.length} of ${STOPS} stops: ${JSON.stringify(counts)}`)
      agent.destroy()
    }
    const lost = await missingIds(dataDir, ids)
    console.log(
      `SIGTERM ${STOPS} times: gone after ${summary(stops)}; answered while stopping: ${whileStopping}; requests: ${JSON.stringify(counts)}; acknowledged rows lost: ${lost.length}`,
    )
    expect(lost).toEqual([])
    expect(Object.keys(counts).filter((kind) => kind.startsWith('reset'))).toEqual([])
  },
  60_000 + STOPS * 120_000,
)
