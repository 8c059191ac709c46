import type { Db } from '#server/platform/db.ts'
import type { Signal, StoreLine, StoreOrder } from '#server/sales/store-order.schema.ts'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'

export const STANDARD = '019ae000-0000-7000-8000-000000000001'
export const PERFORMANCE = '019ae000-0000-7000-8000-000000000002'
export const ORDERED = new Date('2026-09-10T12:00:00Z')
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
let counter = 0

/** A partner that has accepted a plan, long before any order, with a product. */
export async function createSeller(
  db: Db,
  { planId = STANDARD, ...given }: Parameters<typeof createPartner>[1] & { planId?: string } = {},
) {
  const partner = await createPartner(db, given)
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

/** A paid order of 100 pounds without signals, unless told otherwise. */
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
