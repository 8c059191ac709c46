import { z } from 'zod'

// The parts of a webhook's payload that are kept. Unlisted fields are dropped. Unreadable fields become null, so that a
// malformed message is still stored, and its processing fails with a reason.

const MAX_ITEMS = 1_000

const text = (most: number) => z.string().max(most).nullable().catch(null)
const flag = z.boolean().nullable().catch(null)
const integerOrNull = z.number().int().nullable().catch(null)
/** Numbers beyond JavaScript's range are complete only in `admin_graphql_api_id`. */
const id = z.number().int().positive().nullable().catch(null)
const gid = z
  .string()
  .regex(/^gid:\/\/shopify\/[A-Za-z]{1,60}\/\d{1,30}$/)
  .nullable()
  .catch(null)
const time = text(40)
const list = <T extends z.ZodType>(item: T) => z.array(item).max(MAX_ITEMS).nullable().catch(null)
const part = <T extends z.ZodRawShape>(shape: T) => z.object(shape).nullable().catch(null)

/** The amount in the shop's currency. The shopper's currency is dropped. */
const amountSet = part({ shop_money: part({ amount: text(30), currency_code: text(3) }) })
const attributes = list(part({ name: text(100), value: text(100) }))

const line = part({
  id,
  admin_graphql_api_id: gid,
  product_id: id,
  sku: text(255),
  title: text(500),
  quantity: integerOrNull,
  current_quantity: integerOrNull,
  gift_card: flag,
  // Keeps only whether there is a tip. The rest says how it was paid.
  tip: z
    .unknown()
    .transform((tip) => tip !== undefined && tip !== null)
    .optional(),
  price_set: amountSet,
  discount_allocations: list(part({ amount_set: amountSet })),
  tax_lines: list(part({ price_set: amountSet, rate: z.number().min(0).max(10).nullable().catch(null) })),
  properties: attributes,
})

export const refundPayload = z.object({
  id,
  admin_graphql_api_id: gid,
  order_id: id,
  created_at: time,
  order_adjustments: list(part({ kind: text(60), amount_set: amountSet })),
  transactions: list(part({ kind: text(60), status: text(60) })),
  refund_line_items: list(
    part({
      line_item_id: id,
      quantity: integerOrNull,
      subtotal_set: amountSet,
      total_tax_set: amountSet,
      line_item: line.optional(),
    }),
  ),
})

export const orderPayload = z.object({
  id,
  admin_graphql_api_id: gid,
  name: text(100),
  currency: text(3),
  created_at: time,
  processed_at: time,
  updated_at: time,
  cancelled_at: time,
  test: flag,
  source_name: text(100),
  financial_status: text(40),
  taxes_included: flag,
  landing_site: text(4_000),
  total_tax_set: amountSet,
  total_shipping_price_set: amountSet,
  discount_codes: list(part({ code: text(100) })),
  note_attributes: attributes,
  line_items: list(line),
  refunds: list(refundPayload.nullable().catch(null)),
  /** Our field, which replaces the buyer's email address. */
  customer_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .catch(null),
})

/** The fields with the buyer's email address. They are read only for the hash and never kept. */
export const buyerPayload = z.object({
  email: text(320),
  contact_email: text(320),
  customer: part({ email: text(320) }),
})

/**
 * Keeps only the product's id. The rest is read by API, because messages contain only the first variants of a large
 * product.
 */
export const productPayload = z.object({ id, admin_graphql_api_id: gid, updated_at: time })

export const inventoryPayload = z.object({ inventory_item_id: id, updated_at: time })

export const shopPayload = z.object({ id, myshopify_domain: text(255) })

export type OrderPayload = z.infer<typeof orderPayload>
export type RefundPayload = z.infer<typeof refundPayload>
export type LinePayload = NonNullable<NonNullable<OrderPayload['line_items']>[number]>
export type AmountSet = z.infer<typeof amountSet>
