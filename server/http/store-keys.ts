import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { keyCallbackPath, receiveKey } from '#server/connections/connect-by-approval.service.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { platforms } from '#server/stores/platforms.ts'
import { clientAddressOf } from './client-address.ts'
import { readBody } from './request-body.ts'

/** The fields that we expect take some 300 bytes. */
const MAX_KEY_BYTES = 8 * 1024
/** Stores on one host share an address. */
const MAX_A_MINUTE = 60

/**
 * Adds POST /webhooks/{platform}/keys, which receives the key of a store whose owner has approved us. The store keeps
 * the key only after a 200. The one-time state in the message is the only proof, so refusals do not say why.
 */
export function addStoreKeys(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, trustProxy }: { db: Db; trustProxy: boolean },
): void {
  const limit = new RateLimit('store keys', MAX_A_MINUTE, MINUTE_MS)
  for (const platform of platforms().filter(({ approval }) => approval !== null))
    app.post(
      keyCallbackPath(platform),
      async (c, next) => (limit.allows(clientAddressOf(c, trustProxy)) ? next() : say(c, 429, 'Too many requests.')),
      readBody(MAX_KEY_BYTES, (c) => say(c, 413, 'This message is too large.')),
      async (c) => {
        const body: unknown = await c.req.json().catch(() => null)
        return (await receiveKey(db, platform, body)) ? say(c, 200, 'Received.') : say(c, 401, 'Not accepted.')
      },
    )
}

const say = (c: Context, status: 200 | 401 | 413 | 429, text: string): Response =>
  c.text(text, status, { 'cache-control': 'no-store' })
