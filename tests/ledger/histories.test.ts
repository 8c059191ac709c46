import { expect, test } from 'vitest'
import { checkLedgers } from '#server/sales/ledger/check-ledgers.ts'
import { randomOf } from '#tests/durability/click-load.ts'
import { createTestDatabase } from '#tests/setup/test-database.ts'
import { playHistories, type Played } from './play-histories.ts'

/** `npm run test:ledger` plays 100,000. */
const HISTORIES = Number(process.env.HISTORIES ?? 80)
const SEED = Number(process.env.HISTORIES_SEED ?? Date.now() % 1_000_000)
const OF_ONE_PARTNER = 40
/** The jobs process all partners of a database. Many partners make each step slow, and few need many databases. */
const PARTNERS_OF_ONE_DATABASE = 6
const AT_ONCE = 2

test(
  `${HISTORIES} random histories of orders match the model (HISTORIES_SEED=${SEED})`,
  { timeout: 24 * 3600_000 },
  async () => {
    const began = performance.now()
    const sums: Played = { orders: 0, sales: 0, messages: 0, entries: 0, invoices: 0, broken: 0 }
    let next = 0
    const partners = Math.ceil(HISTORIES / OF_ONE_PARTNER)
    const work = async () => {
      while (next < partners) {
        const { db, drop } = await createTestDatabase()
        for (let place = 0; place < PARTNERS_OF_ONE_DATABASE && next < partners; place++) {
          const number = next++
          const played = await playHistories(db, randomOf(SEED + number), OF_ONE_PARTNER, number)
          for (const name of Object.keys(sums) as Array<keyof Played>) sums[name] += played[name]
        }
        expect((await checkLedgers(db, 'https://wtf.example')).problems).toEqual([])
        await drop()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(
      `${sums.orders} orders, ${sums.messages} messages, ${sums.broken} transactions broken off: ${sums.sales} sales, ${sums.entries} entries and ${sums.invoices} invoices as the model has them, in ${seconds} s`,
    )
    expect(sums.orders).toBeGreaterThanOrEqual(HISTORIES)
  },
)
