import { z } from 'zod'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { StoreError, UnreadableOrder } from '#server/stores/store-error.ts'
import type { ChangedOrders, OrderOptions, StoreAccess } from '#server/stores/store-platform.ts'
import { listChanged } from './read-changes.ts'
import { API_VERSION, askWoo } from './rest-api.ts'
import { storeOrderFromWoo, timeOf } from './woo-order.ts'

const PATH = `${API_VERSION}/orders`
const PAGE_SIZE = 100
const MAX_PAGES = 10
/** WooCommerce's error code. Without it, a 404 can mean that WooCommerce is off. */
const NO_SUCH_ORDER = 'woocommerce_rest_shop_order_invalid_id'
const NUMBER = /^[1-9]\d{0,19}$/

const withRefunds = z.looseObject({ id: z.number(), refunds: z.array(z.looseObject({ id: z.number() })) })

/**
 * Reads one order with its refunds. @returns null if there is no such order
 * @throws StoreError; UnreadableOrder if the store has it
 */
export async function fetchWooOrder(
  access: StoreAccess,
  id: string,
  options: OrderOptions,
): Promise<StoreOrder | null> {
  // The number may come from the conversions API. Any other text would lead to another address.
  if (!NUMBER.test(id)) return null
  const readAt = new Date()
  let order: unknown
  try {
    order = await askWoo(access, `${PATH}/${id}`, options)
    return await fetchFullOrder(access, order, readAt, options)
  } catch (error) {
    if (error instanceof StoreError && error.code === NO_SUCH_ORDER) return null
    const isFound = z.object({ id: z.literal(Number(id)) }).safeParse(order).success
    if (isFound && error instanceof StoreError && error.kind === 'bad_answer')
      throw new UnreadableOrder(error.kind, error.message)
    throw error
  }
}

async function fetchFullOrder(
  access: StoreAccess,
  order: unknown,
  refundsReadAt: Date,
  options: OrderOptions,
): Promise<StoreOrder | null> {
  const { id, refunds: named } = parseAnswer(withRefunds, order, 'an order')
  const refunds: unknown[] = []
  // An order lists its refunds; only the refunds themselves have their lines.
  for (let page = 1; named.length > 0 && page <= MAX_PAGES; page++) {
    const answer = await askWoo(access, `${PATH}/${id}/refunds`, {
      ...(options.signal ? { signal: options.signal } : {}),
      query: { per_page: PAGE_SIZE, page },
    })
    const found = parseAnswer(z.array(z.unknown()).max(PAGE_SIZE), answer, 'refunds')
    refunds.push(...found)
    if (found.length < PAGE_SIZE) break
  }
  return storeOrderFromWoo(order, refunds, { hashEmail: options.hashEmail, refundsReadAt })
}

/**
 * Reads the orders that changed since a time, a hundred at a time. Starts with those in the trash, and returns the
 * earliest changes first in both parts. @throws StoreError
 */
export async function* fetchWooOrdersChangedSince(
  access: StoreAccess,
  since: Date,
  options: OrderOptions,
): AsyncGenerator<ChangedOrders> {
  // The status 'any' does not include the trash. Only the other orders determine how far the comparison has got.
  for await (const page of readChanged(access, since, 'trash', options)) yield { ...page, until: since }
  yield* readChanged(access, since, 'any', options)
}

async function* readChanged(
  access: StoreAccess,
  since: Date,
  status: 'any' | 'trash',
  options: OrderOptions,
): AsyncGenerator<ChangedOrders> {
  const asked = { ...(options.signal ? { signal: options.signal } : {}), query: { status } }
  let readAt = new Date()
  for await (const page of listChanged(access, PATH, since, asked)) {
    const orders: StoreOrder[] = []
    const unreadable: ChangedOrders['unreadable'] = []
    for (const order of page) {
      try {
        const one = await fetchFullOrder(access, order, readAt, options)
        if (one) orders.push(one)
      } catch (error) {
        if (!(error instanceof StoreError) || error.kind !== 'bad_answer') throw error
        unreadable.push({ name: `#${order.id}`, error })
      }
    }
    yield { orders, unreadable, until: new Date(timeOf(page.at(-1)?.date_modified_gmt ?? '')) }
    readAt = new Date()
  }
}
