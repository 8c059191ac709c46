import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db.ts'
import { ratesToBase } from '#server/search/rates.ts'

/**
 * GET /rates: one unit of each currency in US dollars, the same for everybody. Browsers show with it about what a price
 * is in their reader's currency, on pages that are the same for all.
 */
export function addRates(app: Hono<{ Bindings: HttpBindings }>, db: Db): void {
  app.get('/rates', async (c) =>
    c.json(Object.fromEntries(await ratesToBase(db)), 200, { 'cache-control': 'public, max-age=600' }),
  )
}
