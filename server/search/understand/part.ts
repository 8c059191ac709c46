import type { PriceCurrency } from '../search-values.schema.ts'
import type { Meaning } from './meaning.ts'
import type { Price } from './match-price.ts'
import type { WrittenSize } from './written-size.ts'

/** A part of a sentence: tokens `from` up to, but not including, `to`. Tokens without another meaning are words. */
export type Part = { from: number; to: number } & (
  | { kind: 'phrase'; meanings: readonly Meaning[] }
  | { kind: 'price'; price: Price }
  | { kind: 'currency'; currency: PriceCurrency }
  | { kind: 'discount'; percent: number | null }
  | { kind: 'sizes'; sizes: WrittenSize[] }
  | { kind: 'word' }
)
