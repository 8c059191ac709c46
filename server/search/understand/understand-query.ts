import { readSize } from '../attributes/sizes.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import type { PriceCurrency, SearchQuery } from '../search.schema.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import { markNegations, type Marked } from './mark-negations.ts'
import { correctTokens, readParts } from './read-parts.ts'
import type { WrittenSize } from './read-sizes.ts'
import { readTokens, type Token } from './read-tokens.ts'

/** What a sentence asks for, as the query string of a list has it. Amounts in minor units. */
export interface Understood {
  categories: string[]
  brands: string[]
  sizes: string[]
  colours: string[]
  materials: string[]
  genders: string[]
  /** Keys of ideas. */
  tags: string[]
  /** 'kind:value' */
  not: string[]
  /** The one that the sentence names, if any. */
  currency: PriceCurrency | undefined
  priceMinMinor?: number
  priceMaxMinor?: number
  discountMin?: number
  onSale: boolean
  inStock: boolean
  sort: SearchQuery['sort'] | undefined
  /** The words that were not understood, as typed: they are searched as text. */
  rest: string
  unknownWords: string[]
}

const MAX_TEXT = 1_000
/** As many characters as the query string keeps. */
const MAX_REST = 200
const MAX_WORD = 60
const MAX_VALUES = 40
const ADULTS = ['women', 'men', 'unisex']
const wordsOf = (phrases: readonly string[]) => new Set(phrases.flatMap((phrase) => readTokens(phrase).map(({ word }) => word)))
const WAIST_WORDS = wordsOf(PHRASES.sizes.waists)
const JEWELS = wordsOf(PHRASES.jewels)

/** Turns a sentence into filters. Pure; whatever the text is, there is an answer. */
export function understandQuery(text: string, lexicon: Lexicon): Understood {
  const tokens = correctTokens(readTokens(text.slice(0, MAX_TEXT)), lexicon)
  return new Reading(tokens, markNegations(readParts(tokens, lexicon), tokens), lexicon).result()
}

/** Collects what the parts of one sentence say. */
class Reading {
  readonly #tokens: readonly Token[]
  readonly #parts: readonly Marked[]
  readonly #lexicon: Lexicon
  readonly #currency: PriceCurrency | undefined
  readonly #isAboutJewels: boolean
  readonly #found: Understood

  constructor(tokens: readonly Token[], parts: readonly Marked[], lexicon: Lexicon) {
    this.#tokens = tokens
    this.#parts = parts
    this.#lexicon = lexicon
    this.#isAboutJewels = tokens.some(({ word }) => JEWELS.has(word))
    const named = parts.flatMap((part) => (part.kind === 'price' ? (part.price.currency ?? []) : []))
    this.#currency = named[0] ?? parts.flatMap((part) => (part.kind === 'currency' ? part.currency : []))[0]
    this.#found = {
      categories: [], brands: [], sizes: [], colours: [], materials: [], genders: [], tags: [], not: [], currency: this.#currency, onSale: false, inStock: false, sort: undefined,
      rest: '', unknownWords: [],
    }
  }

  result(): Understood {
    const found = this.#found
    const unknown: Marked[] = []
    for (const [index, part] of this.#parts.entries()) {
      if (part.isNegated) this.#deny(part)
      else if (this.#isUnknown(part, index)) unknown.push(part)
      else this.#accept(part)
    }
    this.#settleCategories()
    this.#addPrices()
    for (const key of ['categories', 'brands', 'sizes', 'colours', 'materials', 'genders', 'tags', 'not'] as const) found[key] = [...new Set(found[key])].slice(0, MAX_VALUES)
    for (const word of this.#asTyped(unknown)) {
      if (found.rest.length + word.length + 1 > MAX_REST) break
      found.unknownWords.push(word)
      found.rest = found.unknownWords.join(' ')
    }
    return found
  }

  /** The narrower of two categories is meant, and 'coat, not puffer' is any other coat. */
  #settleCategories(): void {
    const found = this.#found
    const isDenied = (slug: string) => found.not.includes(`category:${slug}`)
    const isAbove = (slug: string) => found.categories.some((other) => this.#lexicon.ancestors.get(other)?.includes(slug))
    found.categories = found.categories.filter((slug) => !isDenied(slug) && !isAbove(slug))
  }

  /** Words, and colours that are rather something else here: 'jade earrings', 'natural fibres'. */
  #isUnknown(part: Marked, index: number): boolean {
    if (part.kind === 'word') return true
    if (part.kind !== 'phrase') return false
    if (part.meanings.some(({ kind }) => kind === 'text' || kind === 'free')) return true
    const next = this.#parts[index + 1]
    return part.meanings.some(({ isAmbiguous }) => isAmbiguous) && (this.#isAboutJewels || (next?.kind === 'word' && !next.isNegated && !this.#tokens[next.from]?.isAfterBreak))
  }

  #accept(part: Marked): void {
    if (part.kind === 'phrase') for (const meaning of part.meanings) this.#acceptMeaning(meaning)
    else if (part.kind === 'discount') {
      if (part.percent === null) this.#found.onSale = true
      else this.#found.discountMin = part.percent
    } else if (part.kind === 'sizes') this.#found.sizes.push(...part.sizes.flatMap((size) => this.#sizeKeys(size)))
  }

  #acceptMeaning({ kind, value }: Meaning): void {
    const found = this.#found
    switch (kind) {
      case 'category': found.categories.push(value); break
      case 'brand': found.brands.push(value); break
      case 'colour': found.colours.push(value); break
      case 'material': found.materials.push(value); break
      case 'gender': found.genders.push(value); break
      case 'idea': found.tags.push(value); break
      case 'sort': found.sort = value as SearchQuery['sort']; break
      case 'discount': found.discountMin = Number(value); break
      case 'sale': found.onSale = true; break
      case 'stock': found.inStock = true; break
    }
  }

  /** What cannot be denied by a filter (sizes, sales, orders) is left out. */
  #deny(part: Marked): void {
    const { not, genders } = this.#found
    if (part.kind === 'word') not.push(`word:${part.words}`)
    if (part.kind !== 'phrase') return
    // 'Swimsuit, not bikini': where that would leave no category, it is about the word.
    const wanted = this.#parts.flatMap((other) => (other.kind === 'phrase' && !other.isNegated ? other.meanings.filter(({ kind }) => kind === 'category').map(({ value }) => value) : []))
    const denied = part.meanings.flatMap(({ kind, value }) => (kind === 'category' ? value : []))
    const isWanted = wanted.length > 0 && wanted.every((slug) => denied.includes(slug))
    for (const { kind, value } of part.meanings) {
      if (kind === 'brand' || kind === 'colour' || kind === 'material' || (kind === 'category' && !isWanted)) not.push(`${kind}:${value}`)
      if (kind === 'idea') not.push(`word:${value}`)
      if (kind === 'text' || (kind === 'category' && isWanted)) not.push(`word:${part.words}`)
    }
    const people = part.meanings.flatMap(({ kind, value }) => (kind === 'gender' ? value : []))
    if (people.length > 0) {
      // 'not for men' leaves what is for everybody, unless nothing but that was named.
      const gone = people.length > 1 ? people.filter((gender) => gender !== 'unisex') : people
      genders.push(...ADULTS.filter((gender) => !gone.includes(gender)))
    }
  }

  /** Amounts win over 'cheap' and 'luxury'. */
  #addPrices(): void {
    const found = this.#found
    for (const part of this.#parts) {
      if (part.kind !== 'price') continue
      const { minMinor, maxMinor } = part.price
      const min = part.isNegated ? (minMinor === undefined ? maxMinor : undefined) : minMinor
      const max = part.isNegated ? (maxMinor === undefined ? minMinor : undefined) : maxMinor
      if (min !== undefined) found.priceMinMinor = min
      if (max !== undefined) found.priceMaxMinor = max
    }
    if (found.priceMinMinor !== undefined && found.priceMaxMinor !== undefined && found.priceMinMinor > found.priceMaxMinor) {
      [found.priceMinMinor, found.priceMaxMinor] = [found.priceMaxMinor, found.priceMinMinor]
    }
    if (found.priceMinMinor !== undefined || found.priceMaxMinor !== undefined) return
    for (const part of this.#parts) {
      const [kind] = part.kind === 'phrase' ? part.meanings.map((meaning) => meaning.kind) : []
      if (kind === 'cheap' && part.isNegated) found.priceMinMinor = PHRASES.cheap.most * 100
      else if (kind === 'cheap' || (kind === 'expensive' && part.isNegated)) found.priceMaxMinor = PHRASES.cheap.most * 100
      else if (kind === 'expensive') found.priceMinMinor = PHRASES.expensive.least * 100
    }
  }

  #sizeKeys(size: WrittenSize): string[] {
    if ('age' in size) {
      const fitting = this.#lexicon.ages.filter(({ from, to }) => from <= size.age && size.age <= to).map(({ key }) => key)
      return fitting.length > 0 ? fitting : [`Age ${size.age}`]
    }
    const written = 'key' in size ? size.key : 'letter' in size ? (this.#isAboutJewels ? `UK ${size.letter}` : size.letter) : this.#numberedSize(size.number)
    const key = readSize(written)
    return key ? [key] : []
  }

  /** Without a system: a waist on jeans, else European from 34 on, else of the country whose currency is named. */
  #numberedSize(number: number): string {
    const isForWaist = this.#tokens.some(({ word }) => WAIST_WORDS.has(word))
    if (isForWaist && number >= 24 && number < 34) return `W${number}`
    return `${number >= 34 ? 'EU' : PHRASES.currencies[this.#currency ?? 'GBP'].sizes} ${number}`
  }

  /** What was typed together ('v-neck') stays together. */
  #asTyped(parts: readonly Marked[]): string[] {
    const words: Array<{ raw: string; to: number }> = []
    for (const { from, to } of parts) {
      for (let at = from; at < to; at++) {
        const { raw, gap } = this.#tokens[at] ?? { raw: '', gap: '' }
        const last = words.at(-1)
        const isGlued = last?.to === at && /^['’&-]?$/.test(gap) && last.raw.length + raw.length < MAX_WORD
        if (isGlued) Object.assign(last, { raw: last.raw + gap + raw, to: at + 1 })
        else words.push({ raw: raw.slice(0, MAX_WORD).replace(/[\ud800-\udbff]$/, ''), to: at + 1 })
      }
    }
    return words.map(({ raw }) => raw)
  }
}
