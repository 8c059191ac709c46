import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { connectByKey } from '#server/connections/connect-by-key.service.ts'
import { connectByKeyInput } from '#server/connections/connections.schema.ts'
import { processEvents } from '#server/connections/events-queue.ts'
import { WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { reconcileStore } from '#server/connections/reconcile-store.ts'
import { workFor } from '#server/importing/work-for.ts'
import { allowedOwnOrigins, allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { STANDARD } from '#tests/setup/sales.ts'
import type { TestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import { receiveMessage } from '#tests/woocommerce/receive-message.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { productsHere, productsInStore, saleHere, saleInStore } from './model.ts'
import { drawHistories, NIGHTS, PRODUCTS, type Step } from './random-histories.ts'

const DAY_MS = 86_400_000
const { signal } = new AbortController()

export interface Played {
  orders: number
  sales: number
  messages: number
  lost: number
  mended: number
}

/** The state of a store while its histories are played. */
interface Playing {
  store: FakeStore
  database: Pick<TestDatabase, 'db' | 'dataDir'>
  connectionId: string
  siteUrl: string
  /** The store's time at the start, in ms. */
  startsAt: number
  landing: string
  receiver: WebhookReceiver
  /** Ids by the numbers in the steps. */
  orders: Map<number, number>
  products: number[]
  played: Played
}

/**
 * Plays random histories of orders and products of one store. Deliveries come late, twice, in any order or never, and
 * there is a nightly comparison. Then compares our sales and products with those of the store. @throws on a difference
 */
export async function playHistories(
  database: Playing['database'],
  random: () => number,
  count: number,
): Promise<Played> {
  const startsAt = Date.now() - (NIGHTS + 1) * DAY_MS
  const running = await startWooCommerce({ startsAt })
  allowOwnOrigins([...allowedOwnOrigins(), running.url])
  try {
    const playing = await begin(database, running.store, startsAt)
    playing.played.orders = count
    let second = 0
    for (const step of drawHistories(random, count)) {
      running.store.passSeconds(step.at - second)
      second = step.at
      await take(playing, step)
    }
    await compare(playing)
    return playing.played
  } finally {
    allowOwnOrigins(allowedOwnOrigins().filter((each) => each !== running.url))
    await running.stop()
  }
}

async function begin(database: Playing['database'], store: FakeStore, startsAt: number): Promise<Playing> {
  const { db } = database
  const ask = { ...(await createPartnerAsk(db, { currency: 'EUR' })), visit: createVisit() }
  const { id: partnerId } = ask.partner
  await db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '1', acceptedAt: new Date('2026-01-01') },
  })
  const products = Array.from({ length: PRODUCTS }, (_, number) => addProduct(store, number))
  const [consumerKey, consumerSecret] = store.key.split(':')
  await connectByKey(ask, connectByKeyInput.parse({ storeUrl: store.origin, consumerKey, consumerSecret }))
  while (!(await workFor(database, partnerId, signal))) await setTimeout(1)
  expect(await db.productImport.findMany({ where: { partnerId }, select: { status: true } })).toEqual([
    { status: 'applied' },
  ])
  const { id: connectionId } = await db.shopifyConnection.findFirstOrThrow({ where: { partnerId } })
  await atTime(database, connectionId, startsAt)
  // The store's clicks need a product of its partner.
  const product = await createProduct(db, { partnerId, status: 'archived' })
  const click = await createClick(db, product, { clickedAt: new Date(startsAt - DAY_MS) })
  return {
    store,
    database,
    connectionId,
    siteUrl: ask.visit.siteUrl,
    startsAt,
    landing: `${store.origin}/?utm_source=WTF&wtf_cid=${click.id}`,
    receiver: new WebhookReceiver(db),
    orders: new Map(),
    products,
    played: { orders: 0, sales: 0, messages: 0, lost: 0, mended: 0 },
  }
}

/** Adds a product. Every second one has variations for any size. */
function addProduct(store: FakeStore, number: number): number {
  const color = (option: string) => [{ id: 1, name: 'Color', slug: 'pa_color', option }]
  const amounts = { price: '20', regular_price: '20', sale_price: '' }
  const variations = ['Blue', 'Red'].map((option) => ({ ...amounts, attributes: color(option) }))
  return store.addProduct({ name: `Product ${number}`, ...amounts }, number % 2 ? variations : []).id
}

/** Sets the time of the last comparison, in ms. */
async function atTime({ db }: Playing['database'], id: string, time: number): Promise<void> {
  const at = new Date(time)
  await db.shopifyConnection.update({ where: { id }, data: { connectedAt: at, reconciledUntil: at } })
  await db.reconciliation.updateMany({ where: { connectionId: id }, data: { startedAt: at } })
}

async function take(playing: Playing, step: Step): Promise<void> {
  const { store, played } = playing
  const { what, of, pick } = step
  if (what === 'night') return compareAtNight(playing, step.at)
  if (what === 'order') return placeOrder(playing, step)
  if (what === 'lose') played.lost += store.waiting.splice(0, 1 + (pick % 3)).length
  else if (what === 'reverse') store.waiting.reverse()
  else if (what === 'twice') store.waiting.push(...store.waiting)
  else if (what === 'deliver' || what === 'fail') await deliver(playing, what === 'fail')
  else {
    const orderId = playing.orders.get(of)
    if (orderId !== undefined) changeOrder(store, orderId, step)
    const productId = playing.products[of]
    if (productId !== undefined && store.products.has(productId)) changeProduct(store, productId, step)
  }
}

async function deliver({ store, database: { db }, connectionId, receiver, played }: Playing, isDown: boolean) {
  await store.deliver(async (message) => {
    played.messages++
    return isDown ? 500 : receiveMessage(db, message, receiver)
  })
  expect(await processEvents(db, connectionId, signal)).toBe('nothing')
}

async function compareAtNight({ database, connectionId, siteUrl, startsAt, played }: Playing, second: number) {
  const { db } = database
  const { id } = await db.reconciliation.create({ data: { connectionId } })
  await reconcileStore({ db, siteUrl }, id, signal)
  const found = await db.reconciliation.findUniqueOrThrow({ where: { id } })
  expect(found.error).toBe('')
  played.mended += found.ordersMended + found.productsMended
  await atTime(database, connectionId, startsAt + second * 1_000)
}

function placeOrder({ store, orders, landing }: Playing, { of, pick }: Step): void {
  const lines = Array.from({ length: 1 + (pick % 3) }, (_, line) => ({
    productId: 1,
    quantity: 1 + ((pick + line) % 3),
    netMinor: 2_000 + ((pick * (line + 7)) % 9_000),
  }))
  const isOurs = pick % 10 !== 0
  const isPaid = pick % 7 !== 0
  const { id } = store.order(lines, {
    meta_data: isOurs ? [{ key: '_wc_order_attribution_session_entry', value: landing }] : [],
    ...(!isPaid && { status: 'on-hold', date_paid_gmt: null }),
  })
  orders.set(of, id)
}

function changeOrder(store: FakeStore, id: number, { what, pick }: Step): void {
  const order = store.orders.get(id)
  if (!order) return
  const isTrashed = order['status'] === 'trash'
  if (what === 'restore order' && isTrashed) store.restoreOrder(id)
  if (isTrashed) return
  const refunds = store.refunds.get(id) ?? []
  if (what === 'pay' && order['date_paid_gmt'] === null)
    store.changeOrder(id, { status: 'processing', date_paid_gmt: store.gmt() })
  if (what === 'note') store.changeOrder(id, { customer_note: String(pick) })
  if (what === 'cancel') store.changeOrder(id, { status: 'cancelled' })
  if (what === 'reopen' && order['status'] === 'cancelled')
    store.changeOrder(id, { status: order['date_paid_gmt'] === null ? 'on-hold' : 'processing' })
  if (what === 'trash order') store.trashOrder(id)
  const line = order.line_items[pick % order.line_items.length]
  if (what === 'refund line' && line && store.unitsLeft(id, line.id) > 0)
    store.refund(id, { lineId: line.id, quantity: 1 + (pick % store.unitsLeft(id, line.id)) })
  if (what === 'refund amount' && refunds.length < 4) store.refund(id, { amountMinor: 1 + (pick % 150) })
  const refund = refunds[pick % Math.max(1, refunds.length)]
  if (what === 'delete refund' && refund) store.deleteRefund(id, refund.id)
}

function changeProduct(store: FakeStore, id: number, { what, pick }: Step): void {
  const isTrashed = store.products.get(id)?.['status'] === 'trash'
  if (what === 'restore' && isTrashed) store.restoreProduct(id)
  if (isTrashed) return
  const price = String(10 + (pick % 90))
  const amounts = { price, regular_price: price }
  const left = pick % 4
  if (what === 'price') store.changeProduct(id, amounts)
  if (what === 'stock')
    store.changeProduct(id, {
      manage_stock: true,
      stock_quantity: left,
      stock_status: left ? 'instock' : 'outofstock',
    })
  const variations = store.variations.get(id) ?? []
  const variation = variations[pick % Math.max(1, variations.length)]
  if (what === 'variation' && variation) store.changeVariation(variation.id, amounts)
  if (what === 'delete variation' && variations.length > 1 && variation) store.deleteVariation(variation.id)
  if (what === 'schedule') store.scheduleProduct(id, pick)
  if (what === 'unpublish') store.changeProduct(id, { status: 'draft' })
  if (what === 'publish') store.changeProduct(id, { status: 'publish' })
  if (what === 'trash') store.trashProduct(id)
  if (what === 'delete' && pick % 8 === 0) store.deleteProduct(id)
}

async function compare({ store, database: { db }, connectionId, orders, products, played }: Playing): Promise<void> {
  const { partnerId } = await db.shopifyConnection.findUniqueOrThrow({ where: { id: connectionId } })
  for (const id of orders.values()) {
    const expected = saleInStore(store, id)
    expect({ id, ...(await saleHere(db, partnerId, id)) }).toEqual({ id, ...expected })
    if (expected) played.sales++
  }
  for (const id of products)
    expect({ id, ...(await productsHere(db, connectionId, id)) }).toEqual({ id, ...productsInStore(store, id) })
}
