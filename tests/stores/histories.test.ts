import { beforeAll, expect, test } from 'vitest'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { randomOf } from '#tests/durability/click-load.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { createTestDatabase } from '#tests/setup/test-database.ts'
import { playHistories, type Played } from './play-histories.ts'

/** `npm run test:stores` plays 100,000. */
const HISTORIES = Number(process.env.HISTORIES ?? 60)
const SEED = Number(process.env.HISTORIES_SEED ?? Date.now() % 1_000_000)
const OF_ONE_STORE = 30
/** Many stores make each step slow, and few need many databases. */
const STORES_OF_ONE_DATABASE = 10
const AT_ONCE = 2

beforeAll(() => configureSecrets([TEST_KEY]))

test(
  `${HISTORIES} random histories of WooCommerce deliveries end in the same state as the store (HISTORIES_SEED=${SEED})`,
  { timeout: 24 * 3600_000 },
  async () => {
    const began = performance.now()
    const sums: Played = { orders: 0, sales: 0, messages: 0, lost: 0, mended: 0 }
    const stores = Math.ceil(HISTORIES / OF_ONE_STORE)
    let next = 0
    const work = async () => {
      while (next < stores) {
        const { drop, ...database } = await createTestDatabase()
        for (let place = 0; place < STORES_OF_ONE_DATABASE && next < stores; place++) {
          const played = await playHistories(database, randomOf(SEED + next++), OF_ONE_STORE)
          for (const name of Object.keys(sums) as Array<keyof Played>) sums[name] += played[name]
        }
        await drop()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(
      `${sums.orders} orders, ${sums.messages} messages and ${sums.lost} lost ones: ${sums.sales} sales as the store has them, ${sums.mended} corrected at night, in ${seconds} s`,
    )
    expect(sums.orders).toBeGreaterThanOrEqual(HISTORIES)
  },
)
