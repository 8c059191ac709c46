type Numbers = Int8Array | Uint8Array | Uint16Array | Uint32Array | Int16Array | Int32Array | Float64Array
type Kind<T extends Numbers> = new (length: number) => T

/** A typed array that grows at its end. `values` may be longer than `length`, and a push may replace it. */
export class Growing<T extends Numbers> {
  values: T
  length = 0
  #kind: Kind<T>

  constructor(kind: Kind<T>, capacity = 1024) {
    this.#kind = kind
    this.values = new kind(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(this.length + 1)
    this.values[this.length++] = value
  }

  /** Stores all values in another kind of array, which must have room for them. */
  protected convert(kind: Kind<T>): void {
    const { values } = this
    this.#kind = kind
    this.values = new kind(values.length)
    this.values.set(values as never)
  }

  /** Ensures capacity for `length` values in total. */
  reserve(length: number): void {
    if (length <= this.values.length) return
    const grown = new this.#kind(Math.max(length, Math.ceil(this.values.length * 1.4)))
    grown.set(this.values.subarray(0, this.length) as never)
    this.values = grown
  }
}

/** Dictionary numbers: 16 bits each, or 32 once one needs them. */
export type Numbered = Uint16Array | Uint32Array
const MAX_OF_16_BITS = 0xffff

export class GrowingNumbers extends Growing<Numbered> {
  constructor() {
    super(Uint16Array)
  }

  override push(value: number): void {
    if (value > MAX_OF_16_BITS && this.values instanceof Uint16Array) this.convert(Uint32Array)
    super.push(value)
  }
}

/** Lists of dictionary numbers, one list per row, stored end to end. */
export class GrowingLists {
  readonly starts = new Growing(Uint32Array)
  readonly items = new GrowingNumbers()

  constructor() {
    this.starts.push(0)
  }

  push(list: number[]): void {
    for (const item of list) this.items.push(item)
    this.starts.push(this.items.length)
  }
}

/** Bytes of each row, stored end to end. */
export class GrowingBytes {
  readonly starts = new Growing(Float64Array)
  readonly bytes = new Growing(Uint8Array)

  constructor() {
    this.starts.push(0)
  }

  push(bytes: Uint8Array): void {
    this.bytes.reserve(this.bytes.length + bytes.length)
    this.bytes.values.set(bytes, this.bytes.length)
    this.bytes.length += bytes.length
    this.starts.push(this.bytes.length)
  }

  of(row: number): Uint8Array {
    return this.bytes.values.subarray(this.starts.values[row], this.starts.values[row + 1])
  }
}

/** Assigns numbers to a facet's values in order of first use. */
export class Dictionary {
  readonly values: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(value: string): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    this.#numbers.set(value, this.values.length)
    this.values.push(value)
    return this.values.length - 1
  }

  /** Returns the values that have a nonzero count. */
  counted(values: string[], counts: readonly number[]): string[] {
    return values.filter((value) => (counts[this.#numbers.get(value) ?? -1] ?? 0) > 0)
  }

  /** Returns a mask with 1 at the number of each known value. */
  mask(values: Iterable<string>): Uint8Array {
    const mask = new Uint8Array(this.values.length)
    for (const value of values) {
      const number = this.#numbers.get(value)
      if (number !== undefined) mask[number] = 1
    }
    return mask
  }
}
