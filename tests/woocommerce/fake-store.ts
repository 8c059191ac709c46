import { createHmac, randomUUID } from 'node:crypto'
import { minorOf, textOf } from './amounts.ts'
import { payload } from './payloads.ts'
import { StoreProducts } from './store-products.ts'
import type { Fields, Resource } from './store-webhooks.ts'

export type Order = Resource & { refunds: Array<{ id: number }>; line_items: Line[] }
type Line = Fields & { id: number; quantity: number; total: string; total_tax: string }

const PERMISSIONS = ['read', 'write', 'read_write'] as const
/** Permissions of a key of the REST API. */
export type Permissions = (typeof PERMISSIONS)[number]

interface StoreOptions {
  name?: string
  key?: string
  currency?: string
  taxRate?: number
  startsAt?: number | null
  keySeed?: string
}

/** An order line. Its amounts are in minor units without tax. The other fields are those of REST v3. */
type OrderLine = Fields & { productId: number; quantity: number; netMinor: number; taxMinor?: number }

/**
 * A WooCommerce store that behaves like the recorded payloads, with the known pitfalls. Messages contain the state at
 * delivery, and are never sent again. Delivery ids repeat within a second. Deleting a refund changes no date.
 */
export class FakeStore extends StoreProducts {
  readonly name: string
  /** The first key, 'ck_...:cs_...'. */
  readonly key: string
  readonly keys = new Map<string, Permissions>()
  /** '127.0.0.1:4700/folder' */
  shop = ''
  currency: string
  /** True if a plugin hides the index of the REST API from visitors. */
  hidesIndex = false
  /** The tax in percent, which all prices include. */
  readonly taxRate: number
  orders = new Map<number, Order>()
  refunds = new Map<number, Resource[]>()
  /** True if messages wait until they are sent by hand. */
  holdsMessages = false
  /** True if our plugin is installed. It keeps the click, and writes it into the order. */
  hasPlugin = false
  /** The status of all API responses, if the API fails. */
  failsWith: number | null = null
  /** A webhook that cannot be changed or deleted. */
  keepsSecretOf: number | null = null
  questions = 0
  /** Called before each answer, with the method and the path below wp-json. A status is the answer. */
  onQuestion: ((question: string) => Promise<number | null> | number | null) | null = null
  readonly #keySeed: string

  /** @param given.keySeed gives the same keys after a restart */
  constructor({
    name = 'A store of tests',
    key = 'ck_of_tests:cs_of_tests',
    currency = 'EUR',
    taxRate = 19,
    startsAt = Date.now(),
    keySeed,
  }: StoreOptions = {}) {
    super(startsAt)
    this.name = name
    this.key = key
    this.keys.set(key, 'read_write')
    this.currency = currency
    this.taxRate = taxRate
    this.#keySeed = keySeed ?? randomUUID()
    if (keySeed !== undefined) for (const permissions of PERMISSIONS) this.addKey(permissions)
  }

  /** 'http://127.0.0.1:4700/folder' */
  get origin(): string {
    return `http://${this.shop}`
  }

  /** Adds a key of the REST API. */
  addKey(permissions: Permissions): string {
    const part = (name: string) => createHmac('sha1', this.#keySeed).update(`${permissions} ${name}`).digest('hex')
    const added = `ck_${part('key')}:cs_${part('secret')}`
    this.keys.set(added, permissions)
    return added
  }

  // ---- Orders ----

  /** @param lines with amounts in minor units without tax */
  order(lines: OrderLine[], fields: Fields = {}): Order {
    const id = this.newId()
    const template = payload('order-from-checkout') as Fields & { line_items: Fields[] }
    const line_items = lines.map(({ productId, quantity, netMinor, taxMinor, ...more }) => {
      const [total, total_tax] = [textOf(netMinor), textOf(taxMinor ?? Math.round((netMinor * this.taxRate) / 100))]
      return {
        ...template.line_items[0],
        id: this.newId(),
        name: String(this.products.get(productId)?.['name'] ?? `Product ${productId}`),
        product_id: productId,
        variation_id: 0,
        quantity,
        subtotal: total,
        subtotal_tax: total_tax,
        total,
        total_tax,
        sku: '',
        ...more,
      }
    })
    const taxMinor = line_items.reduce((sum, line) => sum + minorOf(line.total_tax), 0)
    const linesMinor = line_items.reduce((sum, line) => sum + minorOf(line.total), taxMinor)
    const shippingTaxMinor = minorOf(template['shipping_tax'])
    const order = {
      ...template,
      number: String(id),
      status: 'processing',
      currency: this.currency,
      cart_tax: textOf(taxMinor),
      total_tax: textOf(taxMinor + shippingTaxMinor),
      total: textOf(linesMinor + minorOf(template['shipping_total']) + shippingTaxMinor),
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
    // The block checkout changes an order before its creation is reported.
    this.tell('order.updated', 'order', id)
    this.tell('order.created', 'order', id)
    return order
  }

  changeOrder(id: number, fields: Fields, topic = 'order.updated'): void {
    const order = this.#orderOf(id)
    this.orders.set(id, { ...order, ...fields, id, date_modified_gmt: this.gmt() })
    this.tell(topic, 'order', id)
  }

  /** Changes the status as the admin does. Paid orders get a payment time, and refunded ones a refund of the rest. */
  setStatus(id: number, status: string): void {
    const { date_paid_gmt: paidAt, date_completed_gmt: completedAt } = this.#orderOf(id)
    const isDone = status === 'completed'
    this.changeOrder(id, {
      status,
      date_paid_gmt: paidAt ?? (isDone || status === 'processing' ? this.gmt() : null),
      date_completed_gmt: isDone ? this.gmt() : completedAt,
    })
    const amountMinor = this.#leftMinor(id)
    if (status === 'refunded' && amountMinor > 0) this.refund(id, { amountMinor })
  }

  /** Moves an order to the trash, which the API lists only on request. */
  trashOrder(id: number): void {
    this.changeOrder(id, { status: 'trash' }, 'order.deleted')
  }

  restoreOrder(id: number): void {
    this.changeOrder(id, { status: 'processing' }, 'order.restored')
    this.tell('order.updated', 'order', id)
  }

  /** Refunds units of a line, or an amount. The order's total does not change. The status shows a full refund. */
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
        ? { ...common, amount: textOf(given.amountMinor) }
        : { ...common, ...this.#refundedLine(order, given, template.line_items[0] ?? {}) }
    this.refunds.set(orderId, [...(this.refunds.get(orderId) ?? []), refund as unknown as Resource])
    this.#nameRefunds(orderId)
    this.changeOrder(orderId, this.#leftMinor(orderId) > 0 ? {} : { status: 'refunded' })
    return id
  }

  #leftMinor(orderId: number): number {
    const back = (this.refunds.get(orderId) ?? []).reduce((sum, { amount }) => sum + minorOf(amount), 0)
    return minorOf(this.#orderOf(orderId)['total']) - back
  }

  #refundedLine(order: Order, { lineId, quantity }: { lineId: number; quantity: number }, template: Fields) {
    const line = order.line_items.find((each) => each.id === lineId)
    if (!line) throw new Error(`There is no line ${lineId}.`)
    const share = (amount: string) => Math.floor((minorOf(amount) * quantity) / line.quantity)
    const [total, tax] = [share(line.total), share(line.total_tax)]
    const meta_data = [{ id: 1, key: '_refunded_item_id', value: String(lineId) }]
    return {
      amount: textOf(total + tax),
      line_items: [
        {
          ...template,
          id: this.newId(),
          quantity: -quantity,
          total: textOf(-total),
          total_tax: textOf(-tax),
          meta_data,
        },
      ],
    }
  }

  /** Returns the number of units of a line that were not refunded. */
  unitsLeft(orderId: number, lineId: number): number {
    const named = (this.refunds.get(orderId) ?? []).flatMap((refund) => refund['line_items'] as Line[])
    const isOfLine = ({ meta_data: meta }: Line) => (meta as Array<{ value: string }>)[0]?.value === String(lineId)
    const line = this.#orderOf(orderId).line_items.find(({ id }) => id === lineId)
    return named.filter(isOfLine).reduce((sum, { quantity }) => sum + quantity, line?.quantity ?? 0)
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

  protected stateOf(resource: 'order' | 'product', id: number): object | undefined {
    if (resource === 'order') return this.orders.get(id)
    return this.shownProduct(id)
  }
}
