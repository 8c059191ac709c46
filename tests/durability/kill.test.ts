import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import {
  ask,
  createCatalogue,
  drawClick,
  killPostgres,
  missingIds,
  openShop,
  randomOf,
  ROUNDS,
  running,
  SEED,
  type Catalogue,
  type Shop,
} from './click-load.ts'

const CONNECTIONS = 48
/** Maximum time from the first response to the kill. */
const KILL_WITHIN_MS = 1_200

let dataDir: string
let catalogue: Catalogue
beforeAll(async () => {
  dataDir = await createDataDir('wtf-kill-')
  catalogue = await createCatalogue(dataDir)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await removeDataDir(dataDir)
})

/**
 * Sends clicks on many connections until the server is killed.
 * @returns the click ids in all received redirects
 */
async function clickUntilKilled(shop: Shop, random: () => number, withPostgres: boolean): Promise<string[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const received: string[] = []
  let kill: NodeJS.Timeout | undefined
  const clicking = Array.from({ length: CONNECTIONS }, async () => {
    for (let outcome; outcome?.kind !== 'reset' && outcome?.kind !== 'refused';) {
      const [path, cookie] = drawClick(catalogue, random)
      outcome = await ask(shop.address + path, agent, cookie)
      if (outcome.kind !== 'written') continue
      received.push(outcome.id)
      kill ??= setTimeout(() => {
        // Kill the server first, so that it cannot notice the loss of the database.
        shop.process.kill('SIGKILL')
        if (withPostgres) void killPostgres(dataDir)
      }, random() * KILL_WITHIN_MS)
    }
  })
  await Promise.all(clicking)
  await shop.exited
  agent.destroy()
  return received
}

describe.each([
  ['the server', false],
  ['the server and PostgreSQL', true],
])('SIGKILL of %s while clicks arrive', (_, withPostgres) => {
  test.each(Array.from({ length: ROUNDS }, (__, round) => SEED + round))(
    'keeps every click whose redirect was sent (KILL_SEED=%i)',
    async (seed) => {
      const shop = await openShop(dataDir)
      const received = await clickUntilKilled(shop, randomOf(seed), withPostgres)
      console.log(`KILL_SEED=${seed}: killed after ${received.length} redirects`)
      expect(received.length).toBeGreaterThan(0)

      const again = await openShop(dataDir)
      await expect
        .poll(
          async () => {
            const outcome = await ask(`${again.address}/go/${catalogue.productIds[0]!}`, false)
            if (outcome.kind === 'written') received.push(outcome.id)
            return outcome.kind
          },
          { timeout: 20_000 },
        )
        .toBe('written')
      again.process.kill('SIGTERM')
      await again.exited
      expect(await missingIds(dataDir, received)).toEqual([])
    },
    120_000,
  )
})
