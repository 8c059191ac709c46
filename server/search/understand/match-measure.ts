import { parseSize } from '#server/sizing/sizes.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import type { WrittenSize } from './written-size.ts'
import { PhraseBook, type Token } from './parse-tokens.ts'

export const WAIST = new PhraseBook<true>().addAll(PHRASES.sizes.waist, true)
/** Body measurements in inches. */
const MEASURES: ReadonlyArray<{ named: PhraseBook<true>; inches: RegExp; size: (inches: string) => WrittenSize }> = [
  { named: WAIST, inches: /^[2-5]\d$/, size: (inches) => ({ key: `W${inches}` }) },
  {
    named: new PhraseBook<true>().addAll(PHRASES.sizes.leg, true),
    inches: /^[23]\d$/,
    size: (inches) => ({ leg: Number(inches) }),
  },
  {
    named: new PhraseBook<true>().addAll(PHRASES.sizes.collar, true),
    inches: /^1[3-9](?:[.,]5)?$/,
    size: (inches) => ({ collar: Number(parseSize(inches)) }),
  },
]

/** Reads a measurement: 'waist 32', '32 waist', '32" waist', '34 inch leg', '16.5 collar'. */
export function matchMeasure(tokens: readonly Token[], from: number): { sizes: WrittenSize[]; length: number } | null {
  for (const { named, inches, size } of MEASURES) {
    const before = named.at(tokens, from)
    const at = from + (before?.length ?? 0)
    const number = inches.exec(tokens[at]?.raw ?? '')?.[0]
    if (number === undefined) continue
    if (before) return { sizes: [size(number)], length: before.length + 1 }
    const quote = /^["″]$/.test(tokens[at + 1]?.raw ?? '') ? 1 : 0
    const after = named.at(tokens, at + 1 + quote)
    if (after) return { sizes: [size(number)], length: 1 + quote + after.length }
  }
  return null
}
