import { createHash, createHmac, randomBytes } from 'node:crypto'
import { payload } from './payloads.ts'

type Fields = Record<string, unknown>
export type Resource = Fields & { id: number; date_modified_gmt: string }
type Order = Resource & { refunds: Array<{ id: number }>; line_items: Line[] }
type Line = Fields & { id: number; quantity: number; total: string; total_tax: string }
type Webhook = Resource & { status: string; topic: string; delivery_url: string; secret: string; failures: number }

interface Delivery {
  webhook: Webhook
  resource: 'order' | 'product'
  id: number
}

/** Permissions of a key of the REST API. */
export type Permissions = 'read' | 'write' | 'read_write'

export interface SentMessage {
  url: string
  headers: Record<string, string>
  body: Buffer
}

/** An active webhook is disabled after this many failed deliveries in a row. */
const MAX_FAILURES = 7
const PRICES_TAX = 0.19

/**
 * A WooCommerce store that behaves like the recorded payloads and has the known pitfalls: messages contain the state at
 * delivery, nothing is sent again, delivery ids repeat within a second, and deleting a refund changes no date.
 */
export class FakeStore {
  readonly name: string
  /** The first key, 'ck_...:cs_...'. */
  readonly key: string
  readonly keys = new Map<string, Permissions>()
  /** '127.0.0.1:4700' */
  shop = ''
  currency = 'EUR'
  products = new Map<number, Resource>()
  variations = new Map<number, Resource[]>()
  orders = new Map<number, Order>()
  refunds = new Map<number, Resource[]>()
  webhooks: Webhook[] = []
  /** Messages that wait for the store's background jobs. */
  waiting: Delivery[] = []
  pings: SentMessage[] = []
  /** Answers every request with this status, if set. */
  failsWith: number | null = null
  questions = 0
  #id = 100
  #clock: number

  constructor({
    name = 'A store of tests',
    key = 'ck_of_tests:cs_of_tests',
    startsAt = Date.now(),
  }: { name?: string; key?: string; startsAt?: number } = {}) {
    this.name = name
    this.key = key
    this.keys.set(key, 'read_write')
    this.#clock = startsAt
  }

  /** 'http://127.0.0.1:4700' */
  get origin(): string {
    return `http://${this.shop}`
  }

  /** Adds a key of the REST API. */
  addKey(permissions: Permissions): string {
    const [key, secret] = [randomBytes(20), randomBytes(20)].map((bytes) => bytes.toString('hex'))
    const added = `ck_${key}:cs_${secret}`
    this.keys.set(added, permissions)
    return added
  }

  /** Advances its clock, which otherwise stands still. */
  passSeconds(seconds: number): void {
    this.#clock += seconds * 1_000
  }

  newId = (): number => ++this.#id
  gmt = (): string => new Date(this.#clock).toISOString().slice(0, 19)

  // ---- Products ----

  addProduct(fields: Fields = {}, variations: Fields[] = []): Resource {
    const id = this.newId()
    const template = payload(variations.length ? 'product-variable' : 'product-simple') as Fields
    const name = String(fields['name'] ?? `Product ${id}`)
    const slug = name.toLowerCase().replaceAll(/\W+/g, '-')
    const product = {
      ...template,
      name,
      slug,
      permalink: `${this.origin}/product/${slug}/`,
      sku: `SKU-${id}`,
      images: [],
      ...fields,
      id,
      date_modified_gmt: this.gmt(),
    }
    this.products.set(id, product)
    const [of] = payload('product-variations') as Fields[]
    const made = variations.map((each) => ({
      ...of,
      sku: '',
      ...each,
      id: this.newId(),
      parent_id: id,
      date_modified_gmt: this.gmt(),
    }))
    this.variations.set(id, made)
    this.#tell('product.created', 'product', id)
    return product
  }

  changeProduct(id: number, fields: Fields): void {
    const product = this.products.get(id)
    if (!product) throw new Error(`There is no product ${id}.`)
    this.products.set(id, { ...product, ...fields, id, date_modified_gmt: this.gmt() })
    this.#tell('product.updated', 'product', id)
  }

  deleteProduct(id: number): void {
    this.#tell('product.deleted', 'product', id)
    this.products.delete(id)
  }

  // ---- Orders ----

  /** @param given amounts in minor units without tax; prices include it */
  order(lines: Array<{ productId: number; quantity: number; netMinor: number }>, fields: Fields = {}): Order {
    const id = this.newId()
    const template = payload('order-from-checkout') as Fields & { line_items: Fields[] }
    const line_items = lines.map(({ productId, quantity, netMinor }) => {
      const [total, total_tax] = [text(netMinor), text(Math.round(netMinor * PRICES_TAX))]
      return {
        ...template.line_items[0],
        id: this.newId(),
        name: `Product ${productId}`,
        product_id: productId,
        variation_id: 0,
        quantity,
        subtotal: total,
        subtotal_tax: total_tax,
        total,
        total_tax,
        sku: '',
      }
    })
    const order = {
      ...template,
      number: String(id),
      status: 'processing',
      currency: this.currency,
      meta_data: [],
      refunds: [],
      date_created_gmt: this.gmt(),
      date_paid_gmt: this.gmt(),
      ...fields,
      id,
      line_items,
      date_modified_gmt: this.gmt(),
    }
    this.orders.set(id, order)
    this.refunds.set(id, [])
    this.#tell('order.created', 'order', id)
    return order
  }

  changeOrder(id: number, fields: Fields): void {
    const order = this.#orderOf(id)
    this.orders.set(id, { ...order, ...fields, id, date_modified_gmt: this.gmt() })
    this.#tell('order.updated', 'order', id)
  }

  /** Refunds units of a line, or an amount without lines. The order's total stays. */
  refund(orderId: number, given: { lineId: number; quantity: number } | { amountMinor: number }): number {
    const order = this.#orderOf(orderId)
    const template = payload('refund') as Fields & { line_items: Fields[] }
    const id = this.newId()
    const common = {
      ...template,
      id,
      date_created_gmt: this.gmt(),
      line_items: [] as Fields[],
      shipping_lines: [],
      fee_lines: [],
    }
    const refund =
      'amountMinor' in given
        ? { ...common, amount: text(given.amountMinor) }
        : { ...common, ...this.#refundedLine(order, given, template.line_items[0] ?? {}) }
    this.refunds.set(orderId, [...(this.refunds.get(orderId) ?? []), refund as unknown as Resource])
    this.#nameRefunds(orderId)
    this.changeOrder(orderId, {})
    return id
  }

  #refundedLine(order: Order, { lineId, quantity }: { lineId: number; quantity: number }, template: Fields) {
    const line = order.line_items.find((each) => each.id === lineId)
    if (!line) throw new Error(`There is no line ${lineId}.`)
    const share = (amount: string) => Math.floor((minor(amount) * quantity) / line.quantity)
    const [total, tax] = [share(line.total), share(line.total_tax)]
    const meta_data = [{ id: 1, key: '_refunded_item_id', value: String(lineId) }]
    return {
      amount: text(total + tax),
      line_items: [
        { ...template, id: this.newId(), quantity: -quantity, total: text(-total), total_tax: text(-tax), meta_data },
      ],
    }
  }

  /** Deletes a refund. Changes no date and sends no message. */
  deleteRefund(orderId: number, refundId: number): void {
    this.refunds.set(
      orderId,
      (this.refunds.get(orderId) ?? []).filter(({ id }) => id !== refundId),
    )
    this.#nameRefunds(orderId)
  }

  #nameRefunds(orderId: number): void {
    const refunds = (this.refunds.get(orderId) ?? []).map((each) => ({
      id: each.id,
      reason: '',
      total: `-${String(each['amount'])}`,
    }))
    this.orders.set(orderId, { ...this.#orderOf(orderId), refunds })
  }

  #orderOf(id: number): Order {
    const order = this.orders.get(id)
    if (!order) throw new Error(`There is no order ${id}.`)
    return order
  }

  // ---- Webhooks ----

  saveWebhook(id: number | null, given: Fields): Webhook {
    const there = this.webhooks.find((each) => each.id === id)
    const saved = {
      ...(payload('webhook-resource') as Fields),
      ...there,
      ...given,
      id: there?.id ?? this.newId(),
      date_modified_gmt: this.gmt(),
      failures: 0,
    } as Webhook
    this.webhooks = [...this.webhooks.filter((each) => each.id !== saved.id), saved]
    if (!there)
      this.pings.push({
        url: saved.delivery_url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '14' },
        body: Buffer.from(`webhook_id=${saved.id}`),
      })
    return saved
  }

  deleteWebhook(id: number): boolean {
    const before = this.webhooks.length
    this.webhooks = this.webhooks.filter((each) => each.id !== id)
    return this.webhooks.length < before
  }

  #tell(topic: string, resource: Delivery['resource'], id: number): void {
    for (const webhook of this.webhooks)
      if (webhook.status === 'active' && webhook.topic === topic) this.waiting.push({ webhook, resource, id })
  }

  /** Builds the message of a waiting delivery, with the current state. */
  messageOf({ webhook, resource, id }: Delivery): SentMessage {
    const state = (resource === 'order' ? this.orders.get(id) : this.products.get(id)) ?? { id }
    const body = Buffer.from(JSON.stringify(state))
    const second = Math.floor(this.#clock / 1_000)
    return {
      url: webhook.delivery_url,
      body,
      headers: {
        'content-type': 'application/json',
        'x-wc-webhook-source': `${this.origin}/`,
        'x-wc-webhook-topic': webhook.topic,
        'x-wc-webhook-resource': resource,
        'x-wc-webhook-event': webhook.topic.split('.')[1] ?? '',
        'x-wc-webhook-signature': createHmac('sha256', webhook.secret).update(body).digest('base64'),
        'x-wc-webhook-id': String(webhook.id),
        'x-wc-webhook-delivery-id': createHash('md5').update(`${webhook.id}${second}`).digest('hex'),
      },
    }
  }

  /**
   * Sends all waiting messages once.
   * @param send returns the status
   */
  async deliver(send: (message: SentMessage) => Promise<number>): Promise<void> {
    for (const delivery of this.waiting.splice(0)) {
      const { webhook } = delivery
      if (webhook.status !== 'active') continue
      const status = await send(this.messageOf(delivery))
      webhook.failures = status >= 200 && status < 300 ? 0 : webhook.failures + 1
      if (webhook.failures >= MAX_FAILURES) webhook.status = 'disabled'
    }
  }
}

const text = (minorUnits: number): string => (minorUnits / 100).toFixed(2)
const minor = (amount: string): number => Math.round(Number(amount) * 100)
