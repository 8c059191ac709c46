import { performance } from 'node:perf_hooks'
import { connect, type Db } from '#server/platform/db.ts'
import type { IdentifiedClick } from '#server/outbound/click.ts'
import { newClickId } from '#server/outbound/click-id.ts'
import { newVisitorId } from '#server/outbound/visitor-cookie.ts'
import { departureFor, findTargets, type Departures } from '#server/outbound/departures.ts'
import { insertClicks } from '#server/outbound/write-clicks.ts'
import { format, printTable } from './print-table.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median } from './statistics.ts'

const SIZES = [1, 50, 500] as const
const ROUNDS = 9
const PRODUCTS = 100

/**
 * Measures the cost of a click in groups of 1, 50 and 500, alternating. Every click comes from another visitor and
 * address.
 */
export async function benchmarkClickGroups({ databaseUrl, goPaths }: ShopUnderTest): Promise<string> {
  const db = connect(databaseUrl, { poolSize: 2 })
  try {
    const productIds = goPaths.slice(0, PRODUCTS).flatMap((path) => /[0-9a-f-]{36}/.exec(path)?.[0] ?? [])
    const departures = new Map(
      [...(await findTargets(db, productIds))].map(([id, target]) => [id, departureFor(target)]),
    )
    const ms = new Map<number, number[]>(SIZES.map((size) => [size, []]))
    for (let round = 0; round <= ROUNDS; round++)
      for (const [size, times] of ms) {
        const took = await writeGroup(db, productIds, departures, size)
        // Leaves out the first round, which plans the statement.
        if (round > 0) times.push(took / size)
      }
    printTable(
      `Clicks written in groups (median of ${ROUNDS} rounds)`,
      [...ms].map(([size, times]) => ({ group: size, 'ms a click': median(times), 'clicks/s': 1000 / median(times) })),
    )
    const ratio = median(ms.get(500) ?? []) / median(ms.get(50) ?? [])
    return `clicks in groups: a click of 500 costs ${format(ratio)} times one of 50 (${ratio <= 1.5 ? 'at most' : 'MORE THAN'} 1.5)`
  } finally {
    await db.$disconnect()
  }
}

/** @returns milliseconds */
async function writeGroup(db: Db, productIds: string[], departures: Departures, size: number): Promise<number> {
  const clicks = Array.from({ length: size }, (_, n) => newClick(productIds[n % productIds.length] ?? '', n))
  const start = performance.now()
  const { carriedIds } = await insertClicks(db, clicks, departures, { isRead: false })
  const took = performance.now() - start
  if (carriedIds.size !== size) throw new Error(`Of ${size} clicks ${carriedIds.size} were written.`)
  await db.outboundClick.deleteMany({ where: { id: { in: clicks.map(({ id }) => id) } } })
  return took
}

function newClick(productId: string, n: number): IdentifiedClick {
  const id = newClickId()
  return {
    id,
    clickedAt: new Date(),
    productId,
    variantId: null,
    userId: null,
    isUserUnknown: false,
    visitorId: newVisitorId(),
    isYoung: n % 2 === 0,
    surface: 'discover',
    position: null,
    searchId: null,
    referrerPath: null,
    browserFamily: 'Firefox',
    country: 'GB',
    isLocated: false,
    agent: null,
    device: 'phone',
    ipHash: `bench ${id}`,
    uncounted: null,
  }
}
