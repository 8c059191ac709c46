import { hash } from 'node:crypto'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'

/**
 * The hash size in words of 32 bits. With a million codes in a file, two of them have the same hash in one of 37
 * million files.
 */
const WORDS = 2
const FIRST_SLOTS = 1 << 12
/** During growth the old and the new table exist at once, so doubling would set the import's peak memory. */
const GROWTH = 1.5
const MAX_FULL = 0.75

/**
 * The codes of a file so far, with the products that have them. Stores only hashes, outside V8's heap, because a file
 * may have more than a million codes.
 */
export class SeenCodes {
  /** Handles of products in the order of the file. */
  readonly #handles: string[] = []
  readonly #lines: number[] = []
  #count = 0
  /** One code hash per slot. */
  #hashes = new Uint32Array(FIRST_SLOTS * WORDS)
  /** The product's number for each slot, from 1; 0 means that the slot is free. */
  #products = new Uint32Array(FIRST_SLOTS)

  /** Whether an earlier product of the file has the code. */
  has(code: string): boolean {
    return this.#products[this.#slotOf(hashOf(code))] !== 0
  }

  /** Adds a product. @returns an earlier product with one of its codes, if there is any */
  add(product: IncomingProduct, line: number): { code: string; handle: string; line: number } | null {
    const number = this.#handles.push(product.handle)
    this.#lines.push(line)
    let found: { code: string; handle: string; line: number } | null = null
    for (const code of codesOf(product)) {
      const first = this.#put(hashOf(code), number)
      const handle = this.#handles[first - 1] ?? ''
      if (handle !== product.handle) found ??= { code, handle, line: this.#lines[first - 1] ?? 0 }
    }
    return found
  }

  /** Adds a code, unless it is known. @returns the number of the first product that has it */
  #put(words: Uint32Array, number: number): number {
    const slot = this.#slotOf(words)
    const first = this.#products[slot] ?? 0
    if (first !== 0) return first
    this.#hashes.set(words, slot * WORDS)
    this.#products[slot] = number
    if (++this.#count > this.#products.length * MAX_FULL) this.#grow()
    return number
  }

  /** Returns the slot of a hash, or the free slot for it. */
  #slotOf(words: Uint32Array): number {
    const slots = this.#products.length
    let slot = (words[0] ?? 0) % slots
    while (this.#products[slot] !== 0 && !this.#has(slot, words)) slot = (slot + 1) % slots
    return slot
  }

  #has(slot: number, words: Uint32Array): boolean {
    for (let word = 0; word < WORDS; word++) if (this.#hashes[slot * WORDS + word] !== words[word]) return false
    return true
  }

  #grow(): void {
    const [hashes, products] = [this.#hashes, this.#products]
    const slots = Math.ceil(products.length * GROWTH)
    this.#hashes = new Uint32Array(slots * WORDS)
    this.#products = new Uint32Array(slots)
    for (const [slot, number] of products.entries()) {
      if (number === 0) continue
      const words = hashes.subarray(slot * WORDS, (slot + 1) * WORDS)
      const to = this.#slotOf(words)
      this.#hashes.set(words, to * WORDS)
      this.#products[to] = number
    }
  }
}

/** Returns a product's codes, which must be unique: 'SKU A-1', 'GTIN 4006381333931'. */
export function codesOf({ variants }: Pick<IncomingProduct, 'variants'>): string[] {
  return variants.flatMap(({ sku, gtin }) => [...(sku ? [`SKU ${sku}`] : []), ...(gtin ? [`GTIN ${gtin}`] : [])])
}

function hashOf(code: string): Uint32Array {
  const digest = hash('sha256', code, 'buffer')
  const words = new Uint32Array(WORDS)
  for (let word = 0; word < WORDS; word++) words[word] = digest.readUInt32LE(word * 4)
  return words
}
