import { beforeAll, expect, test } from 'vitest'
import { judgeReview } from '#server/feedback/judge-review.service.ts'
import { judgeReviewInput } from '#server/feedback/review-queue.schema.ts'
import { sendFeedback } from '#server/feedback/store-feedback.service.ts'
import { sendFeedbackInput } from '#server/feedback/store-feedback.schema.ts'
import { judgeProduct } from '#server/moderation/judge-product.service.ts'
import { EVENT_DATA } from '#server/outgoing-webhooks/event-data.schema.ts'
import { EVENT_TYPES, type EventType } from '#server/outgoing-webhooks/event-types.schema.ts'
import { createWebhook } from '#server/outgoing-webhooks/webhooks.service.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { openDispute } from '#server/sales/disputes/open-dispute.service.ts'
import { decideDispute } from '#server/sales/disputes/decide-dispute.service.ts'
import { worthShown } from '#server/sales/as-shown.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { markPaid } from '#server/sales/invoices/mark-paid.service.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import {
  createClick,
  createPartnerAsk,
  createProduct,
  createReview,
  createUser,
  createViewer,
} from '#tests/factories.ts'
import { askTwice, createAdminAsk } from '#tests/setup/office.ts'
import { minutesAfter, ORDERED, signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'

// Each event that a webhook can subscribe to is sent by the service that makes the change.

const here = useTestDatabase()
const SITE = 'https://wtf.example'
beforeAll(() => configureSecrets([Buffer.alloc(32, 7)]))

/** Creates a selling partner with a webhook for all events; `events` returns those recorded since its last call. */
async function subscriber() {
  const ask = { ...(await createPartnerAsk(here.db)), visit: createVisit({ siteUrl: SITE }) }
  const partnerId = ask.partner.id
  await here.db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: new Date('2026-01-01') },
  })
  const product = await createProduct(here.db, { partnerId, name: 'Wool coat' })
  const eventTypes = Object.keys(EVENT_TYPES) as EventType[]
  const { webhookId } = await createWebhook(ask, { url: 'https://hooks.example.com/', eventTypes })
  const events = async () => {
    const rows = await here.db.outgoingDelivery.findMany({ where: { webhookId }, orderBy: { id: 'asc' } })
    await here.db.outgoingDelivery.deleteMany({ where: { webhookId } })
    return rows.map(({ eventType, body }) => {
      const { type, data } = JSON.parse(body) as { type: EventType; data: Record<string, unknown> }
      expect(type).toBe(eventType)
      EVENT_DATA[type].parse(data)
      return { type, data }
    })
  }
  return { ask, partnerId, product, events }
}

test('webhooks are sent for sales and invoices', async () => {
  const { ask, partnerId, product, events } = await subscriber()
  const click = await createClick(here.db, product, { clickedAt: minutesAfter(ORDERED, -60) })
  const order = storeOrder({ signals: [signal({ clickId: click.id })], customerHash: 'ab'.repeat(32) })
  const { conversionId } = await recordOrder(here.db, partnerId, order, minutesAfter(ORDERED, 5))
  const sale = { id: conversionId, orderId: order.id, currency: 'GBP', clickId: click.id }
  expect(await events()).toMatchObject([
    {
      type: 'sale.created',
      data: { ...sale, status: 'pending', netMinor: 10_000, commission: { amountMinor: 1_000, currency: 'GBP' } },
    },
  ])
  // A repeated message changes nothing.
  await recordOrder(here.db, partnerId, order, minutesAfter(ORDERED, 6))
  expect(await events()).toEqual([])
  const refund = {
    id: 'refund1',
    refundedAt: minutesAfter(ORDERED, 60).toISOString(),
    otherMinor: 0,
    grossOtherMinor: 0,
    lines: [{ lineId: order.lines![0]!.id, quantity: 0, amountMinor: 2_000 }],
  }
  await recordRefund(here.db, partnerId, order.id, refund, minutesAfter(ORDERED, 60))
  expect(await events()).toMatchObject([
    {
      type: 'sale.changed',
      data: { ...sale, refundedMinor: 2_000, netMinor: 8_000, commission: { amountMinor: 800, currency: 'GBP' } },
    },
  ])
  await openDispute(ask, { saleId: conversionId!, reason: 'Our own newsletter.' }, minutesAfter(ORDERED, 90))
  expect(await events()).toMatchObject([{ type: 'sale.changed', data: { ...sale, status: 'disputed' } }])
  const { id: disputeId } = await here.db.saleDispute.findFirstOrThrow({ where: { partnerId } })
  const worth = worthShown(await here.db.conversion.findUniqueOrThrow({ where: { id: conversionId! } }))
  const decided = { disputeId, worth, outcome: 'stands', decision: 'The click is ours.' } as const
  await decideDispute(await createAdminAsk(here.db), decided, minutesAfter(ORDERED, 120))
  expect(await events()).toMatchObject([{ type: 'sale.changed', data: { ...sale, status: 'pending' } }])
  await confirmDue(here.db, new Date('2026-10-15'))
  expect(await events()).toMatchObject([
    { type: 'sale.confirmed', data: { ...sale, status: 'confirmed', confirmedAt: '2026-10-15T00:00:00.000Z' } },
  ])
  await closeMonths(here.db, SITE, new Date('2026-11-01T02:15:00Z'))
  const { id: invoiceId, number } = await here.db.invoice.findFirstOrThrow({ where: { partnerId } })
  const invoice = { id: invoiceId, number, kind: 'invoice', month: '2026-10', currency: 'GBP', netMinor: 800 }
  expect(await events()).toMatchObject([
    { type: 'invoice.issued', data: { ...invoice, status: 'open', payableMinor: 800, paidAt: null } },
  ])
  await askTwice(here.db, (admin) => markPaid(admin, { invoiceId, note: 'By transfer' }))
  expect(await events()).toMatchObject([{ type: 'invoice.paid', data: { ...invoice, status: 'paid' } }])
})

test('webhooks are sent for a product that we take down, but not for one that we restore', async () => {
  const { product, events } = await subscriber()
  const admin = { db: here.db, visit: createVisit(), viewer: await createViewer(here.db, { role: 'admin' }) }
  const { revision } = await here.db.product.findUniqueOrThrow({ where: { id: product.id } })
  const about = { productId: product.id, revision, seenTo: '' }
  await judgeProduct(admin, { ...about, to: 'taken_down', reason: 'It is a copy.' })
  expect(await events()).toMatchObject([
    { type: 'product.rejected', data: { productId: product.id, name: 'Wool coat', reason: 'It is a copy.' } },
  ])
  await judgeProduct(admin, { ...about, to: 'restored' })
  expect(await events()).toEqual([])
})

test('webhooks are sent for messages and published reviews, without data that identifies the shopper', async () => {
  const { partnerId, product, events } = await subscriber()
  const shopper = await createViewer(here.db, { fullName: 'Ada Bergström' })
  const said = { category: 'shipping', rating: '2', title: 'Late', comment: 'Call Ada at 555 0100.' }
  await sendFeedback(
    { db: here.db, visit: createVisit(), viewer: shopper },
    sendFeedbackInput.parse({ partnerId, ...said }),
  )
  const writer = await createUser(here.db, { fullName: 'Grace Hopper' })
  const review = {
    partnerId,
    productId: product.id,
    userId: writer.id,
    customerName: 'Grace Hopper',
    comment: 'As warm as it looks.',
  }
  const { id } = await createReview(here.db, review)
  expect(await here.db.outgoingDelivery.count({ where: { webhook: { partnerId } } })).toBe(1)
  const { revision } = await here.db.productReview.findUniqueOrThrow({ where: { id } })
  const admin = { db: here.db, visit: createVisit(), viewer: await createViewer(here.db, { role: 'admin' }) }
  await judgeReview(admin, judgeReviewInput.parse({ reviewId: id, revision, judgedAt: '', to: 'approved' }))
  const recorded = await events()
  expect(recorded).toMatchObject([
    { type: 'feedback.received', data: { kind: 'message', rating: 2, category: 'shipping', productId: null } },
    { type: 'feedback.received', data: { id, kind: 'review', category: null, productId: product.id } },
  ])
  const all = JSON.stringify(recorded)
  for (const word of [
    'Ada',
    'Bergström',
    'Grace',
    'Hopper',
    '555 0100',
    'Late',
    'warm',
    shopper.email,
    writer.email,
    writer.id,
  ])
    expect(all).not.toContain(word)
})
