import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDir, freePort, removeDataDir, spawnShop, type ShopProcess } from '#tests/setup/shop-process.ts'
import { killPostgres, randomOf, ROUNDS, SEED } from './click-load.ts'

/** After the first response, `npm start` still has work to do. It is done within this time. */
const WITHIN_MS = 1_000
const LOOK_EVERY_MS = 25
const OPEN_MS = 120_000

let dataDir: string
let shop: ShopProcess | null = null
beforeAll(async () => {
  dataDir = await createDataDir('wtf-start-killed-')
  // Creates the demo.
  shop = spawnShop(dataDir)
  await shop.address
  await shop.stop()
}, 600_000)
afterAll(async () => {
  await shop?.stop()
  await removeDataDir(dataDir)
})

/** Resolves once the shop responds on a port, even before it prints its address. */
async function untilAnswering(url: string): Promise<void> {
  for (const until = performance.now() + OPEN_MS; performance.now() < until; await pause(LOOK_EVERY_MS))
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
  throw new Error(`Nothing answers at ${url}.`)
}

async function untilReady(url: string): Promise<number> {
  let status = 0
  for (
    const until = performance.now() + OPEN_MS;
    status !== 200 && performance.now() < until;
    await pause(LOOK_EVERY_MS)
  )
    status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  return status
}

test(
  `SIGKILL of PostgreSQL within a second of the first response, ${ROUNDS} times: the shop starts and stays up (KILL_SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const port = await freePort()
      const lines: string[] = []
      shop = spawnShop(dataDir, (line) => lines.push(line), {
        PORT: String(port),
        DEMO_SHOPIFY: 'on',
        DEMO_WOOCOMMERCE: 'on',
        DEMO_STORES: 'on',
        JOBS: 'on',
      })
      const url = `http://127.0.0.1:${port}`
      await untilAnswering(`${url}/healthz`)
      await pause(random() * WITHIN_MS)
      await killPostgres(dataDir)
      expect(await shop.address).toBe(url)
      expect(await untilReady(url)).toBe(200)
      expect(lines.join('\n')).not.toContain('[object Object]')
      await shop.stop()
    }
  },
  60_000 + ROUNDS * 180_000,
)
