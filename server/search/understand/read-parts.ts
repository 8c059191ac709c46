import { toSearchText } from '#server/catalogue/search-text.ts'
import { knownColour } from '../attributes/colours.ts'
import { OTHER_BRANDS } from '../lexicon/other-brands.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { COMPOUNDS, readWords } from '../read-words.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import type { Part } from './part.ts'
import { readOtherLanguages, splitCompounds } from './read-other-languages.ts'
import { CURRENCY_WORDS, readDiscount, readNumberWord, readPrice } from './read-price.ts'
import { readSizes } from './read-sizes.ts'
import { narrowHeads } from './narrow-heads.ts'
import { everyWordOf, PhraseBook, type Token } from './read-tokens.ts'
import { isNear, Spelling } from './spelling.ts'

const MINUS = /\s-$/
const LONGEST_COLOUR = 3
const HEIGHT = /^([4-6])(?: ?(?:ft|foot|feet)|['’′](?= ?\d))(?: ?(\d{1,2})\b)?(?: ?(?:["″]|in(?:ch(?:es)?)?\b))?/i
const LONGEST_HEIGHT = 5
/** Inches. */
const SHORT_BELOW = 64
const TALL_ABOVE = 72

/** Misspelt words looked up per sentence: more are unlikely to be typos. */
const MAX_MISSPELT = 20
/** Bonuses of likely candidates, in units of one typo. */
const FITS = { phrase: 0.8, asKind: 0.3, beforeKind: 0.3 }
/** A candidate is chosen only if the next one is at least this much farther away. */
const CLEARLY = 0.15
const FARTHEST = 2.35
/** As near as 'wite' and 'balck': then a short word need not stand beside the garment. */
const NEARLY = 0.8
/** Shorter words are corrected only if they fit their neighbours: 'hem' is not hemp. */
const SHORT = 5
/** Words that mean something in phrases only are chosen without such a phrase from this length on: 'trackssuit'. */
const LONG = 7

/** Translates foreign words and corrects misspelt ones. Partners' names stay as they are. */
export function correctTokens(given: readonly Token[], lexicon: Lexicon): Token[] {
  const tokens = splitTogether(splitCompounds(joinWords(joinLetters(given, lexicon), lexicon), lexicon.words), lexicon)
  const isNamed = findNamed(tokens, lexicon)
  const translated = readOtherLanguages(tokens, {
    english: lexicon.words,
    isKind: (word) => isCategory(word, lexicon),
    isKnown: (token) => isKnown(token, lexicon),
    isSame: (word, english) =>
      word !== english && isDescription(english, lexicon) && areSame(word, english, lexicon),
    costInEnglish: (text) => lexicon.spelling.candidates(text).find(({ role }) => role !== 'part')?.cost ?? Infinity,
    isNamed,
  })
  // In other languages descriptions follow the garment.
  const typed = new Set(tokens)
  const isForeign = translated.some((token) => !typed.has(token))
  const related = correctRelations(translated, isNamed, lexicon)
  const misspelt = related.flatMap((token, at) => (isNamed.has(token) || isKnown(token, lexicon) ? [] : at))
  const corrected = [...related]
  // Go backwards: in English, descriptions precede the garment.
  const backwards = misspelt.slice(0, MAX_MISSPELT).reverse()
  // A second time for words that fit only now that their neighbours are right: 'trowsers lnen'.
  for (const at of [...backwards, ...backwards]) {
    const word = corrected[at]?.isCorrected ? null : correct(corrected, at, lexicon, isForeign)
    if (word !== null) corrected[at] = { ...(corrected[at] as Token), word, isCorrected: true }
  }
  return correctHead(corrected, isNamed, lexicon)
}

/** In units of one typo. */
const FARTHEST_HEAD = 1

/** 'blue denim sorts' are shorts: a word that says nothing, where the garment is missing. */
function correctHead(tokens: Token[], isNamed: ReadonlySet<Token>, lexicon: Lexicon): Token[] {
  if (tokens.some(({ word }) => isCategory(word, lexicon))) return tokens
  const at = tokens.findLastIndex((token, place) => {
    const before = tokens[place - 1]
    return before !== undefined && !token.isAfterBreak && token.gap === ' ' && isDescription(before.word, lexicon)
  })
  const token = tokens[at]
  const meanings = lexicon.phrases.get(token?.word ?? '') ?? []
  if (!token || isNamed.has(token) || meanings.some(({ kind }) => kind !== 'filler')) return tokens
  const near = lexicon.spelling.candidates(toSearchText(token.raw)).filter(({ cost }) => cost <= FARTHEST_HEAD)
  const [best, next] = near.filter(({ role }) => role === 'kind')
  const isClear = best && !(next && next.cost - best.cost < CLEARLY)
  return isClear ? tokens.with(at, { ...token, word: best.word, isCorrected: true }) : tokens
}

const isDescription = (word: string, { phrases }: Lexicon): boolean =>
  phrases.get(word)?.some(({ kind }) => kind === 'colour' || kind === 'material') === true

/** Words that precede an amount. */
const RELATIONS = new Spelling(
  [...everyWordOf(Object.values(PHRASES.relations.before).flat())].map((word) => ({ word, role: 'kind' })),
)
const SHORTEST_RELATION = 4
/** In units of one typo. */
const FARTHEST_RELATION = 1.4

/** 'udner £80' is under £80. */
function correctRelations(tokens: readonly Token[], isNamed: ReadonlySet<Token>, lexicon: Lexicon): Token[] {
  return tokens.map((token, at) => {
    const isBeforeAmount = /^(?:[£$€]|\d)/.test(tokens[at + 1]?.raw ?? '') && !tokens[at + 1]?.isAfterBreak
    if (!isBeforeAmount || isNamed.has(token) || token.raw.length < SHORTEST_RELATION || isKnown(token, lexicon))
      return token
    const [best] = RELATIONS.candidates(toSearchText(token.raw))
    return best && best.cost <= FARTHEST_RELATION ? { ...token, word: best.word, isCorrected: true } : token
  })
}

const isCategory = (word: string, { phrases }: Lexicon): boolean =>
  phrases.get(word)?.some(({ kind }) => kind === 'category') === true

const OTHER_BRAND_WORDS = everyWordOf(OTHER_BRANDS.brands.flatMap(({ say }) => say))

/** An untranslated foreign word counts as unknown: 'bluses' probably means blouses. */
const isKnown = ({ word }: Token, { words, english }: Lexicon): boolean =>
  words.has(word) ||
  english.has(word) ||
  OTHER_BRAND_WORDS.has(word) ||
  readNumberWord(word) !== null ||
  !/^\p{L}+$/u.test(word)

/** 't-shits' is one word with a typing error. */
function joinLetters(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const joined: Token[] = []
  let lookedUp = 0
  for (const token of tokens) {
    const before = joined.at(-1)
    const together =
      before && /^\p{L}$/u.test(before.raw) && (/^-+$/.test(token.gap) || (/^t$/i.test(before.raw) && token.gap === ' ')) ? toSearchText(before.raw + token.raw) : ''
    const meant =
      together && lookedUp++ < MAX_MISSPELT
        ? lexicon.spelling.candidates(together).find(({ role }) => role !== 'part')
        : undefined
    if (before && meant)
      joined[joined.length - 1] = {
        ...before,
        raw: `${before.raw}-${token.raw}`,
        word: meant.word,
        isCorrected: true,
        end: token.end,
      }
    else joined.push(token)
  }
  return joined
}

const SHORTEST_OF_TWO = 3
const PAIRS = [...COMPOUNDS].map((compound) => compound.split(' ') as [string, string])

/** 'cros body' and 'swiming costum' are a crossbody and a swimming costume, which are read as one word. */
function joinWords(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const before = joined.at(-1)
    const isPair =
      before !== undefined && /^[ -]$/.test(token.gap) && [before, token].every(({ raw }) => /^\p{L}{3,}$/u.test(raw))
    const isWrong = isPair && !(isKnown(before, lexicon) && isKnown(token, lexicon))
    const [first, second] = isWrong ? [toSearchText(before.raw), toSearchText(token.raw)] : ['', '']
    const meant = isWrong
      ? PAIRS.find(([one, two]) => isNear(first, one) && (isNear(second, two) || isNear(second, `${two}s`)))
      : undefined
    if (before && meant)
      joined[joined.length - 1] = {
        ...before,
        raw: `${before.raw}${token.gap}${token.raw}`,
        word: readWords(meant.join(' ')).join(' '),
        isCorrected: true,
        end: token.end,
      }
    else joined.push(token)
  }
  return joined
}

/** 'blackdress' and 'mensjeans' are two words, 'size12' and 'under50' a word and a number. */
function splitTogether(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  return tokens.flatMap((token) => {
    const [, before, digits] = /^(\p{L}{3,})(\d+)$/u.exec(token.raw) ?? []
    if (before !== undefined && digits !== undefined && lexicon.vocabulary.has(PhraseBook.wordsOf(before)))
      return inTwo(token, before, digits)
    if (!/^\p{L}+$/u.test(token.raw) || isKnown(token, lexicon) || lexicon.learnt.hasBrandWord(token.word)) return token
    const text = toSearchText(token.raw)
    for (let at = text.length - SHORTEST_OF_TWO; at >= SHORTEST_OF_TWO; at--) {
      const [first, second] = [text.slice(0, at), text.slice(at)]
      const [one, two] = [PhraseBook.wordsOf(first), PhraseBook.wordsOf(second)]
      const isThing = isCategory(one, lexicon) !== isCategory(two, lexicon)
      if (isThing && lexicon.things.has(one) && lexicon.things.has(two)) return inTwo(token, first, second)
    }
    return token
  })
}

const inTwo = (token: Token, first: string, second: string): Token[] => [
  { ...token, raw: first, word: PhraseBook.wordsOf(first) },
  { ...token, raw: second, word: PhraseBook.wordsOf(second), start: token.end, gap: ' ', isAfterBreak: false },
]

/** Returns the tokens that belong to a name. A name that could also be all typos counts only if it has an owner. */
function findNamed(tokens: readonly Token[], lexicon: Lexicon): ReadonlySet<Token> {
  const found = new Set<Token>()
  let lookedUp = 0
  const isOther = (token: Token, at: number) =>
    !lexicon.words.has(token.word) &&
    (isKnown(token, lexicon) || lookedUp++ >= MAX_MISSPELT || correct(tokens, at, lexicon) === null)
  for (const at of tokens.keys()) {
    const name = lexicon.learnt.at(tokens, at, lexicon)
    if (!name) continue
    if (!name.isOwned && !tokens.slice(at, at + name.length).some((token, place) => isOther(token, at + place)))
      continue
    for (const token of tokens.slice(at, at + name.length)) found.add(token)
  }
  return found
}

/** Returns the likely intended word: the nearest candidate, with a bonus if it fits its neighbours. Null if there is no clear winner. */
function correct(tokens: readonly Token[], at: number, lexicon: Lexicon, isForeign = false): string | null {
  const token = tokens[at]
  if (!token) return null
  const hasKind = tokens.some((other, place) => place !== at && isCategory(other.word, lexicon))
  const isBeforeKind = leadsToKind(tokens, at + 1, lexicon)
  const isBehindKind = isCategory(tokens[at - 1]?.word ?? '', lexicon) && !token.isAfterBreak
  const isPhrase = (word: string) => {
    const read = tokens.with(at, { ...token, word })
    return [3, 2, 1, 0].some((back) => {
      const from = at - back
      const found = from >= 0 ? lexicon.phrases.at(read, from) : null
      return found !== null && found.length > 1 && from + found.length > at
    })
  }
  const ranked = lexicon.spelling
    .candidates(toSearchText(token.raw))
    .map(({ word, role, cost }) => ({
      word,
      isFit: isPhrase(word) || (role === 'kind' && !hasKind) || (role === 'attribute' && (isBeforeKind || isBehindKind || isForeign || (hasKind && cost <= NEARLY))),
      cost:
        cost -
        (isPhrase(word) ? FITS.phrase : 0) -
        (role === 'kind' && !hasKind ? FITS.asKind : 0) -
        (role === 'attribute' && isBeforeKind ? FITS.beforeKind : 0),
    }))
    .filter(({ isFit, role }) => isFit || token.raw.length >= (role === 'part' ? LONG : SHORT))
    .toSorted((a, b) => a.cost - b.cost)
  const [best] = ranked
  // 'jewelry' and 'jewellery' are as near, but mean the same.
  const next = ranked.find(({ word }) => best && word !== best.word && !areSame(word, best.word, lexicon))
  // Never correct to a partner's label: it would change the meaning of a sentence. A search without results offers it.
  if (!best || best.cost > FARTHEST) return null
  return next && next.cost - best.cost < CLEARLY ? null : best.word
}

const areSame = (one: string, two: string, { phrases }: Lexicon): boolean =>
  phrases.get(one) !== undefined && JSON.stringify(phrases.get(one)) === JSON.stringify(phrases.get(two))

/** Returns whether a garment starts here, perhaps after its description: 'wool day dresses'. */
function leadsToKind(tokens: readonly Token[], from: number, lexicon: Lexicon): boolean {
  const found = lexicon.phrases.at(tokens, from)
  if (!found) return false
  const kinds = found.value.map(({ kind }) => kind)
  if (kinds.includes('category')) return true
  return (kinds.includes('colour') || kinds.includes('material')) && leadsToKind(tokens, from + found.length, lexicon)
}

/** Reads a sentence from left to right, the longest match at each position. Ties: phrases before sizes before prices. */
export function readParts(tokens: readonly Token[], lexicon: Lexicon): Part[] {
  const parts: Part[] = []
  let at = 0
  while (at < tokens.length) {
    // '-wool', as in search engines.
    if (
      (MINUS.test(tokens[at]?.gap ?? '') || (at === 0 && tokens[at]?.gap === '-')) &&
      /^\p{L}/u.test(tokens[at]?.raw ?? '')
    )
      parts.push({ kind: 'phrase', meanings: [{ kind: 'not', value: '' }], from: at, to: at })
    const part = readPart(tokens, at, lexicon)
    parts.push(part)
    at = part.to
  }
  return narrowHeads(withoutParts(withoutCompanions(parts, tokens), tokens), tokens, lexicon)
}

const kindsOf = (part: Part | undefined): string[] =>
  part?.kind === 'phrase' ? part.meanings.map(({ kind }) => kind) : []

/** 'Dress with a belt' is a dress: its extras are text. */
function withoutParts(parts: readonly Part[], tokens: readonly Token[]): Part[] {
  return parts.map((part, index) => {
    if (!kindsOf(part).includes('category')) return part
    let before = index - 1
    while (before >= 0 && tokens[parts[before]?.from ?? 0]?.word !== 'with' && isFiller(parts[before])) before--
    const isWith = before > 0 && tokens[parts[before]?.from ?? 0]?.word === 'with' && isFiller(parts[before])
    const hasHead = parts.slice(0, Math.max(0, before)).some((other) => kindsOf(other).includes('category'))
    return isWith && hasHead ? { kind: 'phrase', meanings: TEXT, from: part.from, to: part.to } : part
  })
}

const isFiller = (part: Part | undefined): boolean => kindsOf(part)[0] === 'filler'

/** 'To match my navy dress': everything up to the garment is text, not a filter. */
function withoutCompanions(parts: readonly Part[], tokens: readonly Token[]): Part[] {
  const read = [...parts]
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'phrase' || part.meanings[0]?.kind !== 'filler' || part.meanings[0].value !== 'with') continue
    const behind = parts.slice(index + 1)
    const end = behind.findIndex(
      (next) =>
        kindsOf(next).includes('category') ||
        (next.kind !== 'phrase' && next.kind !== 'word') ||
        tokens[next.from]?.isAfterBreak,
    )
    const thing = behind[end]
    if (!thing || !kindsOf(thing).includes('category') || tokens[thing.from]?.isAfterBreak) continue
    for (const [offset, { from, to }] of behind.slice(0, end + 1).entries()) {
      if (['category', 'colour', 'material'].includes(kindsOf(behind[offset])[0] ?? ''))
        read[index + 1 + offset] = { kind: 'phrase', meanings: TEXT, from, to }
    }
  }
  return read
}

function readPart(tokens: readonly Token[], from: number, lexicon: Lexicon): Part {
  const height = readHeight(tokens, from)
  if (height) return height
  const own = lexicon.phrases.at(tokens, from)
  const learnt = lexicon.learnt.at(tokens, from, lexicon)
  const phrase = learnt && learnt.length >= (own?.length ?? 0) ? learnt : own
  const sizes = readSizes(tokens, from)
  const price = readPrice(tokens, from)
  const discount = readDiscount(tokens, from)
  const shade = readShade(tokens, from, lexicon)
  const longest = Math.max(phrase?.length ?? 0, sizes?.length ?? 0, price?.length ?? 0, discount?.length ?? 0)
  const to = from + longest
  // 'mens jumper medium grey' is a size and a colour.
  const isShade = shade !== null || (phrase?.length === 2 && phrase.value[0]?.kind === 'colour')
  if (sizes?.length === 1 && from > 0 && isShade && /^\p{L}+$/u.test(tokens[from]?.raw ?? ''))
    return { kind: 'sizes', sizes: sizes.sizes, from, to: from + 1 }
  if (shade && shade.to > to) return shade
  if (discount?.length === longest) return { kind: 'discount', percent: discount.percent, from, to }
  if (phrase?.length === longest) return { kind: 'phrase', meanings: phrase.value, from, to }
  if (sizes?.length === longest) return { kind: 'sizes', sizes: sizes.sizes, from, to }
  if (price?.length === longest) return { kind: 'price', price: price.price, from, to }
  return readLone(tokens, from)
}

/** 'I'm 5'2', '6ft 4', '5 foot 10 inches': below 5'4 means petite, above 6' means tall. */
function readHeight(tokens: readonly Token[], from: number): Part | null {
  if (!/^[4-6](?:ft)?\d{0,2}$/i.test(tokens[from]?.raw ?? '')) return null
  const span = tokens.slice(from, from + LONGEST_HEIGHT)
  const text = span.map(({ raw, gap }, index) => (index === 0 ? raw : gap + raw)).join('')
  const [whole = '', feet, inches = '0'] = HEIGHT.exec(text) ?? []
  if (whole === '' || Number(inches) > 11) return null
  let length = 0
  for (let reached = 0; reached < whole.length; length++)
    reached += (length === 0 ? '' : (span[length]?.gap ?? '')).length + (span[length]?.raw.length ?? 1)
  const total = Number(feet) * 12 + Number(inches)
  const idea = total < SHORT_BELOW ? 'petite' : total > TALL_ABOVE ? 'tall' : null
  return { kind: 'phrase', meanings: idea ? [{ kind: 'idea', value: idea }] : FILLER, from, to: from + length }
}

/** 'pale sage', 'bright green': modifiers that are not a phrase, before a colour name. */
function readShade(tokens: readonly Token[], from: number, lexicon: Lexicon): Part | null {
  for (let length = LONGEST_COLOUR; length > 1; length--) {
    const span = tokens.slice(from, from + length)
    if (span.length < length || span.slice(1).some(({ isAfterBreak }) => isAfterBreak)) continue
    const last = lexicon.phrases.get(span.at(-1)?.word ?? '')
    const colour = last?.some(({ kind }) => kind === 'colour')
      ? knownColour(span.map(({ word }) => word).join(' '))
      : null
    if (colour && !colour.isAmbiguous)
      return { kind: 'phrase', meanings: [{ kind: 'colour', value: colour.value }], from, to: from + length }
  }
  return null
}

const TEXT: readonly Meaning[] = [{ kind: 'text', value: '' }]
const FILLER: readonly Meaning[] = [{ kind: 'filler', value: '' }]

function readLone(tokens: readonly Token[], from: number): Part {
  const currency = CURRENCY_WORDS.at(tokens, from)
  if (currency) return { kind: 'currency', currency: currency.value, from, to: from + currency.length }
  // The '100%' of '100% cotton'.
  if (/^\d/.test(tokens[from]?.raw ?? '') && tokens[from + 1]?.raw === '%')
    return { kind: 'phrase', meanings: FILLER, from, to: from + 2 }
  // A birthday, or the date of one.
  if (/^\d{1,2}(?:st|nd|rd|th)$/i.test(tokens[from]?.raw ?? ''))
    return { kind: 'phrase', meanings: FILLER, from, to: from + 1 }
  const count = countedTo(tokens, from)
  if (count !== null) return { kind: 'phrase', meanings: FILLER, from, to: count }
  if (!/[\p{L}\p{N}]/u.test(tokens[from]?.raw ?? '')) return { kind: 'phrase', meanings: FILLER, from, to: from + 1 }
  return { kind: 'word', from, to: from + 1 }
}

/** Skips quantities, which say nothing about the product: '2 dresses', 'three for two'. @returns the end position. */
function countedTo(tokens: readonly Token[], from: number): number | null {
  const isCount = ({ raw = '', word = '' }: Partial<Token> = {}) =>
    /^[1-9]\d?$/.test(raw) || readNumberWord(word) !== null
  if (!isCount(tokens[from])) return null
  if (tokens[from + 1]?.word === 'for' && isCount(tokens[from + 2])) return from + 3
  const next = tokens[from + 1]
  return from === 0 && next && next.gap === ' ' ? 1 : null
}
