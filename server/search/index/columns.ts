import { qualityPoints, type Rankable } from '../ranking.ts'
import { Dictionary, Growing, GrowingBytes, GrowingLists, GrowingNumbers } from './growing.ts'
import { IdTable } from './id-table.ts'

/** A listed product as the index reads it from the database. Amounts in USD cents, times in ms since 1970 (UTC). */
export interface IndexRow extends Rankable {
  id: string
  partnerId: string
  brandId: string
  /** Empty if there is none. */
  categoryId: string
  gender: string
  isFeatured: boolean
  priceBaseMinor: number
  isOnSale: boolean
  sizes: string[]
  colours: string[]
  materials: string[]
  cuts: string[]
  nameKey: string
  /** The lines of products.search_text. */
  lines: string[]
  /** products.appearances: how its pictures look. */
  appearances: Uint8Array
  /** products.fit_shift: hundredths of a size. */
  fitShift: number
}

export const FLAG = { featured: 1, onSale: 2, inStock: 4, soldOut: 8 } as const
const NAME_PREFIX = 6

/**
 * All product data except words, with one array per property and one row per product version. A row never changes: a
 * changed product gets a new one.
 */
export class Columns {
  readonly ids = new IdTable()
  readonly isLive = new Growing(Uint8Array)
  readonly partners = new Dictionary()
  readonly brands = new Dictionary()
  readonly categories = new Dictionary()
  readonly genders = new Dictionary()
  readonly sizes = new Dictionary()
  readonly colours = new Dictionary()
  readonly materials = new Dictionary()
  readonly cuts = new Dictionary()
  readonly partner = new GrowingNumbers()
  readonly brand = new GrowingNumbers()
  readonly category = new GrowingNumbers()
  readonly gender = new GrowingNumbers()
  readonly sizeLists = new GrowingLists()
  readonly colourLists = new GrowingLists()
  readonly materialLists = new GrowingLists()
  readonly cutLists = new GrowingLists()
  readonly appearances = new GrowingBytes()
  readonly fitShift = new Growing(Int8Array)
  readonly price = new Growing(Int32Array)
  readonly createdAt = new Growing(Float64Array)
  readonly discount = new Growing(Uint8Array)
  readonly flags = new Growing(Uint8Array)
  readonly #confirmedAt = new Growing(Float64Array)
  readonly #popularity = new Growing(Uint8Array)
  readonly #nameStarts = new Growing(Uint32Array)
  readonly #nameBytes = new Growing(Uint8Array)
  /** The first bytes of each name as a number, which decide most comparisons. */
  readonly #namePrefix = new Growing(Float64Array)
  /** The day's points, without relevance and editors' picks. */
  readonly #quality = new Growing(Int16Array)
  #qualityDay = 0
  rows = 0
  live = 0
  /** The number of live rows with each value, by the value's number. */
  readonly totals = {
    brand: [] as number[],
    category: [] as number[],
    gender: [] as number[],
    size: [] as number[],
    colour: [] as number[],
    material: [] as number[],
    cut: [] as number[],
    onSale: 0,
    inStock: 0,
  }

  constructor() {
    this.#nameStarts.push(0)
  }

  /**
   * @returns the new row; the product's old one becomes dead
   */
  push(row: IndexRow): number {
    this.remove(row.id)
    this.ids.push(row.id)
    this.isLive.push(1)
    this.partner.push(this.partners.numberOf(row.partnerId))
    this.brand.push(this.brands.numberOf(row.brandId))
    this.category.push(this.categories.numberOf(row.categoryId))
    this.gender.push(this.genders.numberOf(row.gender))
    this.sizeLists.push(row.sizes.map((size) => this.sizes.numberOf(size)))
    this.colourLists.push(row.colours.map((colour) => this.colours.numberOf(colour)))
    this.materialLists.push(row.materials.map((material) => this.materials.numberOf(material)))
    this.cutLists.push(row.cuts.map((cut) => this.cuts.numberOf(cut)))
    this.appearances.push(row.appearances)
    this.fitShift.push(row.fitShift)
    this.price.push(row.priceBaseMinor)
    this.createdAt.push(row.createdAt)
    this.discount.push(row.discountPercent)
    this.flags.push(
      (row.isFeatured ? FLAG.featured : 0) |
        (row.isOnSale ? FLAG.onSale : 0) |
        (row.isInStock ? FLAG.inStock : 0) |
        (row.isSoldOut ? FLAG.soldOut : 0),
    )
    this.#confirmedAt.push(row.confirmedAt)
    this.#popularity.push(row.popularity)
    this.#pushName(row.nameKey)
    this.#quality.push(0)
    if (this.#qualityDay) this.#setQuality(this.rows)
    this.#count(this.rows, 1)
    return this.rows++
  }

  remove(id: string): void {
    const row = this.ids.find(id)
    if (row < 0 || !this.isLive.values[row]) return
    this.isLive.values[row] = 0
    this.#count(row, -1)
  }

  /** Returns the ids of a partner's live products. */
  idsOf(partnerId: string): string[] {
    const mask = this.partners.mask([partnerId])
    const ids: string[] = []
    for (let row = 0; row < this.rows; row++)
      if (this.isLive.values[row] && mask[this.partner.values[row] as number]) ids.push(this.ids.idOf(row))
    return ids
  }

  /** Returns the ids of brands and categories with live rows. */
  listedNames(): { brandIds: Set<string>; categoryIds: Set<string> } {
    const listed = (counts: number[], { values }: Dictionary) =>
      new Set(values.filter((_, number) => (counts[number] ?? 0) > 0))
    return {
      brandIds: listed(this.totals.brand, this.brands),
      categoryIds: listed(this.totals.category, this.categories),
    }
  }

  isOnSale(row: number): boolean {
    return ((this.flags.values[row] as number) & FLAG.onSale) !== 0
  }

  isInStock(row: number): boolean {
    return ((this.flags.values[row] as number) & FLAG.inStock) !== 0
  }

  /** Returns the points of a row on a day, without relevance and editors' picks. */
  quality(day: number): Int16Array {
    if (day !== this.#qualityDay) {
      this.#qualityDay = day
      for (let row = 0; row < this.rows; row++) this.#setQuality(row)
    }
    return this.#quality.values
  }

  /** Compares names by bytes, as PostgreSQL does in its C collation. */
  compareNames(a: number, b: number): number {
    const difference = (this.#namePrefix.values[a] as number) - (this.#namePrefix.values[b] as number)
    if (difference) return difference
    const bytes = this.#nameBytes.values
    const [startA, endA] = [this.#nameStarts.values[a] as number, this.#nameStarts.values[a + 1] as number]
    const [startB, endB] = [this.#nameStarts.values[b] as number, this.#nameStarts.values[b + 1] as number]
    for (let at = NAME_PREFIX; startA + at < endA && startB + at < endB; at++) {
      const step = (bytes[startA + at] as number) - (bytes[startB + at] as number)
      if (step) return step
    }
    return endA - startA - (endB - startB)
  }

  /** Returns the live rows that have exactly this name. */
  named(name: string): number[] {
    const wanted = Buffer.from(name)
    const prefix = prefixOf(wanted)
    const [prefixes, starts, live] = [this.#namePrefix.values, this.#nameStarts.values, this.isLive.values]
    const found: number[] = []
    for (let row = 0; row < this.rows; row++) {
      if (prefixes[row] !== prefix || !live[row]) continue
      const [start, end] = [starts[row] as number, starts[row + 1] as number]
      if (end - start === wanted.length && wanted.equals(this.#nameBytes.values.subarray(start, end))) found.push(row)
    }
    return found
  }

  #count(row: number, change: 1 | -1): void {
    const add = (totals: number[], number: number) => {
      totals[number] = (totals[number] ?? 0) + change
    }
    const { brand, category, gender, size, colour, material, cut } = this.totals
    add(brand, this.brand.values[row] as number)
    add(category, this.category.values[row] as number)
    add(gender, this.gender.values[row] as number)
    for (const [totals, list] of [
      [size, this.sizeLists],
      [colour, this.colourLists],
      [material, this.materialLists],
      [cut, this.cutLists],
    ] as const) {
      for (let at = list.starts.values[row] as number; at < (list.starts.values[row + 1] as number); at++)
        add(totals, list.items.values[at] as number)
    }
    if (this.isOnSale(row)) this.totals.onSale += change
    if (this.isInStock(row)) this.totals.inStock += change
    this.live += change
  }

  #setQuality(row: number): void {
    this.#quality.values[row] = qualityPoints(
      {
        createdAt: this.createdAt.values[row] as number,
        confirmedAt: this.#confirmedAt.values[row] as number,
        popularity: this.#popularity.values[row] as number,
        isInStock: this.isInStock(row),
        isSoldOut: ((this.flags.values[row] as number) & FLAG.soldOut) !== 0,
        discountPercent: this.discount.values[row] as number,
      },
      this.#qualityDay,
    )
  }

  #pushName(nameKey: string): void {
    const bytes = Buffer.from(nameKey)
    for (const byte of bytes) this.#nameBytes.push(byte)
    this.#namePrefix.push(prefixOf(bytes))
    this.#nameStarts.push(this.#nameBytes.length)
  }
}

function prefixOf(name: Buffer): number {
  let prefix = 0
  for (let at = 0; at < NAME_PREFIX; at++) prefix = prefix * 256 + (name[at] ?? 0)
  return prefix
}
