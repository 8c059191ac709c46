import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDataDir, removeDataDir, spawnShop } from '#tests/setup/shop-process.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await createDataDir('wtf-start-')
})
afterEach(() => removeDataDir(dataDir))

test('starts a shop without products when the demo is off', { timeout: 120_000 }, async () => {
  const shop = spawnShop(dataDir, undefined, { DEMO: 'off' })
  try {
    expect((await fetch(await shop.address)).status).toBe(200)
    const postgres = await startEmbeddedPostgres(dataDir)
    const db = connect(postgres.url, { poolSize: 1 })
    expect(await db.product.count()).toBe(0)
    expect(await db.user.count()).toBe(0)
    await db.$disconnect()
    await postgres.release()
  } finally {
    await shop.stop()
  }
})
