import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import { orderInWebhook, redactShopifyWebhook, refundOf } from '#server/shopify/webhook-payloads.ts'
import { createSeller } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'

interface Message {
  topic: string
  body: { id: number; order_id?: number }
}

const database = useTestDatabase()
const NOW = new Date('2026-11-27T12:00:00Z')

async function messagesOf(name: string, clickId: string): Promise<Message[]> {
  const text = await fs.readFile(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
  return JSON.parse(text.replaceAll('CLICK', clickId)) as Message[]
}

/** Receives and processes messages. Returns net and status of the message's order after each. */
async function netAfterEach(name: string, order: (messages: Message[]) => Message[] = (all) => all) {
  const { partner, click } = await createSeller(database.db, { currency: 'EUR' })
  const clicked = await click(new Date('2026-11-20T08:00:00Z'))
  const found: Array<[number, string]> = []
  for (const { topic, body } of order(await messagesOf(name, clicked.id))) {
    const payload: unknown = JSON.parse(JSON.stringify(redactShopifyWebhook(topic, body, () => 'a'.repeat(64))))
    if (topic === 'orders/create') await recordOrder(database.db, partner.id, orderInWebhook(payload), NOW)
    else {
      const { orderId, refund } = refundOf(payload)
      await recordRefund(database.db, partner.id, orderId, refund, NOW)
    }
    const sale = await database.db.conversion.findFirst({
      where: { partnerId: partner.id, externalId: String(body.order_id ?? body.id) },
    })
    if (sale) found.push([Number(sale.netMinor), sale.status])
  }
  return found
}

test('ignores a refund while it is pending, and still counts other refunds of the order', async () => {
  expect(await netAfterEach('23-refund-pending.json')).toEqual([
    [35_000, 'pending'],
    [35_000, 'pending'],
    [27_000, 'pending'],
  ])
  const swapped = await netAfterEach('23-refund-pending.json', ([order, one, other]) => [order!, other!, one!])
  expect(swapped.map(([net]) => net)).toEqual([35_000, 27_000, 27_000])
  const before = await netAfterEach('23-refund-pending.json', ([order, one, other]) => [other!, one!, order!])
  expect(before).toEqual([[27_000, 'pending']])
})

test('excludes tax from refund adjustments if prices include tax', async () => {
  const expected = [10_000, 8_000, 8_000, 2_000, 5_000, 4_000]
  expect((await netAfterEach('24-refund-tax-in-prices.json')).map(([net]) => net)).toEqual(expected)
  const reversed = await netAfterEach('24-refund-tax-in-prices.json', (all) => all.toReversed())
  expect(reversed.map(([net]) => net)).toEqual([4_000, 2_000, 8_000])
})
