/** Mixes numbers into a well-distributed 32-bit seed, so that neighbouring products have nothing in common. */
export function mixSeed(...parts: number[]): number {
  let hash = 0x9e3779b9
  for (const part of parts) {
    hash = Math.imul(hash ^ (part | 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** Returns a 32-bit hash of a text, for seeds made from keys. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** A small deterministic random number generator (mulberry32). */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** Returns an integer from 0 (inclusive) to limit (exclusive). */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** Returns an integer from low to high, both inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('Nothing to pick from')
    return list[this.below(list.length)] as T
  }

  /** Picks an element of the list by weight. */
  weighted<T>(list: readonly (readonly [T, number])[]): T {
    let total = 0
    for (const [, weight] of list) total += weight
    let rest = this.next() * total
    for (const [value, weight] of list) {
      rest -= weight
      if (rest < 0) return value
    }
    return this.pick(list)[0]
  }

  /** Returns up to `count` different elements of the list, in random order. */
  sample<T>(list: readonly T[], count: number): T[] {
    const pool = [...list]
    const taken: T[] = []
    while (taken.length < count && pool.length > 0) {
      const at = this.below(pool.length)
      taken.push(pool[at] as T)
      pool[at] = pool[pool.length - 1] as T
      pool.pop()
    }
    return taken
  }
}
