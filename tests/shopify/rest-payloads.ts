import { amountOf, type FakeLine, type FakeOrder, type FakeProduct, type FakeRefund } from './shop-things.ts'

/** The store's data that all orders contain. */
export interface ShopFacts {
  currency: string
  taxesIncluded: boolean
  /** Basis points. */
  taxRate: number
}

const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`

const PERSON = {
  first_name: 'Ada',
  last_name: 'Byron',
  address1: '12 St James Square',
  address2: null,
  phone: '+44 20 7946 0000',
  city: 'London',
  zip: 'SW1Y 4JH',
  province: null,
  country: 'United Kingdom',
  company: null,
  latitude: 51.507,
  longitude: -0.135,
  name: 'Ada Byron',
  country_code: 'GB',
}

/** Returns an order as Shopify's webhooks send it, including the buyer, the address and the browser. */
export function orderPayload(order: FakeOrder, shop: ShopFacts): object {
  const sets = moneySets(shop.currency)
  const linesTax = order.lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0)
  const subtotal = order.lines.reduce((sum, line) => sum + grossOf(line), 0)
  const total = subtotal + order.shippingMinor + (shop.taxesIncluded ? 0 : linesTax)
  const discounts = order.lines.flatMap(({ discountsMinor }) => discountsMinor).reduce((sum, one) => sum + one, 0)
  return {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    app_id: 580111,
    browser_ip: '203.0.113.77',
    buyer_accepts_marketing: true,
    cancel_reason: order.cancelledAt ? 'customer' : null,
    cancelled_at: order.cancelledAt?.toISOString() ?? null,
    cart_token: 'c1-68b2a1',
    client_details: { browser_ip: '203.0.113.77', user_agent: 'Mozilla/5.0 (X11; Linux x86_64)' },
    confirmed: true,
    contact_email: order.email,
    created_at: order.createdAt.toISOString(),
    currency: shop.currency,
    current_subtotal_price: amountOf(subtotal),
    discount_codes: order.discountCodes.map((code) => ({ code, amount: amountOf(discounts), type: 'fixed_amount' })),
    email: order.email,
    financial_status: order.financialStatus,
    fulfillment_status: null,
    landing_site: order.landingSite,
    landing_site_ref: null,
    name: `#${order.number}`,
    note: 'Please leave it with the neighbour, Mrs Somerville.',
    note_attributes: [...order.noteAttributes, { name: 'gift message', value: 'Happy birthday, Charles' }],
    number: order.number - 1000,
    order_number: order.number,
    phone: PERSON.phone,
    presentment_currency: shop.currency,
    processed_at: order.createdAt.toISOString(),
    referring_site: 'http://127.0.0.1/',
    source_name: order.sourceName,
    tags: '',
    taxes_included: shop.taxesIncluded,
    test: order.isTest,
    total_discounts: amountOf(discounts),
    total_price: amountOf(total),
    total_price_set: sets(total),
    total_shipping_price_set: sets(order.shippingMinor),
    total_tax: amountOf(linesTax),
    total_tax_set: sets(linesTax),
    updated_at: order.updatedAt.toISOString(),
    billing_address: PERSON,
    customer: order.email === null ? null : { id: 7_000 + order.number, email: order.email, default_address: PERSON },
    line_items: order.lines.map((line) => linePayload(line, shop)),
    refunds: order.refunds.map((refund) => refundPayload(refund, order, shop)),
    shipping_address: PERSON,
    shipping_lines: [{ id: order.id + 1, title: 'Standard', price_set: sets(order.shippingMinor) }],
  }
}

const grossOf = ({ priceMinor, quantity, discountsMinor }: FakeLine) =>
  priceMinor * quantity - discountsMinor.reduce((sum, one) => sum + one, 0)

function linePayload(line: FakeLine, shop: ShopFacts): object {
  const sets = moneySets(shop.currency)
  return {
    id: line.id,
    admin_graphql_api_id: gid('LineItem', line.id),
    current_quantity: line.currentQuantity,
    discount_allocations: line.discountsMinor.map((minor, index) => ({
      amount: amountOf(minor),
      amount_set: sets(minor),
      discount_application_index: index,
    })),
    fulfillable_quantity: line.currentQuantity,
    gift_card: line.isGiftCard,
    name: line.title,
    price: amountOf(line.priceMinor),
    price_set: sets(line.priceMinor),
    product_exists: line.productId !== null,
    product_id: line.productId,
    properties: [...line.properties, { name: 'engraving', value: 'For Charles' }],
    quantity: line.quantity,
    requires_shipping: !line.isGiftCard && !line.isTip,
    sku: line.sku,
    tax_lines:
      line.taxMinor === 0
        ? []
        : [
            {
              title: 'VAT',
              rate: shop.taxRate / 10_000,
              price: amountOf(line.taxMinor),
              price_set: sets(line.taxMinor),
            },
          ],
    taxable: line.taxMinor > 0,
    ...(line.isTip ? { tip: { payment_gateway: 'bogus', payment_method: 'card' } } : {}),
    title: line.title,
    vendor: null,
  }
}

export function refundPayload(refund: FakeRefund, order: FakeOrder, shop: ShopFacts): object {
  const sets = moneySets(shop.currency)
  const adjustment = (kind: string, minor: number, place: number) => ({
    id: refund.id * 10 + place,
    order_id: order.id,
    refund_id: refund.id,
    amount: amountOf(-minor),
    amount_set: sets(-minor),
    kind,
    reason: kind === 'shipping_refund' ? 'Shipping refund' : 'Refund discrepancy',
    tax_amount: '0.00',
    tax_amount_set: sets(0),
  })
  return {
    id: refund.id,
    admin_graphql_api_id: gid('Refund', refund.id),
    created_at: refund.createdAt.toISOString(),
    note: 'Did not fit Mr Babbage',
    order_id: order.id,
    processed_at: refund.createdAt.toISOString(),
    user_id: 799407056,
    order_adjustments: [
      ...(refund.shippingMinor ? [adjustment('shipping_refund', refund.shippingMinor, 1)] : []),
      ...(refund.otherMinor ? [adjustment('refund_discrepancy', refund.otherMinor, 2)] : []),
    ],
    refund_line_items: refund.lines.map(({ line, quantity, subtotalMinor, taxMinor }, index) => ({
      id: refund.id * 100 + index,
      line_item_id: line.id,
      location_id: null,
      quantity,
      restock_type: 'return',
      // Shopify sends these two as numbers.
      subtotal: subtotalMinor / 100,
      subtotal_set: sets(subtotalMinor),
      total_tax: taxMinor / 100,
      total_tax_set: sets(taxMinor),
      line_item: linePayload(line, shop),
    })),
    transactions: [{ id: refund.id + 5, kind: 'refund', status: refund.payment, receipt: { name: 'Ada Byron' } }],
  }
}

/** Returns a product. Like Shopify, includes only the first hundred variants. */
export const productPayload = (product: FakeProduct): object => ({
  id: product.id,
  admin_graphql_api_id: gid('Product', product.id),
  body_html: product.html,
  handle: product.handle,
  product_type: product.productType,
  published_at: product.isPublished ? product.updatedAt.toISOString() : null,
  status: product.status,
  tags: product.tags.join(', '),
  title: product.title,
  updated_at: product.updatedAt.toISOString(),
  vendor: product.vendor,
  variants: product.variants.slice(0, 100).map((variant, index) => ({
    id: variant.id,
    position: index + 1,
    price: amountOf(variant.priceMinor),
    sku: variant.sku,
    inventory_item_id: variant.inventoryItemId,
    inventory_quantity: variant.quantity,
  })),
  variant_gids: product.variants.map(({ id }) => ({ admin_graphql_api_id: gid('ProductVariant', id) })),
})

const moneySets = (currency: string) => (minor: number) => {
  const money = { amount: amountOf(minor), currency_code: currency }
  return { shop_money: money, presentment_money: money }
}
