import { encodeTime } from 'ulid'
import type { Db } from '#server/platform/db.ts'
import { DEVICE_CLASSES } from '#server/platform/device-class.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/durations.values.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { recordPastPayment } from '#server/sales/invoices/mark-paid.service.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { Random } from './catalogue/random.ts'
import { accountIdOf, DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'

const SEED = 16
/** Months before the current one, so that last month and last year can be compared. */
const MONTHS = 13
const FIRST_MONTHS_ORDERS = 5
/** Additional orders per month, and extra ones in the last two months of a year. */
const GROWTH = 0.6
const SEASON = 3
/** The share of orders by returning buyers. */
const REGULARS = 0.3
/** The number of latest invoices that are still unpaid. */
const UNPAID = 2
const FIRST_NUMBER = 501
/** The standard plan's lock period. */
const LOCK_DAYS = 30
const SURFACES = ['discover', 'product', 'product', 'search', 'wishlist'] as const
/** A placeholder, because these sales send no emails. */
const SITE = 'http://localhost'

type Story = 'refund' | 'refund_after_invoice' | 'refund_of_all' | 'cancel' | 'expired'

/** The outcome of some orders, by their position from the latest full month back; all others are simply paid. */
const STORIES: Record<number, Story> = {
  2: 'refund',
  4: 'expired',
  9: 'cancel',
  22: 'refund_of_all',
  31: 'refund',
  40: 'cancel',
  48: 'refund_after_invoice',
  70: 'refund',
  95: 'cancel',
}

interface Step {
  at: number
  take: (at: Date) => Promise<unknown>
}

/**
 * Creates a year of the demo partner's sales up to now: clicks, orders, refunds and their consequences, entered in time
 * order by the same services as real ones. All invoices except the latest are paid. Runs once.
 */
export async function seedSales(db: Db, now = new Date()): Promise<void> {
  const partnerId = partnerIdOf(DEMO_PARTNER)
  if (await db.conversion.findFirst({ where: { partnerId }, select: { id: true } })) return
  await seedSeller(db, partnerId)
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
  const customerOf = emailHasher(await appSecret(db, 'customer-hash'))
  const times = orderTimes(now, random)
  const wholeMonths = times.filter((at) => at < Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).length
  let customers = 0
  const steps = times.flatMap((orderedAt, place) => {
    const isRegular = customers > 0 && random.next() < REGULARS
    const customer = isRegular ? Math.floor(random.next() * customers) : customers++
    // A few products sell most.
    const some = Array.from(
      { length: random.next() < 0.25 ? 2 : 1 },
      () => products[Math.floor(random.next() ** 2 * products.length)],
    )
    const story = STORIES[wholeMonths - 1 - place]
    const customerHash = customerOf(`buyer${customer}@mail.example`)
    return storyOf(db, partnerId, {
      products: some.flatMap((product) => product ?? []),
      place,
      orderedAt,
      random,
      story,
      customerHash,
    })
  })
  for (let month = MONTHS; month >= 0; month--) {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1)
    steps.push({ at: start + 2.25 * HOUR_MS, take: (at) => closeMonths(db, SITE, at) })
  }
  // Confirm each sale when its lock period ends, like the hourly job.
  for (const at of times) steps.push({ at: at + LOCK_DAYS * DAY_MS + HOUR_MS, take: (at) => confirmDue(db, at) })
  steps.push({ at: now.getTime() - 1, take: (at) => confirmDue(db, at) })
  for (const { at, take } of steps.toSorted((a, b) => a.at - b.at)) if (at < now.getTime()) await take(new Date(at))
  const invoices = await db.invoice.findMany({ where: { partnerId, kind: 'invoice' }, orderBy: { month: 'asc' } })
  const paidById = accountIdOf('admin@wtf.example')
  for (const { id, dueOn } of invoices.slice(0, -UNPAID))
    await recordPastPayment(
      db,
      { invoiceId: id, note: 'Bank transfer', paidById },
      new Date(dueOn.getTime() - 2 * DAY_MS),
    )
  // Do not send emails about old events.
  await db.mail.deleteMany({ where: { kind: { in: ['invoice_issued', 'credit_note_issued'] }, state: 'queued' } })
}

/** Creates the seller on the demo's invoices, with HMRC's example VAT number and the banks' example account. */
async function seedSeller(db: Db, partnerId: string): Promise<void> {
  await db.sellerProfile.create({
    data: {
      legalName: 'WTF Marketplace Ltd',
      address: '1 Example Street\nLondon E1 1AA',
      country: 'GB',
      companyNumber: '00000000',
      vatNumber: 'GB999999973',
      validFrom: new Date('2020-01-01'),
      paymentDays: 14,
      iban: 'GB33BUKB20201555555555',
      bic: 'BUKBGB22',
      sortCode: '202015',
      accountNumber: '55555555',
    },
  })
  const { businessName, businessAddress } = await db.partner.findUniqueOrThrow({ where: { id: partnerId } })
  const address = businessAddress || '2 Example Street\nYork YO1 1AA'
  await db.billingProfile.create({
    data: { partnerId, legalName: `${businessName} Ltd`, address, country: 'GB', vatNumber: '', purchaseOrder: '' },
  })
}

/** Returns the times of orders, in ms: more each month, and mostly in the evening. */
function orderTimes(now: Date, random: Random): number[] {
  const times: number[] = []
  for (let month = MONTHS; month >= 0; month--) {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1))
    const days = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
    const orders =
      Math.round(FIRST_MONTHS_ORDERS + (MONTHS - month) * GROWTH) + (start.getUTCMonth() >= 10 ? SEASON : 0)
    for (let order = 0; order < orders; order++) {
      const day = Math.floor(((order + random.next()) / orders) * days)
      const hour = 7 + 15 * Math.sqrt(random.next())
      times.push(start.getTime() + day * DAY_MS + Math.floor(hour * HOUR_MS))
    }
  }
  return times.filter((at) => at < now.getTime()).toSorted((a, b) => a - b)
}

interface Drawn {
  /** One or two products. */
  products: Array<{
    id: string
    name: string
    priceMinor: number
    currency: string
    productUrl: string | null
    variants: Array<{ sku: string | null }>
  }>
  place: number
  /** In ms. */
  orderedAt: number
  random: Random
  story: Story | undefined
  customerHash: string
}

/** Returns the click, the order and the later events. */
function storyOf(db: Db, partnerId: string, drawn: Drawn): Step[] {
  const { products, place, orderedAt, random, story } = drawn
  const [product] = products
  if (!product) return []
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const drawnLetters = Array.from({ length: 26 }, () => letters[Math.floor(random.next() * letters.length)])
  const ago = (0.1 + random.next() * 40) * HOUR_MS + (story === 'expired' ? 31 * DAY_MS : 0)
  const clickedAt = orderedAt - Math.floor(ago)
  const clickId = `wc_${encodeTime(clickedAt, 10)}${drawnLetters.slice(10).join('')}`
  const order = orderOf(drawn, clickId)
  const told = (at: Date, given: Partial<StoreOrder> = {}) =>
    recordOrder(db, partnerId, { ...order, updatedAt: at.toISOString(), ...given }, at)
  const click: Step = {
    at: clickedAt,
    take: (at) =>
      db.outboundClick.create({
        data: {
          id: clickId,
          clickedAt: at,
          expiresAt: new Date(at.getTime() + 30 * DAY_MS),
          partnerId,
          productId: product.id,
          visitorId: `demo-buyer${place}`,
          browserFamily: 'Chrome',
          country: 'GB',
          device: DEVICE_CLASSES[place % DEVICE_CLASSES.length] ?? '',
          surface: SURFACES[place % SURFACES.length] ?? 'product',
          destinationUrl: product.productUrl ?? '',
          destinationHost: URL.parse(product.productUrl ?? '')?.hostname ?? '',
          priceMinor: product.priceMinor,
          currency: product.currency,
          isValid: true,
        },
        select: { id: true },
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
  const after: Record<Story, Step[]> = {
    refund: [{ at: orderedAt + 12 * DAY_MS, take: refund(0.4) }],
    refund_after_invoice: [{ at: orderedAt + 72 * DAY_MS, take: refund(0.5) }],
    refund_of_all: [{ at: orderedAt + 9 * DAY_MS, take: refund(1) }],
    cancel: [{ at: orderedAt + 5 * HOUR_MS, take: (at) => told(at, { cancelledAt: at.toISOString() }) }],
    expired: [],
  }
  return [click, { at: orderedAt + 120_000, take: (at) => told(at) }, ...(story ? after[story] : [])]
}

function orderOf({ products, place, orderedAt, random, customerHash }: Drawn, clickId: string): StoreOrder {
  const lines = products.map((product, line) => {
    const quantity = random.next() < 0.2 ? 2 : 1
    return {
      id: String(line + 1),
      productId: null,
      sku: product.variants[0]?.sku ?? null,
      title: product.name,
      quantity,
      removedQuantity: 0,
      priceMinor: product.priceMinor,
      discountMinor: place % 4 === 0 ? Math.floor(product.priceMinor / 10) : 0,
      includedTaxMinor: Math.floor((product.priceMinor * quantity) / 6),
      leftOut: '' as const,
    }
  })
  return {
    // The demo's stores report their orders like this.
    source: 'api',
    id: `OD-${FIRST_NUMBER + place}`,
    name: `OD-${FIRST_NUMBER + place}`,
    currency: products[0]?.currency ?? 'GBP',
    orderedAt: new Date(orderedAt).toISOString(),
    paidAt: new Date(orderedAt + 60_000).toISOString(),
    cancelledAt: null,
    updatedAt: new Date(orderedAt + 60_000).toISOString(),
    isTest: false,
    channel: 'web',
    customerHash,
    taxMinor: lines.reduce((sum, { includedTaxMinor }) => sum + includedTaxMinor, 0),
    shippingMinor: 600,
    lines,
    refunds: [],
    signals: [{ level: 'A', from: 'conversions API', clickId, code: null, text: clickId }],
  }
}
