import { connect, type Db } from '#server/platform/db.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDemoDir } from '#tests/setup/demo.ts'
import { freePort, removeDataDir, spawnShop } from '#tests/setup/shop-process.ts'
import { expect, test as shopTest } from './shop.ts'

/** Settings of `ownShop` that the shop shared by all other tests does not have. */
const OWN_ENV = { ADMIN_BYPASS_SECRET: 'a-secret-of-the-tests-only' }

/**
 * The test for changes to the entire site. `page` and `db` belong to a shop and a demo that only such files use. These
 * files run their tests one after the other (`test.describe.configure({ mode: 'serial' })`).
 */
export const test = shopTest.extend<object, { ownShop: { url: string; db: Db; dataDir: string } }>({
  ownShop: [
    async ({}, use) => {
      const dataDir = await createDemoDir('wtf-own-')
      const port = await freePort()
      const shop = spawnShop(dataDir, undefined, {
        PORT: String(port),
        SITE_URL: `http://127.0.0.1:${port}`,
        ...OWN_ENV,
      })
      try {
        const url = await shop.address
        const postgres = await startEmbeddedPostgres(dataDir)
        const db = connect(postgres.url, { poolSize: 2 })
        await use({ url, db, dataDir })
        await db.$disconnect()
        await postgres.release()
      } finally {
        await shop.stop()
        await removeDataDir(dataDir)
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
  db: [async ({ ownShop }, use) => use(ownShop.db), { scope: 'worker' }],
})
export { expect, OWN_ENV }

/** The same test for files that expect 503 responses. It ignores the errors that the browser reports for them. */
export const closedTest = test.extend<{ refusals: undefined }>({
  refusals: [
    async ({ errors }, use) => {
      await use(undefined)
      const others = errors.filter((error) => !/status of 503/.test(error))
      errors.splice(0, errors.length, ...others)
    },
    { auto: true },
  ],
})

/**
 * Reopens the site and waits until the shop has noticed. Call it in files that close the site, because the next file
 * may get the same shop.
 */
export async function reopen({ ownShop: { url, db } }: { ownShop: { url: string; db: Db } }): Promise<void> {
  await setSiteState({ db, visit: null, viewer: null }, { state: 'live' })
  await expect.poll(async () => (await fetch(`${url}/ranking`)).status).toBe(200)
}
