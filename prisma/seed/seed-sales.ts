import type { Db } from '#server/platform/db.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { markPaid } from '#server/sales/invoices/mark-paid.service.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { Random } from './catalogue/random.ts'
import { accountIdOf, DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'

const SEED = 16
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MONTHS = 4
const ORDERS_A_MONTH = 5
/** Below those of the demo's own Shopify. */
const FIRST_NUMBER = 501
const SURFACES = ['discover', 'product', 'product', 'search', 'wishlist'] as const
/** Nothing of all this is mailed. */
const SITE = 'http://localhost'

/** What becomes of an order, by its place; every other one is simply paid. */
const STORIES: Record<number, 'refund' | 'refund_after_invoice' | 'refund_of_all' | 'cancel' | 'utm' | 'journey'> = {
  2: 'refund',
  3: 'refund_after_invoice',
  6: 'cancel',
  8: 'journey',
  11: 'utm',
  13: 'refund_of_all',
  18: 'refund',
}

interface Step {
  at: number
  take: (at: Date) => Promise<unknown>
}

/**
 * Some months of the demo partner's sales up to now: clicks, orders, refunds, and what follows from them, entered in the order of time
 * by the very services that real ones go through. The oldest invoice is paid. Written once.
 */
export async function seedSales(db: Db, now = new Date()): Promise<void> {
  const partnerId = partnerIdOf(DEMO_PARTNER)
  if (await db.conversion.findFirst({ where: { partnerId }, select: { id: true } })) return
  const products = await db.product.findMany({
    where: { partnerId, status: 'active' },
    orderBy: { id: 'asc' },
    take: 40,
    select: {
      id: true,
      name: true,
      priceMinor: true,
      currency: true,
      productUrl: true,
      variants: { orderBy: { position: 'asc' }, take: 1, select: { sku: true } },
    },
  })
  if (!products.length) return
  const random = new Random(SEED)
  const steps: Step[] = []
  for (let month = MONTHS; month >= 0; month--) {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1)
    for (let order = 0; order < ORDERS_A_MONTH; order++) {
      const place = (MONTHS - month) * ORDERS_A_MONTH + order
      const orderedAt = start + Math.floor((order + random.next()) * 5 * DAY_MS) + 9 * HOUR_MS
      const product = products[Math.floor(random.next() * products.length)]
      if (product) steps.push(...storyOf(db, partnerId, { product, place, orderedAt, random }))
    }
    for (let week = 0; week < 4; week++)
      steps.push({ at: start + week * 7 * DAY_MS + HOUR_MS, take: (at) => confirmDue(db, at) })
    steps.push({ at: start + 2.25 * HOUR_MS, take: (at) => closeMonths(db, SITE, at) })
  }
  steps.push({ at: now.getTime() - 1, take: (at) => confirmDue(db, at) })
  for (const { at, take } of steps.toSorted((a, b) => a.at - b.at)) if (at < now.getTime()) await take(new Date(at))
  const oldest = await db.invoice.findFirst({ where: { partnerId, kind: 'invoice' }, orderBy: { month: 'asc' } })
  const admin = { userId: accountIdOf('admin@wtf.example') }
  if (oldest) {
    const ask = { db, visit: null, viewer: admin }
    await markPaid(ask, { invoiceId: oldest.id, note: 'Bank transfer' }, new Date(oldest.dueOn.getTime() - 2 * DAY_MS))
  }
  // What happened long ago is not told today.
  await db.mail.deleteMany({ where: { kind: { in: ['invoice_issued', 'credit_note_issued'] }, state: 'queued' } })
}

interface Drawn {
  product: {
    id: string
    name: string
    priceMinor: number
    currency: string
    productUrl: string | null
    variants: Array<{ sku: string | null }>
  }
  place: number
  /** ms */
  orderedAt: number
  random: Random
}

/** The click, the order and what comes after it. */
function storyOf(db: Db, partnerId: string, drawn: Drawn): Step[] {
  const { product, place, orderedAt, random } = drawn
  const story = STORIES[place]
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const clickId = `wc_${Array.from({ length: 26 }, () => letters[Math.floor(random.next() * letters.length)]).join('')}`
  const clickedAt = orderedAt - Math.floor((0.1 + random.next() * 40) * HOUR_MS)
  const order = orderOf(drawn, clickId)
  const told = (at: Date, given: Partial<StoreOrder> = {}) =>
    recordOrder(db, partnerId, { ...order, updatedAt: at.toISOString(), ...given }, at)
  const click: Step = {
    at: clickedAt,
    take: (at) =>
      db.outboundClick.create({
        data: {
          ...{ id: clickId, clickedAt: at, expiresAt: new Date(at.getTime() + 30 * DAY_MS), partnerId },
          ...{ productId: product.id, visitorId: `demo-buyer${place}`, browserFamily: 'Chrome', country: 'GB' },
          surface: SURFACES[place % SURFACES.length] ?? 'product',
          destinationUrl: product.productUrl ?? '',
          destinationHost: URL.parse(product.productUrl ?? '')?.hostname ?? '',
          ...{ priceMinor: product.priceMinor, currency: product.currency, isValid: true },
        },
      }),
  }
  const refund = (share: number) => (at: Date) => {
    const lines = (order.lines ?? []).map(({ id, quantity, priceMinor, discountMinor, includedTaxMinor }) => {
      const amountMinor = Math.floor((priceMinor * quantity - discountMinor - includedTaxMinor) * share)
      return { lineId: id, quantity: 1, amountMinor }
    })
    const told = { id: `9${order.id}`, refundedAt: at.toISOString(), lines, otherMinor: 0 }
    return recordRefund(db, partnerId, order.id, told, at)
  }
  const after: Record<NonNullable<typeof story>, Step[]> = {
    refund: [{ at: orderedAt + 12 * DAY_MS, take: refund(0.4) }],
    refund_after_invoice: [{ at: orderedAt + 72 * DAY_MS, take: refund(0.5) }],
    refund_of_all: [{ at: orderedAt + 9 * DAY_MS, take: refund(1) }],
    cancel: [{ at: orderedAt + 5 * HOUR_MS, take: (at) => told(at, { cancelledAt: at.toISOString() }) }],
    utm: [],
    journey: [
      {
        at: orderedAt + HOUR_MS,
        take: (at) =>
          told(at, { signals: [{ level: 'B', from: 'referral code', clickId, code: null, text: clickId }] }),
      },
    ],
  }
  const clicks = story === 'utm' ? [] : [click]
  return [...clicks, { at: orderedAt + 120_000, take: (at) => told(at) }, ...(story ? after[story] : [])]
}

function orderOf({ product, place, orderedAt, random }: Drawn, clickId: string): StoreOrder {
  const story = STORIES[place]
  const quantity = 1 + Math.floor(random.next() * 2)
  const taxMinor = Math.floor((product.priceMinor * quantity) / 6)
  const isUnnamed = story === 'utm' || story === 'journey'
  const utm = { level: 'U', from: 'utm', clickId: null, code: null, text: 'utm_source=WTF' } as const
  const named =
    place % 3 === 0
      ? ({ level: 'C', from: 'landing page', clickId, code: null, text: `wtf_cid=${clickId}` } as const)
      : ({ level: 'A', from: 'cart attribute', clickId, code: null, text: clickId } as const)
  return {
    source: 'shopify',
    id: String(5_400_000_000 + place),
    name: `#${FIRST_NUMBER + place}`,
    currency: product.currency,
    orderedAt: new Date(orderedAt).toISOString(),
    paidAt: new Date(orderedAt + 60_000).toISOString(),
    cancelledAt: null,
    updatedAt: new Date(orderedAt + 60_000).toISOString(),
    isTest: false,
    channel: 'web',
    customerHash: null,
    taxMinor,
    shippingMinor: 600,
    lines: [
      {
        id: String(13_000_000_000 + place),
        productId: null,
        sku: product.variants[0]?.sku ?? null,
        title: product.name,
        quantity,
        removedQuantity: 0,
        priceMinor: product.priceMinor,
        discountMinor: place % 4 === 0 ? Math.floor(product.priceMinor / 10) : 0,
        includedTaxMinor: taxMinor,
        leftOut: '',
      },
    ],
    refunds: [],
    signals: [isUnnamed ? utm : named],
  }
}
