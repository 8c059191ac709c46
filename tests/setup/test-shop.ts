import { Metrics } from '#server/http/metrics.ts'
import { PageCache } from '#server/http/page-cache.ts'
import { afterAll, beforeAll } from 'vitest'
import { WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { createApp, type AppParts } from '#server/http/app.ts'
import { Leaving } from '#server/http/outbound.ts'
import { ClickRecorder } from '#server/outbound/record-clicks.ts'
import { ViewRecorder } from '#server/outbound/record-views.ts'
import { ApiCallRecorder } from '#server/partner-api/record-calls.ts'
import { PartnerBudget } from '#server/platform/partner-budget.ts'
import { parseEnv } from '#server/platform/env.ts'
import { RefusalLog } from '#server/platform/refusal-log.ts'
import { appRouter, createCaller } from '#server/router.ts'
import { SearchRecorder } from '#server/search/log/record-searches.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import type { TestDatabase } from './test-database.ts'

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

export interface TestShop {
  /** Sends a request, by default with a browser's headers. */
  ask: (path: string, headers?: Record<string, string>, init?: RequestInit) => Promise<Response>
  /** The fetch handler, for a Node listener in tests of the bytes on the wire. */
  fetch: ReturnType<typeof createApp>['fetch']
  pageCache: PageCache
  /** The budget that partners' systems are charged to. */
  budget: PartnerBudget
  env: AppParts['env']
  apiCalls: ApiCallRecorder
  metrics: Metrics
  /** The routes that the server answers without Remix, in Hono's syntax. */
  routes: string[]
}

/** Provides everything that answers HTTP, on a test's database. `renderPage` stands in for the pages. */
export function useTestShop(
  database: TestDatabase,
  renderPage: AppParts['renderPage'],
  env: Record<string, string> = {},
  meter: AppParts['meter'] = null,
  refusals = new RefusalLog({ write: () => undefined }),
): TestShop {
  const shop = {} as TestShop
  let parts: AppParts
  let clicks: ClickRecorder
  beforeAll(() => {
    const pageCache = new PageCache()
    const budget = new PartnerBudget(meter)
    const metrics = new Metrics({ db: database.db, pageCache, build: '', counts: null, refusals })
    clicks = new ClickRecorder(database.db)
    const read = parseEnv({ SITE_URL: 'https://wtf.example', DATA_DIR: database.dataDir, ...env })
    parts = {
      env: read,
      db: database.db,
      router: appRouter,
      createCaller,
      engine: new SqlEngine(database.db),
      leaving: new Leaving({
        clicks,
        db: database.db,
        trustProxy: read.TRUST_PROXY,
        siteIsHttps: read.SITE_URL.startsWith('https://'),
        hsts: read.HSTS,
      }),
      views: new ViewRecorder(database.db),
      searches: new SearchRecorder(database.db),
      apiCalls: new ApiCallRecorder(database.db),
      webhooks: new WebhookReceiver(database.db, { budget }),
      budget,
      renderPage,
      pageCache,
      metrics,
      meter,
      assets: null,
    }
    const app = createApp(parts)
    shop.metrics = metrics
    shop.pageCache = pageCache
    shop.fetch = app.fetch
    shop.budget = budget
    shop.apiCalls = parts.apiCalls
    shop.env = read
    shop.routes = app.routes.map(({ path }) => path)
    shop.ask = async (path, headers = {}, init = {}) =>
      app.request(
        `http://wtf.example${path}`,
        { ...init, headers: { 'user-agent': BROWSER, host: 'wtf.example', ...headers } },
        { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
      )
  })
  afterAll(() =>
    Promise.all([
      clicks.flush(),
      parts.views.flush(),
      parts.searches.flush(),
      parts.apiCalls.flush(),
      parts.webhooks.flush(),
    ]),
  )
  return shop
}
