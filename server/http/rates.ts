import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db.ts'
import { ratesToBase } from '#server/search/rates.ts'

/**
 * Adds GET /rates: the value of each currency in US dollars, the same for everyone. Browsers use it to show approximate
 * prices in their visitor's currency on cached pages.
 */
export function addRates(app: Hono<{ Bindings: HttpBindings }>, db: Db): void {
  app.get('/rates', async (c) =>
    c.json(Object.fromEntries(await ratesToBase(db)), 200, { 'cache-control': 'public, max-age=600' }),
  )
}
