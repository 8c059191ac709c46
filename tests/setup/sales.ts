import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { Signal, StoreLine, StoreOrder } from '#server/sales/store-order.schema.ts'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'

export const STANDARD = '019ae000-0000-7000-8000-000000000001'
export const PERFORMANCE = '019ae000-0000-7000-8000-000000000002'
export const ORDERED = new Date('2026-09-10T12:00:00Z')
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
let counter = 0

/**
 * Creates a partner with a product. The partner accepted a plan long before any order. It is old, because the home page
 * starts with the newest stores.
 */
export async function createSeller(
  db: Db,
  { planId = STANDARD, ...given }: Parameters<typeof createPartner>[1] & { planId?: string } = {},
) {
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01'), ...given })
  await db.partnerAgreement.create({
    data: { partnerId: partner.id, planId, termsVersion: '2026-11-21', acceptedAt: LONG_AGO },
  })
  const product = await createProduct(db, { partnerId: partner.id })
  return {
    partner,
    product,
    click: (at = new Date(ORDERED.getTime() - 3_600_000)) => createClick(db, product, { clickedAt: at }),
  }
}

/** Creates a seller in the United Kingdom that is registered for VAT, for invoices of any day. */
export const createSellerProfile = (db: Db, given: Partial<Prisma.SellerProfileCreateInput> = {}) =>
  db.sellerProfile.create({
    data: {
      legalName: 'WTF Ltd',
      address: '1 Market Street\nLondon',
      country: 'GB',
      companyNumber: '01234567',
      vatNumber: 'GB980780684',
      iban: 'GB33BUKB20201555555555',
      bic: 'BUKBGB22',
      sortCode: '202015',
      accountNumber: '55555555',
      paymentDays: 14,
      validFrom: LONG_AGO,
      ...given,
    },
  })

export const storeLine = (given: Partial<StoreLine> = {}): StoreLine => ({
  id: `line${++counter}`,
  productId: null,
  sku: null,
  title: 'Linen dress',
  quantity: 1,
  removedQuantity: 0,
  priceMinor: 10_000,
  discountMinor: 0,
  includedTaxMinor: 0,
  leftOut: '',
  ...given,
})

/** Returns a paid order of 100 pounds, by default without attribution signals. */
export const storeOrder = (given: Partial<StoreOrder> = {}): StoreOrder => ({
  source: 'shopify',
  id: `order${++counter}`,
  name: '#1001',
  currency: 'GBP',
  orderedAt: ORDERED.toISOString(),
  paidAt: ORDERED.toISOString(),
  cancelledAt: null,
  updatedAt: ORDERED.toISOString(),
  isTest: false,
  channel: 'web',
  customerHash: null,
  taxMinor: 0,
  shippingMinor: 0,
  lines: [storeLine()],
  refunds: [],
  signals: [],
  ...given,
})

export const signal = (given: Partial<Signal> = {}): Signal => ({
  level: 'A',
  from: 'cart attribute',
  clickId: null,
  code: null,
  text: '',
  ...given,
})

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

/**
 * Creates a partner's sale that is identified only by utm parameters, with a flag, and an open invoice. All have the
 * partner's id.
 */
export async function createSaleAndInvoice(db: Db, partnerId: string): Promise<void> {
  await createSale(db, partnerId)
  const billedTo = { businessName: 'A brand', businessAddress: '', email: 'billed@example.test' }
  await db.invoice.create({ data: { ...openInvoice(partnerId), id: partnerId, billedTo } })
}

/** Returns the fields of a partner's open invoice without lines. */
export const openInvoice = (partnerId: string) =>
  ({
    partnerId,
    kind: 'invoice',
    number: `N-${partnerId}`,
    month: new Date('2026-08-01'),
    currency: 'GBP',
    issuedAt: ORDERED,
    dueOn: ORDERED,
    totalMinor: 500,
    payableMinor: 500,
    status: 'open',
    billedTo: {},
  }) as const

/** Creates a flagged sale without a match, with the partner's id. */
export async function createSale(db: Db, partnerId: string): Promise<void> {
  const id = partnerId
  const zero = { discountMinor: 0, taxMinor: 0, shippingMinor: 0, refundedMinor: 0 }
  const evidence = [{ ...signal({ level: 'U' }), verdict: 'hit', reason: '', leadsTo: null }]
  await db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: LONG_AGO },
  })
  await db.conversion.create({
    data: {
      id,
      partnerId,
      source: 'shopify',
      externalId: '1',
      orderName: '#1',
      currency: 'GBP',
      status: 'tracked',
      orderedAt: ORDERED,
      paidAt: ORDERED,
      sourceUpdatedAt: ORDERED,
      matchLevel: 'U',
      evidence,
      ...zero,
      subtotalMinor: 5_000,
      commissionableMinor: 5_000,
      netMinor: 5_000,
      lines: {
        create: {
          externalId: '1',
          title: 'Dress',
          quantity: 1,
          priceMinor: 5_000,
          netMinor: 5_000,
          place: 0,
          discountMinor: 0,
          includedTaxMinor: 0,
        },
      },
    },
  })
  await db.conversionFlag.create({
    data: { partnerId, conversionId: id, kind: 'fast_order', evidence: { seconds: 4 } },
  })
}

/** Creates a file with an order and an unreadable row. */
export async function createOrderFile(
  db: Db,
  partnerId: string,
  given: { id?: string; status?: 'read' | 'submitted' | 'failed' } = {},
) {
  const event = {
    type: 'order.paid',
    order_id: '1',
    occurred_at: ORDERED.toISOString(),
    currency: 'GBP',
    discount_codes: [],
    test: false,
    tax: '0',
    shipping: '0',
    lines: [
      { id: '1', title: 'Dress', quantity: 1, price: '50', discount: '0', included_tax: '0', kind: 'product' as const },
    ],
  }
  return db.conversionFile.create({
    data: {
      partnerId,
      fileName: 'orders.csv',
      ...given,
      orders: [{ line: 2, event }],
      problems: [{ line: 3, reason: 'price: This is no amount.' }],
    },
    select: { id: true },
  })
}
