import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import type { Meter } from '#server/platform/meter.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import type { HttpContext } from './client-address.ts'
import { askerBy } from './asker.ts'
import { addCatalogueApi } from './catalogue-api.ts'
import { addCatalogueFeeds, MERCHANT_PATH } from './catalogue-feeds.ts'
import { OPENAI_FEED_PATH } from '#server/open-data/openai-feed.ts'
import { FEED_PATH } from '#server/open-data/product-feed.ts'
import { forPrograms, type Routes } from './for-programs.ts'
import { visitOf } from './visit.ts'

interface Parts {
  db: Db
  engine: SearchEngine
  meter: Meter | null
  env: Pick<Env, 'SITE_URL' | 'TRUST_PROXY' | 'DATA_DIR'>
}

/** Adds public catalogue data without a key: feeds, an API, and the document that describes both. */
export function addOpenData(app: Routes, { db, engine, meter, env }: Parts): void {
  const { SITE_URL: siteUrl, TRUST_PROXY: trustProxy, DATA_DIR: dataDir } = env
  const rules = forPrograms({ db, trustProxy })
  for (const path of [
    FEED_PATH,
    MERCHANT_PATH,
    OPENAI_FEED_PATH,
    '/openapi.json',
    '/api/v1/products',
    '/api/v1/products/:id',
    '/api/v1/categories',
    '/api/v1/brands',
    '/api/v1/suggestions',
  ])
    app.use(path, rules)
  // Ignores sessions. The response is the same for everyone, and limits apply per IP address.
  const askerFor = (c: HttpContext) =>
    askerBy<Viewer>(meter, visitOf(c, { siteUrl, trustProxy }).visit, () => Promise.resolve(null))
  addCatalogueApi(app, { db, engine, siteUrl, inTurn: (c, work) => askerFor(c).inTurn(work) })
  addCatalogueFeeds(app, { db, dataDir, siteUrl, askerFor })
}
