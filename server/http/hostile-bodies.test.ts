import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { MAX_WEBHOOK_BYTES, WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createKey } from '#server/sales/conversions-api/store-keys.service.ts'
import { parseEcbFile } from '#server/sales/rates/parse-ecb-file.ts'
import { MAX_FILE_TEXT } from '#server/sales/rates/rates.schema.ts'
import { createPartner, createPartnerAsk } from '#tests/factories.ts'
import { longestTurn } from '#tests/setup/longest-turn.ts'
import { createConnection, signedMessage } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))
const MAX_BLOCK_MS = 250
beforeAll(() => configureSecrets([randomBytes(32)]))

/** Fills a body with as many repetitions as fit. */
const filled = (most: number, before: string, one: string, after: string) =>
  `${before}${Array<string>(Math.floor((most - before.length - after.length) / (one.length + 1)))
    .fill(one)
    .join(',')}${after}`
const webhook = (before: string, one: string) => filled(MAX_WEBHOOK_BYTES - 64, before, one, ']}')
const call = (before: string, one: string) => filled(256 * 1024 - 64, before, one, ']}')

test.each([
  ['empty lines', webhook('{"id":1,"line_items":[', '{}')],
  ['numbers for lines', webhook('{"id":1,"line_items":[', '0')],
  ['empty refunds', webhook('{"id":1,"refunds":[', '{"refund_line_items":[{}]}')],
  ['a NUL and a million numbers', webhook('{"a":"\\u0000","b":[', '1')],
  ['deep nesting', `{"a":"\\ud800","b":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
])('a signed webhook of 2 MB with %s does not block the event loop', async (_, body) => {
  const connection = await createConnection(database.db, (await createPartner(database.db)).id)
  const receiver = new WebhookReceiver(database.db)
  const message = signedMessage({ shop: connection.shop, topic: 'orders/create', body })
  const work = () =>
    receiver.receive({
      address: '203.0.113.1',
      connectionId: connection.id,
      body: message.body,
      shop: connection.shop,
      signature: message.headers['x-shopify-hmac-sha256'],
      topic: 'orders/create',
      webhookId: message.headers['x-shopify-webhook-id'],
      triggeredAt: message.headers['x-shopify-triggered-at'],
    })
  expect(await longestTurn(work)).toBeLessThan(MAX_BLOCK_MS)
  expect(await database.db.webhookEvent.count({ where: { connectionId: connection.id } })).toBe(1)
})

test.each([
  ['empty lines', call('{"type":"order.paid","lines":[', '{}')],
  ['numbers for codes', call('{"type":"order.paid","discount_codes":[', '0')],
  ['empty events', call('{"events":[', '{}')],
  ['lists for events', call('{"events":[', '[]')],
])('a request of 256 KB with %s is rejected without blocking the event loop', async (_, body) => {
  const ask = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  const { secret } = await createKey(ask, { name: 'Server', kind: 'bearer' })
  let status = 0
  const work = async () => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    status = (await shop.ask('/api/v1/conversions', headers, { method: 'POST', body })).status
  }
  expect(await longestTurn(work)).toBeLessThan(MAX_BLOCK_MS)
  expect(status).toBe(422)
})

test.each([
  ['unclosed day elements', '<Cube time="2026-11-23">'],
  ['an unclosed tag', '<Cube '],
  ['separators', 'Date,'],
])('an exchange rate file with %s does not block the event loop', async (_, one) => {
  const text = one.repeat(Math.floor(MAX_FILE_TEXT / one.length))
  expect(await longestTurn(async () => parseEcbFile(text))).toBeLessThan(MAX_BLOCK_MS)
})
