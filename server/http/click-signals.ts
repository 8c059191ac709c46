import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { recordSignal, SIGNAL_KINDS } from '#server/connections/record-signal.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { clientAddressOf } from './client-address.ts'

const COUNTED_PER_MINUTE = 60

/**
 * Adds GET /api/v1/signals/{landed|cart}?wtf_cid=. A partner's store uses it to report that a click id has arrived
 * there or that something was added to the cart. Signals do not lead to commission. Always responds with 204, so that
 * nobody learns which ids exist.
 */
export function addClickSignals(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, trustProxy }: { db: Db; trustProxy: boolean },
): void {
  const limit = new RateLimit('click signals', COUNTED_PER_MINUTE, 60_000)
  app.get('/api/v1/signals/:kind', async (c) => {
    const kind = SIGNAL_KINDS.find((each) => each === c.req.param('kind'))
    if (kind && limit.allows(clientAddressOf(c, trustProxy)))
      await recordSignal(db, kind, c.req.query('wtf_cid') ?? '').catch((error: unknown) =>
        log.warn({ err: error }, 'a click signal was not recorded'),
      )
    return c.body(null, 204, {
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
  })
}
