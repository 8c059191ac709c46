import { DAY_MS } from '#server/platform/durations.values.ts'
import { ALIKE, likeness } from './catalogue/likeness.ts'
import type { DrawingSpec } from './demo.types.ts'

/** The distances in a list at which shoppers see two products together, and the weight of a similarity at each. */
const SEEN_TOGETHER: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 0.25],
  [4, 0.25],
]
const FARTHEST = 4
/** How many days older a product may be made. */
const SHIFTS = [1 / 24, 1 / 12, 1 / 6, 1 / 4, 1 / 2, 1, 2, 3, 4, 5, 6, 8, 10, 12] as const

/** A product as shown in lists. */
export interface Shown {
  id: string
  spec: DrawingSpec
  partnerId: string
  /** Milliseconds since 1970. */
  createdAt: number
  /** Points for the recommended order. */
  points: number
  /** Returns the points that the product would have if it had been created at that time. */
  pointsAt: (createdAt: number) => number
}

/** The sort orders of lists: recommended, newest, and each store's newest. */
const ORDERS: readonly ((a: Shown, b: Shown) => number)[] = [
  (a, b) => b.points - a.points || newestFirst(a, b),
  newestFirst,
  (a, b) => compare(a.partnerId, b.partnerId) || newestFirst(a, b),
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function newestFirst(a: Shown, b: Shown): number {
  return b.createdAt - a.createdAt || compare(b.id, a.id)
}

class List {
  readonly members: Shown[]
  readonly #order: (a: Shown, b: Shown) => number

  constructor(members: readonly Shown[], order: (a: Shown, b: Shown) => number) {
    this.members = members.toSorted(order)
    this.#order = order
  }

  #placeOf(product: Shown): number {
    let [low, high] = [0, this.members.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.members[middle]
      if (other && this.#order(other, product) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns how repetitive the products near a position are. */
  #repeatsNear(place: number): number {
    let sum = 0
    for (let at = Math.max(0, place - FARTHEST); at <= place; at++)
      for (const [apart, weight] of SEEN_TOGETHER) {
        const [one, other] = [this.members[at], this.members[at + apart]]
        if (one && other) sum += weight * repeat(one, other)
      }
    return sum
  }

  repeatsOf(product: Shown): number {
    const place = this.#placeOf(product)
    return [place - 1, place + 1].reduce((sum, at) => {
      const other = this.members[at]
      return other ? sum + repeat(product, other) : sum
    }, 0)
  }

  /** @returns the change in repetition */
  take(product: Shown): number {
    const place = this.#placeOf(product)
    const before = this.#repeatsNear(place)
    this.members.splice(place, 1)
    return this.#repeatsNear(place) - before
  }

  /** @returns the change in repetition */
  put(product: Shown): number {
    const place = this.#placeOf(product)
    const before = this.#repeatsNear(place)
    this.members.splice(place, 0, product)
    return this.#repeatsNear(place) - before
  }
}

/** Returns how repetitive two products are; 0 if they differ. */
function repeat(one: Shown, other: Shown): number {
  const alike = likeness(one.spec, other.spec)
  return alike >= ALIKE ? alike : 0
}

/** Makes products up to twelve days older if that separates two similar ones. Changes `createdAt`. */
export function spreadOut(products: readonly Shown[]): void {
  const lists = ORDERS.map((order) => new List(products, order))
  const first = new Map(products.map((product) => [product, product.createdAt]))
  for (let round = 0; round < 3; round++)
    for (const product of products) {
      if (lists.every((list) => list.repeatsOf(product) === 0)) continue
      const from = first.get(product) ?? product.createdAt
      const taken = lists.reduce((sum, list) => sum + list.take(product), 0)
      let best = { createdAt: product.createdAt, change: Infinity }
      for (const createdAt of [product.createdAt, ...SHIFTS.map((days) => from - Math.round(days * DAY_MS))]) {
        date(product, createdAt)
        const change = lists.reduce((sum, list) => sum + list.put(product), taken)
        for (const list of lists) list.take(product)
        if (change < best.change - 1e-9) best = { createdAt, change }
      }
      date(product, best.createdAt)
      for (const list of lists) list.put(product)
    }
}

function date(product: Shown, createdAt: number): void {
  product.createdAt = createdAt
  product.points = product.pointsAt(createdAt)
}

/** Counts the products of a list that look like the one before them. */
export function countAlike(products: readonly Shown[]): number {
  return products.filter((product, place) => {
    const before = products[place - 1]
    return before !== undefined && likeness(before.spec, product.spec) >= ALIKE
  }).length
}
