import { hash } from 'node:crypto'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'

/** Words of 32 bits of a code's hash: that two of a million codes are taken for the same happens to one file in 37 million. */
const WORDS = 2
const FIRST_SLOTS = 1 << 12
/** Both tables are there while one grows into the next: twice as large would be the import's peak. */
const GROWTH = 1.5
const MAX_FULL = 0.75

/**
 * The codes of a file so far, and who had them. Of a code only a hash is kept, outside of V8's heap: a file may have more
 * than a million.
 */
export class SeenCodes {
  /** Of products, in the order in which they came. */
  readonly #handles: string[] = []
  readonly #lines: number[] = []
  #count = 0
  /** A slot has the hash of a code. */
  #hashes = new Uint32Array(FIRST_SLOTS * WORDS)
  /** Of each slot the product's number, from 1; 0: the slot is free. */
  #products = new Uint32Array(FIRST_SLOTS)

  /** The earlier product of the file with one of these codes, if it is another. */
  find(product: IncomingProduct): { code: string; handle: string; line: number } | null {
    for (const code of codesOf(product)) {
      const seen = this.#products[this.#slotOf(hashOf(code))] ?? 0
      const handle = this.#handles[seen - 1]
      if (handle !== undefined && handle !== product.handle) return { code, handle, line: this.#lines[seen - 1] ?? 0 }
    }
    return null
  }

  /** Whether an earlier product of the file has the code. */
  has(code: string): boolean {
    return this.#products[this.#slotOf(hashOf(code))] !== 0
  }

  add(product: IncomingProduct, line: number): void {
    const number = this.#handles.push(product.handle)
    this.#lines.push(line)
    for (const code of codesOf(product)) this.#put(hashOf(code), number)
  }

  #put(words: Uint32Array, number: number): void {
    const slot = this.#slotOf(words)
    if (this.#products[slot] !== 0) return
    this.#hashes.set(words, slot * WORDS)
    this.#products[slot] = number
    if (++this.#count > this.#products.length * MAX_FULL) this.#grow()
  }

  /** The slot of a hash, or the free one where it would be. */
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

/** What nobody else may have: 'SKU A-1', 'GTIN 4006381333931'. */
export function codesOf({ variants }: Pick<IncomingProduct, 'variants'>): string[] {
  return variants.flatMap(({ sku, gtin }) => [...(sku ? [`SKU ${sku}`] : []), ...(gtin ? [`GTIN ${gtin}`] : [])])
}

function hashOf(code: string): Uint32Array {
  const digest = hash('sha256', code, 'buffer')
  const words = new Uint32Array(WORDS)
  for (let word = 0; word < WORDS; word++) words[word] = digest.readUInt32LE(word * 4)
  return words
}
