import os from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCaller } from '#server/router.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { MATRIX } from '#tests/access/matrix.ts'
import type { Cell } from '#tests/access/matrix/outcomes.ts'
import { configureScenes, createScene, viewerOf, type Role, type Scene } from '#tests/access/scene.ts'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { watchLoop } from '#tests/setup/watch-loop.ts'
import { widenPartner, WIDEST } from '#tests/setup/wide-partner.ts'

/** Event loop delay, in ms of processor time: the same limit as in the campaign (run.ts). */
const MAX_BLOCKED_MS = 250
const PRODUCTS = 2
const database = useTestDatabase()
let ids: string[] = []

beforeAll(async () => {
  configureScenes({ scenesAtOnce: 16 })
  const { id } = await createPartner(database.db)
  ids = await widenPartner(database.db, id, { ...WIDEST, products: PRODUCTS })
}, 120_000)

/** Returns a role that may call the procedure, preferring owners of products. */
const roleOf = ({ outcomes }: Cell): Role | undefined =>
  (['approvedPartner', 'customer', 'admin', 'visitor'] as const).find((role) => outcomes[role] === 'ok')

/** Creates a scene about the widest products, which belong to the caller if they have a store. */
async function wideScene(role: Role): Promise<Scene> {
  const { db } = database
  const scene = await createScene(db, role)
  const { partner } = scene.me
  const owner = partner?.id ?? (await createPartner(db)).id
  await db.product.updateMany({
    where: { id: { in: ids } },
    data: { partnerId: owner, status: 'active', deletedAt: null, takenDownAt: null },
  })
  const product = await db.product.findUniqueOrThrow({ where: { id: ids[0]! } })
  await db.wishlistItem.createMany({
    data: ids.map((productId) => ({
      userId: scene.me.user.id,
      productId,
      addedPriceMinor: 5_000,
      addedCurrency: 'USD',
    })),
  })
  return { ...scene, product, me: { ...scene.me, product } }
}

/** Returns the input with the ids of the widest products. */
function aboutWide(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(aboutWide)
  if (input === null || typeof input !== 'object') return input
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (key === 'productId') return [key, ids[0]]
      return [key, key === 'ids' || key === 'productIds' ? ids : aboutWide(value)]
    }),
  )
}

const cells = Object.entries(MATRIX).flatMap(([procedure, { own }]) => {
  const role = roleOf(own)
  return role && !procedure.startsWith('level.') ? [{ procedure, role, cell: own }] : []
})

describe('a call about the largest products does not block the event loop', () => {
  // Retried after a block, because on a busy machine the first run also compiles code and collects the garbage of other
  // tests.
  test.each(cells)('$procedure', { retry: 2 }, async ({ procedure, role, cell }) => {
    const { db } = database
    const scene = await wideScene(role)
    await cell.before?.(db, scene)
    const caller = createCaller({
      db,
      engine: new SqlEngine(db),
      dataDir: os.tmpdir(),
      visit: scene.visit,
      isOpen: true,
      viewer: await viewerOf(db, scene),
    })
    const ask = procedure
      .split('.')
      .reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], caller) as (
      input: unknown,
    ) => Promise<unknown>
    const input = aboutWide(cell.input?.(scene))
    const watched = await watchLoop(() =>
      ask(input).then(
        () => 'ok',
        (error: { code?: string }) => error.code ?? 'failed',
      ),
    )
    if (process.env.SHOW)
      console.log(
        `WIDE ${procedure} ${watched.value} ${Math.round(watched.longestMs)} ${Math.round(watched.workedMs)} ${Math.round(watched.grownBytes / 2 ** 20)}`,
      )
    expect([watched.value, watched.longestMs > MAX_BLOCKED_MS ? watched.longestMs : 0]).toEqual([expect.any(String), 0])
  })
})
