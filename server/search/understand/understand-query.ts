import { spellSizes } from '#server/sizing/spell-sizes.ts'
import { OTHER_BRANDS } from '../lexicon/other-brands.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { MAX_SEARCHED_WORDS, parseWords } from '../parse-words.ts'
import { boundLists, type SearchQuery } from '../search.schema.ts'
import { addPrices } from './add-prices.ts'
import { correctTokens } from './correct-tokens.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import { markNegations, type Marked } from './mark-negations.ts'
import { parseParts } from './parse-parts.ts'
import type { WrittenSize } from './written-size.ts'
import { spellHalves } from './spell-halves.ts'
import { everyWordOf, PhraseBook, parseTokens, type Token } from './parse-tokens.ts'
import type { Understood } from './understood.ts'
import { keysOfSize, sizesToLookFor, type Sentence } from './settle-sizes.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const MAX_TEXT = 1_000
/** The maximum length of `rest`, as in the query string. */
const MAX_REST = 200
/** More than a search uses. Limited, because each word is a chip with a link that contains all others. */
export const MAX_UNKNOWN_WORDS = 20
const MAX_WORD = 60
const ADULTS = ['women', 'men', 'unisex']
const CHILDREN = ['kids', 'girls', 'boys']
const YOUNGEST_TEENAGER = 13
/** Older children wear adult sizes. */
const OLDEST_CHILD = 14
const YOUNGEST_ADULT = 16
const BIRTHDAY = /^(\d{1,2})(?:st|nd|rd|th)$/i
const GROWN_UP = lookup<readonly string[]>({
  girls: ['women', 'unisex'],
  boys: ['men', 'unisex'],
  kids: [],
})
const OCCASIONS = new Set(PHRASES.occasions)
const HOSTS = new Set(['my', 'our'])
const BELONGINGS = everyWordOf(PHRASES.belongings)
/** As in 'not too short a skirt'. */
const TOO = new Set(['too', 'very', 'so', 'super', 'overly'])
const JEWELS = everyWordOf(PHRASES.jewels)
const COMPARISONS = new PhraseBook<true>().addAll(OTHER_BRANDS.comparisons, true)
const LONGEST_COMPARISON = 4
/** 'I like sequins' is not a comparison. */
const WHO_LIKES = new Set(['i', 'id', 'we', 'you', 'she', 'he', 'they', 'would', 'also', 'really', 'who'])
const OTHER_BRAND_NAMES = new PhraseBook<true>().addAll(
  OTHER_BRANDS.brands.flatMap(({ say }) => say),
  true,
)
const MANNERS = new Set(['style', 'styled', 'type', 'inspired', 'lookalike', 'vibe', 'look'])
/** Kinds of meaning that products are named after. */
const THINGS: ReadonlySet<Meaning['kind']> = new Set(['category', 'brand', 'colour', 'material', 'cut', 'idea'])
const GOES_WITH = everyWordOf(PHRASES.goes_with)

/** Turns a sentence into filters. Pure; returns a result for any text. */
export function understandQuery(text: string, lexicon: Lexicon): Understood {
  const tokens = correctTokens(parseTokens(spellSizes(spellHalves(text.slice(0, MAX_TEXT)))), lexicon)
  return new Reading(tokens, markNegations(parseParts(tokens, lexicon), tokens), lexicon).result()
}

const slugsOf = (part: Marked): string[] =>
  part.kind === 'phrase' ? part.meanings.flatMap(({ kind, value }) => (kind === 'category' ? value : [])) : []
const isTelling = (part: Marked): boolean =>
  part.kind === 'phrase' && part.meanings.some(({ kind }) => kind === 'telling')

/** Collects the conditions of one sentence's parts. */
class Reading {
  readonly #tokens: readonly Token[]
  readonly #parts: readonly Marked[]
  readonly #lexicon: Lexicon
  readonly #sentence: Sentence
  /** True for sentences such as 'For my granddaughter's 18th'. */
  readonly #isForAdult: boolean
  readonly #found: Understood

  constructor(tokens: readonly Token[], parts: readonly Marked[], lexicon: Lexicon) {
    this.#tokens = tokens
    this.#parts = parts
    this.#lexicon = lexicon
    const named = parts.flatMap((part) => (part.kind === 'price' ? (part.price.currency ?? []) : []))
    const currency = named[0] ?? parts.flatMap((part) => (part.kind === 'currency' ? part.currency : []))[0]
    this.#isForAdult = tokens.some(({ raw }) => Number(BIRTHDAY.exec(raw)?.[1] ?? 0) >= YOUNGEST_ADULT)
    const isAboutJewels = tokens.some(({ word }) => JEWELS.has(word))
    this.#sentence = { tokens, parts, lexicon, currency, isAboutJewels }
    this.#found = {
      categories: [],
      firstCategories: [],
      besides: [],
      brands: [],
      sizes: [],
      colours: [],
      materials: [],
      cuts: [],
      genders: [],
      tags: [],
      not: [],
      currency,
      onSale: false,
      inStock: false,
      sort: undefined,
      said: [],
      rest: '',
      unknownWords: [],
      corrections: tokens.flatMap(({ raw, word, isCorrected }) => (isCorrected ? { typed: raw, read: word } : [])),
    }
  }

  result(): Understood {
    const found = this.#found
    const unknown: Marked[] = []
    for (const [index, part] of this.#parts.entries()) {
      if (part.isNegated) this.#deny(part)
      else if (this.#isCompared(index)) continue
      else if (this.#isUnknown(part, index)) unknown.push(part)
      else if (this.#isModifier(part, index)) this.#acceptModifier(part, unknown)
      else if (!this.#isHost(part, index)) {
        this.#accept(part)
        if (isTelling(part)) unknown.push(this.#tellingOf(part))
      }
    }
    this.#settleCategories()
    found.sizes = sizesToLookFor(found.sizes, this.#sentence)
    addPrices(found, this.#parts)
    Object.assign(found, boundLists(found))
    found.said = [...new Set(found.said)].slice(0, MAX_SEARCHED_WORDS)
    for (const word of this.#asTyped(unknown)) {
      if (found.rest.length + word.length + 1 > MAX_REST || found.unknownWords.length === MAX_UNKNOWN_WORDS) break
      found.unknownWords.push(word)
      found.rest = found.unknownWords.join(' ')
    }
    return found
  }

  /** Settles the categories: the narrower of two wins, and 'coat, not puffer' means any other coat. */
  #settleCategories(): void {
    const found = this.#found
    const isDenied = (slug: string) => found.not.includes(`category:${slug}`)
    const isAbove = (slug: string) =>
      found.categories.some((other) => this.#lexicon.ancestors.get(other)?.includes(slug))
    found.categories = found.categories.filter((slug) => !isDenied(slug) && !isAbove(slug))
    found.besides.push(...found.categories.flatMap((slug) => this.#lexicon.otherThings.get(slug) ?? []))
    const first = new Set(found.firstCategories)
    const isFirst = (slug: string) => first.has(slug)
    found.firstCategories = found.categories.every(isFirst) ? [] : found.categories.filter(isFirst)
  }

  /**
   * Whether a part is searched as text: words, and colour names that mean something else here ('jade earrings',
   * 'natural fibres', 'red lipstick').
   */
  #isUnknown(part: Marked, index: number): boolean {
    if (part.kind === 'word') return true
    if (part.kind !== 'phrase') return false
    if (part.meanings.some(({ kind }) => kind === 'text' || kind === 'free')) return true
    const [before, next] = [this.#parts[index - 1], this.#parts[index + 1]]
    const isBehindColour =
      before?.kind === 'phrase' && this.#isNextTo(before, part) && before.meanings.some(({ kind }) => kind === 'colour')
    return (
      part.meanings.some(({ isAmbiguous }) => isAmbiguous) &&
      (this.#sentence.isAboutJewels ||
        isBehindColour ||
        (next?.kind === 'word' && !next.isNegated && !this.#tokens[next.from]?.isAfterBreak))
    )
  }

  /**
   * Whether a brand is only a comparison: 'like doc martens', 'zara style'. As a filter, a name that no product here
   * has would find nothing.
   */
  #isCompared(index: number): boolean {
    const part = this.#parts[index]
    const isName =
      part && (part.kind === 'word' || (part.kind === 'phrase' && part.meanings.every(({ kind }) => kind === 'text')))
    if (!isName || part.isNegated) return false
    const { from, to } = part
    const isInManner =
      MANNERS.has(this.#tokens[to]?.word ?? '') && OTHER_BRAND_NAMES.at(this.#tokens, from)?.length === to - from
    if (isInManner || this.#tokens[from]?.isAfterBreak) return isInManner
    for (let length = 1; length <= Math.min(LONGEST_COMPARISON, from); length++) {
      const isAWish = length === 1 && WHO_LIKES.has(this.#tokens[from - 2]?.word ?? '')
      if (!isAWish && COMPARISONS.at(this.#tokens, from - length)?.length === length) return true
    }
    const before = this.#parts[index - 1]
    return before?.kind === 'word' && this.#isNextTo(before, part) && this.#isCompared(index - 1)
  }

  /** Whether there is no 'and', comma or slash between two parts. */
  #isNextTo(part: Marked, next: Marked): boolean {
    return (
      part.to === next.from &&
      !this.#tokens[next.from]?.isAfterBreak &&
      /^[ -]$/.test(this.#tokens[next.from]?.gap ?? '')
    )
  }

  /**
   * Whether a part describes the next one. Of two consecutive things the second is the garment: 'shirt dress', 'boot
   * socks'.
   */
  #isModifier(part: Marked, index: number): boolean {
    const next = this.#parts[index + 1]
    const telling = slugsOf(part)
    const isPlural = /[^s]s$/i.test(this.#tokens[part.to - 1]?.raw ?? '')
    if (!next || next.isNegated || telling.length === 0 || isPlural || !this.#isNextTo(part, next)) return false
    const meant = slugsOf(next)
    if (meant.length === 0) return GOES_WITH.has(this.#tokens[next.from]?.word ?? '')
    const isAbove = (slug: string, other: string) =>
      slug === other || this.#lexicon.ancestors.get(other)?.includes(slug)
    return !telling.some((slug) => meant.some((other) => isAbove(slug, other) || isAbove(other, slug)))
  }

  /**
   * Accepts a description of a garment: the roll neck in 'roll neck cardigan' is not a jumper, but the cardigan's cut.
   */
  #acceptModifier(part: Marked, unknown: Marked[]): void {
    const cuts = part.kind === 'phrase' ? part.meanings.filter(({ kind }) => kind === 'cut') : []
    if (!cuts.length) unknown.push(part)
    for (const meaning of cuts) this.#acceptMeaning(meaning)
  }

  /**
   * Whether a person only hosts the occasion, or owns what is carried. With 'for my sister's graduation' and 'my sons
   * wedding' the shopper is a guest. A tote for 'the baby's things' is for an adult.
   */
  #isHost(part: Marked, index: number): boolean {
    const [next, after] = [this.#parts[index + 1], this.#parts[index + 2]]
    if (part.kind !== 'phrase' || part.meanings[0]?.kind !== 'gender') return false
    const isBelonging = BELONGINGS.has(this.#tokens[part.to]?.word ?? '') && !this.#tokens[part.to]?.isAfterBreak
    if (isBelonging && this.#parts.slice(0, index).some((other) => slugsOf(other).length > 0)) return true
    if (next?.kind !== 'phrase' || !this.#isNextTo(part, next)) return false
    const isOccasion = next.meanings.some(({ kind, value }) => kind === 'idea' && OCCASIONS.has(value))
    const isTheirs =
      /['’s]$/i.test(this.#tokens[part.to - 1]?.raw ?? '') && HOSTS.has(this.#tokens[part.from - 1]?.word ?? '')
    return isTheirs && isOccasion && !(after && this.#isNextTo(next, after) && slugsOf(after).length > 0)
  }

  /** Returns the phrase without the category's name at its end: 'pencil' of 'pencil skirt'. */
  #tellingOf(part: Marked): Marked {
    const isNamed =
      part.to - part.from > 1 &&
      this.#lexicon.phrases.get(this.#tokens[part.to - 1]?.word ?? '')?.some(({ kind }) => kind === 'category')
    return isNamed ? { ...part, to: part.to - 1 } : part
  }

  #accept(part: Marked): void {
    if (part.kind === 'phrase') {
      for (const meaning of part.meanings) this.#acceptMeaning(meaning)
      if (part.meanings.some(({ kind }) => THINGS.has(kind)))
        this.#found.said.push(...this.#tokens.slice(part.from, part.to).flatMap(({ word }) => parseWords(word)))
      this.#found.firstCategories.push(...slugsOf(part).slice(0, 1))
    }
    if (part.kind === 'discount') {
      if (part.percent === null) this.#found.onSale = true
      else this.#found.discountMin = part.percent
    } else if (part.kind === 'sizes') this.#acceptSizes(part.sizes)
  }

  #acceptMeaning({ kind, value }: Meaning): void {
    const found = this.#found
    switch (kind) {
      case 'category':
        found.categories.push(value)
        break
      case 'beside':
        found.besides.push(value)
        break
      case 'brand':
        found.brands.push(value)
        break
      case 'colour':
        found.colours.push(value)
        break
      case 'material':
        found.materials.push(value)
        break
      case 'cut':
        found.cuts.push(value)
        break
      case 'gender':
        found.genders.push(...((this.#isForAdult ? GROWN_UP[value] : undefined) ?? [value]))
        break
      case 'idea':
        found.tags.push(value)
        break
      case 'sort':
        found.sort = value as SearchQuery['sort']
        break
      case 'discount':
        found.discountMin = Number(value)
        break
      case 'sale':
        found.onSale = true
        break
      case 'stock':
        found.inStock = true
        break
    }
  }

  /** 'Shorts, not too short': as a word, it would exclude all shorts. */
  #isOfGarment({ words }: Marked): boolean {
    const isOf = (part: Marked) => !part.isNegated && slugsOf(part).length > 0
    const names = this.#parts.filter(isOf).flatMap(({ from, to }) => this.#tokens.slice(from, to))
    return names.some(({ raw }) => parseWords(raw).includes(words))
  }

  /** Drops negations that no filter can express (sizes, sales, orders). */
  #deny(part: Marked): void {
    const { not, genders } = this.#found
    if (part.kind === 'word' && !this.#isOfGarment(part)) not.push(`word:${part.words}`)
    if (part.kind !== 'phrase') return
    if (isTelling(part)) {
      not.push(
        `word:${this.#asTyped([this.#tellingOf(part)])
          .join(' ')
          .toLowerCase()}`,
      )
      return
    }
    const words = this.#tokens.slice(part.from, part.to).map(({ word }) => word)
    // 'Not too short a skirt' still asks for a skirt.
    if (words.length > 1 && TOO.has(this.#tokens[part.from - 1]?.word ?? ''))
      for (const meaning of this.#lexicon.phrases.get(words.at(-1) ?? '') ?? [])
        if (meaning.kind === 'category') this.#acceptMeaning(meaning)
    // Exclude the word instead of the category if no category would remain ('swimsuit, not bikini'), or if the wanted
    // category has another name ('swimwear, no bikinis').
    const wanted = this.#parts.flatMap((other) => (other.isNegated ? [] : slugsOf(other)))
    const denied = slugsOf(part)
    const isCalledSo = words.length > 1 || denied.some((slug) => this.#lexicon.ownWords.get(slug)?.has(words[0] ?? ''))
    const isWanted =
      wanted.length > 0 &&
      (wanted.every((slug) => denied.includes(slug)) || (!isCalledSo && wanted.some((slug) => denied.includes(slug))))
    for (const { kind, value } of part.meanings) {
      if (
        kind === 'brand' ||
        kind === 'colour' ||
        kind === 'material' ||
        kind === 'cut' ||
        (kind === 'category' && !isWanted)
      )
        not.push(`${kind}:${value}`)
      if (kind === 'idea') not.push(`word:${value}`)
      if (kind === 'text' || (kind === 'category' && isWanted)) not.push(`word:${part.words}`)
    }
    const people = part.meanings.flatMap(({ kind, value }) => (kind === 'gender' ? value : []))
    if (people.length > 0) {
      // 'not for men' keeps unisex products, unless only unisex was named.
      const gone = people.length > 1 ? people.filter((gender) => gender !== 'unisex') : people
      genders.push(...ADULTS.filter((gender) => !gone.includes(gender)))
    }
  }

  /** Adds sizes. An age without a size only means that the product is for a child. */
  #acceptSizes(sizes: readonly WrittenSize[]): void {
    for (const size of sizes) {
      const keys = keysOfSize(size, this.#sentence)
      this.#found.sizes.push(...keys)
      const isNamed = this.#parts.some((part) => part.kind === 'phrase' && part.meanings[0]?.kind === 'gender')
      if (keys.length === 0 && 'age' in size && size.age <= OLDEST_CHILD && !isNamed)
        this.#found.genders.push(...CHILDREN, ...(size.age >= YOUNGEST_TEENAGER ? ['unisex'] : []))
    }
  }

  /** Joins words that were typed together ('v-neck'). */
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
