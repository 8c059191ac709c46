import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { MAX_WEBHOOK_BYTES, type Reception, type WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { platforms } from '#server/stores/platforms.ts'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { BudgetSpent } from '#server/platform/partner-budget.ts'
import { clientAddressOf } from './client-address.ts'
import { closing, readBody } from './request-body.ts'

/**
 * Shopify only uses the status: everything but 200 is sent again, up to 8 times in 4 hours. Refusals give no hint about
 * the reason.
 */
const ANSWERS = {
  stored: { status: 200, text: 'Received.' },
  known: { status: 200, text: 'Received.' },
  'not needed': { status: 200, text: 'Received.' },
  unauthorized: { status: 401, text: 'Not accepted.' },
  'unknown topic': { status: 404, text: 'This topic is not supported.' },
  unreadable: { status: 400, text: 'This message could not be parsed.' },
  'too many': { status: 429, text: 'Too many requests from this address. Please try again later.' },
  failed: { status: 500, text: 'Not accepted.' },
} as const satisfies Record<Reception | 'failed', { status: number; text: string }>

const TOO_MANY_WAIT =
  'Too many messages from this store are waiting to be processed, so we did not accept this one. Send it again later.'

/**
 * Adds POST /webhooks/{platform}/{connectionId}, which receives webhooks from a connected store. The signature covers
 * the raw bytes, so nothing may parse the body first. Responds with 200 only after the commit.
 */
export function addStoreWebhooks(
  app: Hono<{ Bindings: HttpBindings }>,
  { webhooks, trustProxy }: { webhooks: WebhookReceiver; trustProxy: boolean },
): void {
  for (const platform of platforms())
    app.post(
      `/webhooks/${platform.name}/:connectionId`,
      // Runs before the body is read. Otherwise anyone could send 2 MB to an id that belongs to no store.
      async (c, next) => {
        if (platform.isPing((name) => c.req.header(name) ?? '')) return closing(answer(c, 'not needed'))
        const connectionId = c.req.param('connectionId')
        const refusal = await webhooks
          .refuseStranger(clientAddressOf(c, trustProxy), connectionId)
          .catch((error: unknown) => {
            log.error({ err: error, connectionId: connectionId.slice(0, 40) }, 'a webhook was not stored')
            return 'failed' as const
          })
        return refusal ? closing(answer(c, refusal)) : next()
      },
      readBody(MAX_WEBHOOK_BYTES, (c) => c.text('This message is too large.', 413, { 'cache-control': 'no-store' })),
      async (c) => {
        const body = new Uint8Array(await c.req.arrayBuffer())
        try {
          const reception = await webhooks.receive({
            address: clientAddressOf(c, trustProxy),
            connectionId: c.req.param('connectionId'),
            body,
            ...platform.parseHeaders((name) => c.req.header(name) ?? '', body),
          })
          return answer(c, reception)
        } catch (error) {
          if (error instanceof TooMuchAsked) {
            const headers = { 'retry-after': String(error.retryAfterSeconds), 'cache-control': 'no-store' }
            return c.text(error instanceof BudgetSpent ? error.message : TOO_MANY_WAIT, 429, headers)
          }
          log.error({ err: error, connectionId: c.req.param('connectionId').slice(0, 40) }, 'a webhook was not stored')
          return answer(c, 'failed')
        }
      },
    )
}

function answer(c: Context, reception: Reception | 'failed'): Response {
  const { status, text } = ANSWERS[reception]
  return c.text(text, status, { 'cache-control': 'no-store' })
}
