import { randomUUID } from 'node:crypto'
import { API_VERSION } from '#server/shopify/admin-api.ts'
import { BulkOperations } from './bulk-operations.ts'
import { orderPayload, productPayload, refundPayload, type ShopFacts } from './rest-payloads.ts'
import type { FakeLine, FakeOrder, FakeProduct, FakeRefund, FakeVisit, GivenProduct, Purchase } from './shop-things.ts'
import { MAX_TRIES, newDelivery, post, type Delivery } from './webhook-post.ts'

export interface ShopOptions {
  /** 'name.myshopify.com' */
  shop: string
  name?: string
  /** A token that never expires, as in older custom apps. Without one, only client credentials work. */
  token?: string
  apiSecret: string
  clientId?: string
  products?: readonly GivenProduct[]
  currency?: string
  taxesIncluded?: boolean
  /** Basis points; 2,000 by default. */
  taxRate?: number
  scopes?: readonly string[]
  /** Adds the click id of the landing address to the cart, like the theme snippet. */
  hasSnippet?: boolean
  /** Holds messages until `sendWaiting`, instead of sending them at once. */
  holdsMessages?: boolean
  /** Points of the API's bucket, and points restored per second. */
  budget?: { maximum: number; restoreRate: number }
  /**
   * The first delay before a failed message is sent again, in ms. Each further delay is longer. Null: only
   * `sendWaiting` sends it.
   */
  retryAfterMs?: number | null
  now?: () => Date
}

interface Issued {
  token: string
  /** Null for never. */
  expiresAt: number | null
}

const TOKEN_SECONDS = 86_399
const ALL_SCOPES = ['read_products', 'read_inventory', 'read_orders']
const USUAL_DISCREPANCY = 'REFUND_DISCREPANCY'

/** A simulated shop with its products, orders and messages. It can simulate everything that may go wrong with them. */
export class FakeShop implements ShopFacts {
  readonly shop: string
  readonly name: string
  readonly shopId = 548_380_009
  readonly apiSecret: string
  readonly clientId: string | null
  currency: string
  readonly taxesIncluded: boolean
  readonly taxRate: number
  readonly budget: { maximum: number; restoreRate: number; available: number; at: number }
  readonly bulk: BulkOperations
  /** The storefront's address: 'http://127.0.0.1:4700/name.myshopify.com'. Set once it is served. */
  origin = ''
  primaryHost: string
  scopes: string[]
  hasSnippet: boolean
  holdsMessages: boolean
  isInstalled = true
  /** True if apps get no email addresses of buyers, as on small Shopify plans. */
  hidesBuyers = false
  /** The Retry-After value of a 429. */
  retryAfterSeconds = 1
  /** How far its clock is ahead of ours, in ms. */
  aheadMs = 0
  /** The number and kind of errors for the next API requests. */
  refusing: { kind: '429' | 'THROTTLED' | '500'; left: number } | null = null
  answersAfterMs = 0
  /** The number of API requests. */
  questions = 0
  products: FakeProduct[] = []
  orders: FakeOrder[] = []
  subscriptions: Array<{ id: string; topic: string; uri: string }> = []
  deliveries: Delivery[] = []
  readonly #issued: Issued[] = []
  readonly #now: () => Date
  readonly #retryAfterMs: number | null
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #sending = new Set<Promise<void>>()
  #lastId = 8_000_000_000
  #firstNumber = 1_001

  constructor(options: ShopOptions) {
    const { shop, token, budget = { maximum: 2_000, restoreRate: 100 } } = options
    this.shop = shop
    this.name = options.name ?? shop.replace(/\.myshopify\.com$/, '')
    this.apiSecret = options.apiSecret
    this.clientId = options.clientId ?? null
    this.currency = options.currency ?? 'GBP'
    this.taxesIncluded = options.taxesIncluded ?? true
    this.taxRate = options.taxRate ?? 2_000
    this.primaryHost = shop
    this.scopes = [...(options.scopes ?? ALL_SCOPES)]
    this.hasSnippet = options.hasSnippet ?? false
    this.holdsMessages = options.holdsMessages ?? false
    this.budget = { ...budget, available: budget.maximum, at: Date.now() }
    this.#now = options.now ?? (() => new Date())
    this.#retryAfterMs = options.retryAfterMs ?? null
    this.bulk = new BulkOperations(this)
    if (token !== undefined) this.#issued.push({ token, expiresAt: null })
    for (const product of options.products ?? []) this.products.push(this.#newProduct(product))
  }

  /** Returns the time of the shop's clock. */
  now(): Date {
    return new Date(this.#now().getTime() + this.aheadMs)
  }

  newId(): number {
    return ++this.#lastId
  }

  /** Skips ids and order numbers that an earlier run already uses. */
  skipIds({ ids, numbers }: { ids: number; numbers: number }): void {
    this.#lastId += ids
    this.#firstNumber += numbers
  }

  // ---- Access ----

  accepts(token: string | undefined): boolean {
    const known = this.#issued.find((one) => one.token === token)
    return this.isInstalled && known !== undefined && (known.expiresAt === null || known.expiresAt > Date.now())
  }

  /** Responds like the token endpoint, with null for a wrong id or secret. */
  grant(clientId: unknown, clientSecret: unknown): { access_token: string; scope: string; expires_in: number } | null {
    if (!this.isInstalled || this.clientId === null || clientId !== this.clientId || clientSecret !== this.apiSecret)
      return null
    const token = `shpat_${randomUUID().replaceAll('-', '')}`
    this.#issued.push({ token, expiresAt: Date.now() + TOKEN_SECONDS * 1_000 })
    return { access_token: token, scope: this.scopes.join(','), expires_in: TOKEN_SECONDS }
  }

  /** Invalidates all tokens given so far. */
  expireToken(): void {
    this.#issued.length = 0
  }

  /** Makes a token valid, like the button 'Reveal token'. */
  setToken(token: string): void {
    this.#issued.push({ token, expiresAt: null })
  }

  /** Removes these scopes from the app. By default, removes all of them. */
  loseScope(...scopes: string[]): void {
    this.scopes = this.scopes.filter((scope) => scopes.length > 0 && !scopes.includes(scope))
  }

  /** Removes the app as the merchant would: sends the last message, and then refuses all access. */
  uninstall(): void {
    this.#tell('app/uninstalled', { id: this.shopId, myshopify_domain: this.shop, email: 'owner@shop.invalid' })
    this.isInstalled = false
    this.subscriptions = []
    this.expireToken()
  }

  moveDomain(host: string): void {
    this.primaryHost = host
  }

  clockAhead(ms: number): void {
    this.aheadMs = ms
  }

  /** Refuses the next API requests. */
  throttle(times = 1, kind: '429' | 'THROTTLED' | '500' = '429'): void {
    this.refusing = times > 0 ? { kind, left: times } : null
  }

  // ---- Products ----

  product(handle: string): FakeProduct {
    const product = this.products.find((one) => one.handle === handle)
    if (!product) throw new Error(`The shop has no product '${handle}'.`)
    return product
  }

  #newProduct({ variants, pictures = [], ...given }: GivenProduct): FakeProduct {
    return {
      html: '',
      vendor: this.name,
      productType: '',
      category: null,
      tags: [],
      status: 'active',
      isPublished: true,
      isGiftCard: false,
      optionNames: ['Title'],
      ...given,
      id: this.newId(),
      updatedAt: this.now(),
      pictures: pictures.map(({ url, alt = null }) => ({ id: this.newId(), url, alt })),
      variants: variants.map((variant) => ({
        options: ['Default Title'],
        sku: null,
        barcode: null,
        compareAtMinor: null,
        quantity: 10,
        isTracked: true,
        sellsWhenSoldOut: false,
        pictureUrl: null,
        ...variant,
        id: this.newId(),
        inventoryItemId: this.newId(),
      })),
    }
  }

  addProduct(given: GivenProduct): FakeProduct {
    const product = this.#newProduct(given)
    this.products.push(product)
    this.#tell('products/create', productPayload(product))
    return product
  }

  changeProduct(handle: string, change: (product: FakeProduct) => void): FakeProduct {
    const product = this.product(handle)
    change(product)
    product.updatedAt = this.#after(product.updatedAt)
    this.#tell('products/update', productPayload(product))
    return product
  }

  changeStock(handle: string, quantity: number, variant = 0): void {
    const product = this.product(handle)
    const found = product.variants[variant]
    if (!found) throw new Error(`'${handle}' has no variant ${variant}.`)
    found.quantity = quantity
    product.updatedAt = this.#after(product.updatedAt)
    this.#tell('inventory_levels/update', {
      inventory_item_id: found.inventoryItemId,
      location_id: 655_441_491,
      available: quantity,
      updated_at: product.updatedAt.toISOString(),
      admin_graphql_api_id: `gid://shopify/InventoryLevel/655441491?inventory_item_id=${found.inventoryItemId}`,
    })
  }

  deleteProduct(handle: string): void {
    const { id } = this.product(handle)
    this.products = this.products.filter((product) => product.id !== id)
    this.#tell('products/delete', { id })
  }

  // ---- Orders ----

  order(id: number): FakeOrder {
    const order = this.orders.find((one) => one.id === id)
    if (!order) throw new Error(`The shop has no order ${id}.`)
    return order
  }

  payloadOf(id: number): object {
    return orderPayload(this.order(id), this)
  }

  purchase(given: Purchase): FakeOrder {
    const now = this.now()
    const { landing = null, isPaid = true, tipMinor = 0 } = given
    const lines = given.lines.map((line) => this.#lineOf(line))
    if (tipMinor) lines.push({ ...this.#bareLine('Tip', tipMinor), isTip: true })
    shareDiscount(lines, given.discountMinor ?? 0)
    for (const line of lines) if (!line.isGiftCard && !line.isTip) line.taxMinor = this.#taxOf(line, line.quantity)
    const order: FakeOrder = {
      id: this.newId(),
      number: this.#firstNumber + this.orders.length,
      createdAt: now,
      updatedAt: now,
      cancelledAt: null,
      isTest: given.isTest ?? false,
      sourceName: given.sourceName ?? 'web',
      financialStatus: isPaid ? 'paid' : 'pending',
      email: given.email === undefined ? 'Ada.Byron@example.com' : given.email,
      discountCodes: given.codes ?? [],
      noteAttributes: given.attributes ?? [],
      landingSite: landing,
      isJourneyReady: given.isJourneyReady ?? true,
      visits: landing === null ? [] : [this.#visitOf(landing, now)],
      lines,
      shippingMinor: given.shippingMinor ?? 395,
      refunds: [],
    }
    this.orders.push(order)
    this.#tell('orders/create', this.payloadOf(order.id))
    if (isPaid) this.#tell('orders/paid', this.payloadOf(order.id))
    return order
  }

  pay(id: number): void {
    this.order(id).financialStatus = 'paid'
    this.#changed(id, 'orders/paid', 'orders/updated')
  }

  /** Refunds this many items of a line, and `otherMinor` in addition. */
  partialRefund(
    id: number,
    place = 0,
    {
      quantity = 1,
      otherMinor = 0,
      discrepancy = USUAL_DISCREPANCY,
      payment = 'success',
    }: { quantity?: number; otherMinor?: number; discrepancy?: string; payment?: FakeRefund['payment'] } = {},
  ): FakeRefund {
    const line = this.order(id).lines[place]
    if (!line) throw new Error(`The order has no line ${place}.`)
    return this.#refund(id, [{ line, quantity: Math.min(quantity, line.currentQuantity) }], {
      otherMinor,
      discrepancy,
      payment,
    })
  }

  fullRefund(id: number): FakeRefund {
    const order = this.order(id)
    const all = order.lines.filter(({ currentQuantity }) => currentQuantity > 0)
    return this.#refund(
      id,
      all.map((line) => ({ line, quantity: line.currentQuantity })),
      { shippingMinor: order.shippingMinor },
    )
  }

  cancel(id: number): void {
    const order = this.order(id)
    order.cancelledAt = this.#after(order.updatedAt)
    if (order.financialStatus === 'pending') order.financialStatus = 'voided'
    this.#changed(id, 'orders/cancelled', 'orders/updated')
  }

  /** Removes this many items from a line, without a refund. */
  edit(id: number, place = 0, quantity = 1): void {
    const line = this.order(id).lines[place]
    if (!line) throw new Error(`The order has no line ${place}.`)
    line.currentQuantity = Math.max(0, line.currentQuantity - quantity)
    this.#changed(id, 'orders/updated')
  }

  /** Marks an order's customer journey as ready. */
  lateJourney(id: number): void {
    this.order(id).isJourneyReady = true
  }

  #refund(
    id: number,
    taken: Array<{ line: FakeLine; quantity: number }>,
    {
      shippingMinor = 0,
      otherMinor = 0,
      discrepancy = USUAL_DISCREPANCY,
      payment = 'success',
    }: { shippingMinor?: number; otherMinor?: number; discrepancy?: string; payment?: FakeRefund['payment'] },
  ): FakeRefund {
    const order = this.order(id)
    const refund: FakeRefund = {
      id: this.newId(),
      createdAt: this.#after(order.updatedAt),
      shippingMinor,
      otherMinor,
      discrepancy,
      payment,
      lines: taken.map(({ line, quantity }) => {
        const [gross, tax] = [grossOf(line), line.taxMinor]
        line.currentQuantity -= quantity
        const share = (minor: number) => Math.round((minor * quantity) / line.quantity)
        return { line, quantity, subtotalMinor: share(gross), taxMinor: share(tax) }
      }),
    }
    order.refunds.push(refund)
    const isAll = order.lines.every(({ currentQuantity }) => currentQuantity === 0)
    order.financialStatus = isAll ? 'refunded' : 'partially_refunded'
    order.updatedAt = refund.createdAt
    this.#tell('refunds/create', refundPayload(refund, order, this))
    this.#tell('orders/updated', this.payloadOf(id))
    return refund
  }

  #changed(id: number, ...topics: string[]): void {
    const order = this.order(id)
    order.updatedAt = this.#after(order.updatedAt)
    for (const topic of topics) this.#tell(topic, this.payloadOf(id))
  }

  /** Returns a time on the shop's clock after `before`, so that two changes within a millisecond are ordered. */
  #after(before: Date): Date {
    return new Date(Math.max(this.now().getTime(), before.getTime() + 1))
  }

  #lineOf({ handle, variant = 0, quantity = 1, properties = [] }: Purchase['lines'][number]): FakeLine {
    const product = this.product(handle)
    const found = product.variants[variant]
    if (!found) throw new Error(`'${handle}' has no variant ${variant}.`)
    const line = this.#bareLine(product.title, found.priceMinor)
    return {
      ...line,
      productId: product.id,
      sku: found.sku,
      quantity,
      currentQuantity: quantity,
      isGiftCard: product.isGiftCard,
      properties,
    }
  }

  #bareLine(title: string, priceMinor: number): FakeLine {
    return {
      id: this.newId(),
      productId: null,
      title,
      sku: null,
      quantity: 1,
      currentQuantity: 1,
      isGiftCard: false,
      isTip: false,
      priceMinor,
      discountsMinor: [],
      taxMinor: 0,
      properties: [],
    }
  }

  #taxOf(line: FakeLine, quantity: number): number {
    const gross = (grossOf(line) * quantity) / line.quantity
    return Math.round((gross * this.taxRate) / (this.taxesIncluded ? 10_000 + this.taxRate : 10_000))
  }

  #visitOf(landing: string, at: Date): FakeVisit {
    const { searchParams } = new URL(landing, 'http://store.invalid')
    return {
      id: this.newId(),
      at,
      landingPage: new URL(landing, this.origin || `https://${this.shop}`).href,
      referralCode: searchParams.get('ref'),
      utmSource: searchParams.get('utm_source'),
    }
  }

  // ---- Messages ----

  #tell(topic: string, payload: object): void {
    const [triggeredAt, eventId] = [this.now(), randomUUID()]
    for (const { id: subscriptionId, uri, topic: subscribed } of this.subscriptions) {
      if (subscribed !== topic) continue
      const delivery = newDelivery({ subscriptionId, uri, topic, triggeredAt, eventId, payload })
      this.deliveries.push(delivery)
      if (!this.holdsMessages) this.#send(delivery)
    }
  }

  #send(delivery: Delivery): void {
    const sending = this.#sendOnce(delivery).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  async #sendOnce(delivery: Delivery): Promise<void> {
    await post(delivery, { shop: this.shop, apiSecret: this.apiSecret, apiVersion: API_VERSION })
    if (delivery.isDone) return
    if (delivery.attempts >= MAX_TRIES) {
      // A subscription that never responds is removed, as at Shopify.
      this.subscriptions = this.subscriptions.filter(({ id }) => id !== delivery.subscriptionId)
    } else if (this.#retryAfterMs !== null) {
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer)
          this.#send(delivery)
        },
        this.#retryAfterMs * 2 ** (delivery.attempts - 1),
      )
      this.#timers.add(timer)
    }
  }

  /** Resolves when every message in progress has succeeded or failed. */
  async settled(): Promise<void> {
    while (this.#sending.size) await Promise.all(this.#sending)
  }

  /** Sends held and failed messages. */
  async sendWaiting(): Promise<void> {
    await this.settled()
    for (const delivery of this.deliveries) if (!delivery.isDone) await this.#sendOnce(delivery)
  }

  /** Sends held messages, the last one first. */
  async outOfOrder(): Promise<void> {
    await this.settled()
    for (const delivery of this.deliveries.toReversed()) if (!delivery.isDone) await this.#sendOnce(delivery)
  }

  /** Sends the last messages again, with their ids. */
  async duplicate(count = 1): Promise<void> {
    await this.settled()
    for (const delivery of this.deliveries.slice(-count)) await this.#sendOnce(delivery)
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await this.settled()
    await this.bulk.stop()
  }
}

const grossOf = ({ priceMinor, quantity, discountsMinor }: FakeLine) =>
  priceMinor * quantity - discountsMinor.reduce((sum, one) => sum + one, 0)

/** Splits a discount by the lines' prices. The last line takes the rounding difference. */
function shareDiscount(lines: FakeLine[], minor: number): void {
  const goods = lines.filter(({ isGiftCard, isTip }) => !isGiftCard && !isTip)
  const total = goods.reduce((sum, line) => sum + grossOf(line), 0)
  let left = Math.min(minor, total)
  if (!left) return
  for (const [place, line] of goods.entries()) {
    const share = place === goods.length - 1 ? left : Math.min(left, Math.floor((minor * grossOf(line)) / total))
    line.discountsMinor.push(share)
    left -= share
  }
}
