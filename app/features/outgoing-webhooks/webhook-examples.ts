/** An example in Node.js that verifies and answers an event. */
export const VERIFY_EXAMPLE = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WTF_WEBHOOK_SECRET)

app.post('/webhooks/wtf', express.text({ type: 'application/json' }), (request, response) => {
  let event
  try {
    event = webhook.verify(request.body, request.headers)
  } catch {
    return response.sendStatus(401)
  }
  enqueueOnce(request.headers['webhook-id'], event)
  response.sendStatus(204)
})`

/** An example body of an event, as in docs/webhooks.md. */
export const EVENT_EXAMPLE = JSON.stringify(
  {
    type: 'sale.created',
    timestamp: '2026-11-27T10:15:00.000Z',
    data: {
      id: '019ad5c4-5d8e-7c11-9f5f-0a3b5c7d9e11',
      orderId: 'gid://shopify/Order/1001',
      orderName: '#1001',
      status: 'pending',
      isTest: false,
      clickId: 'wc_01KB2Q6ZP4Y8W3V1T5S7R9N0M2',
      currency: 'GBP',
      commissionableMinor: 10_000,
      refundedMinor: 0,
      netMinor: 10_000,
      commission: { amountMinor: 1_000, currency: 'GBP' },
      orderedAt: '2026-11-27T10:12:41.000Z',
      paidAt: '2026-11-27T10:12:44.000Z',
      cancelledAt: null,
      confirmedAt: null,
    },
  },
  null,
  2,
)
