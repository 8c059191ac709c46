const HOUR = 3_600
const DAY = 24 * HOUR
/** The number of nights in a history. */
export const NIGHTS = 7

/** An event in a store. `at` is in seconds. `pick` chooses one of the possible objects. */
export interface Step {
  at: number
  what:
    (typeof ORDER_STEPS)[number] | (typeof PRODUCT_STEPS)[number] | (typeof DELIVERY_STEPS)[number] | 'order' | 'night'
  /** The number of the order or product in the history. */
  of: number
  pick: number
}

const ORDER_STEPS = [
  'pay',
  'note',
  'refund line',
  'refund line',
  'refund amount',
  'delete refund',
  'delete refund',
  'cancel',
  'reopen',
  'trash order',
  'restore order',
] as const
const PRODUCT_STEPS = [
  'price',
  'stock',
  'variation',
  'delete variation',
  'unpublish',
  'publish',
  'schedule',
  'trash',
  'restore',
  'delete',
] as const
const DELIVERY_STEPS = ['deliver', 'deliver', 'deliver', 'reverse', 'twice', 'lose', 'fail'] as const

export const PRODUCTS = 8

type Random = () => number
const nat = (random: Random, most: number) => Math.floor(random() * (most + 1))
const oneOf = <T>(random: Random, from: readonly T[]) => from[nat(random, from.length - 1)] as T

/** Draws the histories of this many orders of one store, and of its products and deliveries. */
export function drawHistories(random: Random, orders: number): Step[] {
  const steps: Step[] = []
  const add = (at: number, what: Step['what'], of: number) => steps.push({ at, what, of, pick: nat(random, 99_999) })
  const end = NIGHTS * DAY - 60
  // Many changes follow within a second, because WooCommerce's dates have no smaller unit.
  const pause = () => (random() < 0.3 ? nat(random, 1) : random() < 0.5 ? nat(random, 90) : nat(random, 2 * DAY))
  for (let of = 0; of < orders; of++) {
    let at = nat(random, end)
    add(at, 'order', of)
    for (let more = nat(random, 7); more > 0; more--) {
      at += pause()
      if (at < end) add(at, oneOf(random, ORDER_STEPS), of)
    }
  }
  for (let of = 0; of < PRODUCTS; of++)
    for (let at = nat(random, 2 * DAY); at < end; at += pause()) add(at, oneOf(random, PRODUCT_STEPS), of)
  // The store's background jobs run between changes, often in the same second.
  for (const { at, what } of [...steps])
    if (what !== 'night' && random() < 0.5) add(at + nat(random, 5), oneOf(random, DELIVERY_STEPS), 0)
  for (let night = 1; night <= NIGHTS; night++) add(night * DAY, 'night', 0)
  return steps.toSorted((one, other) => one.at - other.at)
}
