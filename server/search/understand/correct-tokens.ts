import { toSearchText } from '#server/catalogue/search-text.ts'
import { OTHER_BRANDS } from '../lexicon/other-brands.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { COMPOUNDS, parseWords } from '../parse-words.ts'
import { correctBesideNumbers } from './correct-beside-numbers.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import { translateToEnglish, splitCompounds } from './translate-to-english.ts'
import { parseNumberWord } from './match-price.ts'
import { everyWordOf, PhraseBook, type Token } from './parse-tokens.ts'
import { isNear, type KnownWord } from './spelling.ts'

/** Misspelt words looked up per sentence: more are unlikely to be typos. */
const MAX_MISSPELT = 20
/** Bonuses of likely candidates, in units of one typo. */
const FITS = { phrase: 0.8, partOfPhrase: 0.2, asKind: 0.3, asOnlyKind: 0.8, beforeKind: 0.6 }
/** The distance of 'sandles' from sandals, which sound the same. */
const NEAR_KIND = 1.5
/** A candidate is chosen only if the next one is at least this much farther away. */
const CLEARLY = 0.15
const FARTHEST = 2.35
/**
 * The largest distance of near typos, such as 'wite' and 'navt'. Short words up to this distance need not be next to
 * the garment.
 */
const NEARLY = 1
/** Shorter words often mean something else: 'tat' is more likely that than tan. */
const SHORTEST_NEAR = 4
/** Shorter words are corrected only if they fit their neighbours: 'hem' is not hemp. */
const SHORT = 5
/** Words with a meaning in only some places are also chosen elsewhere from this length on: 'trackssuit'. */
const LONG = 7
/** Roles of words that mean the same in every place. */
const NAMING: ReadonlySet<KnownWord['role']> = new Set(['kind', 'attribute', 'person', 'other'])

/** Translates foreign words and corrects misspelt ones. Partners' names stay as they are. */
export function correctTokens(given: readonly Token[], lexicon: Lexicon): Token[] {
  const tokens = splitTogether(splitCompounds(joinWords(joinLetters(given, lexicon), lexicon), lexicon.words), lexicon)
  const isNamed = findNamed(tokens, lexicon)
  const translated = translateToEnglish(tokens, {
    english: lexicon.words,
    isKind: (word) => isCategory(word, lexicon),
    isKnown: (token) => isKnown(token, lexicon),
    isSame: (word, english) => word !== english && isDescription(english, lexicon) && areSame(word, english, lexicon),
    isNearSame: (word, english) =>
      lexicon.spelling.candidates(word).some(({ word: near }) => near === english || areSame(near, english, lexicon)),
    costInEnglish: (text) => lexicon.spelling.candidates(text).find(({ role }) => NAMING.has(role))?.cost ?? Infinity,
    isNamed,
  })
  // In foreign sentences, descriptions follow the garment.
  const typed = new Set(tokens)
  const isForeign = translated.some((token) => !typed.has(token))
  const costOfThing = (typed: string) =>
    lexicon.spelling.candidates(typed).find(({ role }) => role === 'kind' || role === 'attribute')?.cost ?? Infinity
  const related = correctBesideNumbers(
    translated,
    (token) => isNamed.has(token) || isKnown(token, lexicon),
    costOfThing,
  )
  const misspelt = related.flatMap((token, at) =>
    token.isCorrected || isNamed.has(token) || isKnown(token, lexicon) ? [] : at,
  )
  const corrected = [...related]
  // Go backwards, because in English descriptions precede the garment.
  const backwards = misspelt.slice(0, MAX_MISSPELT).reverse()
  // Try twice, because some words fit only once their neighbours are corrected: 'trowsers lnen'.
  for (const at of [...backwards, ...backwards]) {
    const word = corrected[at]?.isCorrected ? null : correct(corrected, at, lexicon, isForeign)
    if (word !== null) corrected[at] = { ...(corrected[at] as Token), word, isCorrected: true }
  }
  return correctHead(corrected, isNamed, lexicon)
}

/** In units of one typo. */
const FARTHEST_HEAD = 1

/** Corrects a word without meaning to a garment if the sentence names none: 'blue denim sorts' are shorts. */
function correctHead(tokens: Token[], isNamed: ReadonlySet<Token>, lexicon: Lexicon): Token[] {
  if (tokens.some(({ word }) => isCategory(word, lexicon))) return tokens
  // Starts with the last word: in 'wool cost camel size 12', no garment is near 'size'.
  for (const [at, token] of [...tokens.entries()].reverse()) {
    const before = tokens[at - 1]
    if (!before || token.isAfterBreak || token.gap !== ' ' || !isDescription(before.word, lexicon)) continue
    const meanings = lexicon.phrases.get(token.word) ?? []
    if (isNamed.has(token) || meanings.some(({ kind }) => kind !== 'filler')) continue
    const near = lexicon.spelling.candidates(toSearchText(token.raw)).filter(({ cost }) => cost <= FARTHEST_HEAD)
    const [best, next] = near.filter(({ role }) => role === 'kind')
    if (best && !(next && next.cost - best.cost < CLEARLY))
      return tokens.with(at, { ...token, word: best.word, isCorrected: true })
  }
  return tokens
}

const isDescription = (word: string, { phrases }: Lexicon): boolean =>
  phrases.get(word)?.some(({ kind }) => kind === 'colour' || kind === 'material') === true

const isCategory = (word: string, { phrases }: Lexicon): boolean =>
  phrases.get(word)?.some(({ kind }) => kind === 'category') === true

const COMMON_IN_BRANDS = everyWordOf(PHRASES.common_in_brands)
const OTHER_BRAND_WORDS = everyWordOf(OTHER_BRANDS.brands.flatMap(({ say }) => say))

/** Whether a word is known. An untranslated foreign word counts as unknown: 'bluses' probably means blouses. */
const isKnown = ({ word }: Token, { words, english }: Lexicon): boolean =>
  words.has(word) ||
  english.has(word) ||
  OTHER_BRAND_WORDS.has(word) ||
  COMMON_IN_BRANDS.has(word) ||
  parseNumberWord(word) !== null ||
  !/^\p{L}+$/u.test(word)

/** Joins a single letter with the word after it: 't-shits' is one word with a typing error. */
function joinLetters(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const joined: Token[] = []
  let lookedUp = 0
  for (const token of tokens) {
    const before = joined.at(-1)
    const together =
      before &&
      /^\p{L}$/u.test(before.raw) &&
      (/^-+$/.test(token.gap) || (/^t$/i.test(before.raw) && token.gap === ' '))
        ? toSearchText(before.raw + token.raw)
        : ''
    const meant =
      together && lookedUp++ < MAX_MISSPELT
        ? lexicon.spelling.candidates(together).find(({ role }) => NAMING.has(role))
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
const LONGEST_TOGETHER = 30
const PAIRS = [...COMPOUNDS].map((compound) => compound.split(' ') as [string, string])

/**
 * Joins compounds that were typed as two misspelt words: 'cros body' is a crossbody, and 'swiming costum' a swimming
 * costume.
 */
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
        word: parseWords(meant.join(' ')).join(' '),
        isCorrected: true,
        end: token.end,
      }
    else joined.push(token)
  }
  return joined
}

/**
 * Splits words that were typed together: 'blackdress', 'mensjeans' and 'wideleg' are two words, 'size12' and 'under50'
 * a word and a number.
 */
function splitTogether(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  return tokens.flatMap((token) => {
    const [, before, digits] = /^(\p{L}{3,})(\d+)$/u.exec(token.raw) ?? []
    if (before !== undefined && digits !== undefined && lexicon.vocabulary.has(PhraseBook.wordsOf(before)))
      return inTwo(token, before, digits)
    if (!/^\p{L}+$/u.test(token.raw) || isKnown(token, lexicon) || lexicon.learnt.hasBrandWord(token.word)) return token
    if (token.raw.length > LONGEST_TOGETHER) return token
    const text = toSearchText(token.raw)
    const halves = Array.from({ length: Math.max(0, text.length - 1) }, (_, before): [string, string] => [
      text.slice(0, text.length - 1 - before),
      text.slice(text.length - 1 - before),
    ])
    const split = halves.find((two) => isPhrase(two, lexicon)) ?? halves.find((two) => areThings(two, lexicon))
    return split ? inTwo(token, ...split) : token
  })
}

/** Whether two halves have a meaning together: 'wideleg', 'navyblue', 'laceup'. */
function isPhrase(halves: readonly string[], { phrases }: Lexicon): boolean {
  const meanings = phrases.get(halves.map((half) => PhraseBook.wordsOf(half)).join(' ')) ?? []
  return meanings.some(({ kind }) => DESCRIBING.has(kind))
}

/** Whether two halves are a garment and its description ('blackdress'), or two complete descriptions ('floralmidi'). */
function areThings(halves: readonly string[], lexicon: Lexicon): boolean {
  if (halves.some(({ length }) => length < SHORTEST_OF_TWO)) return false
  const words = halves.map((half) => PhraseBook.wordsOf(half))
  const [isOne, isTwo] = words.map((word) => isCategory(word, lexicon))
  return isOne === isTwo
    ? !isOne && words.every((word) => lexicon.phrases.get(word)?.some(({ kind }) => DESCRIBING.has(kind)))
    : words.every((word) => lexicon.things.has(word))
}

const DESCRIBING: ReadonlySet<Meaning['kind']> = new Set(['category', 'colour', 'material', 'cut'])

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
  const hasPerson = tokens.some(({ word }) => lexicon.phrases.get(word)?.some(({ kind }) => kind === 'gender'))
  // If all other words are known, this one must be the garment.
  const isOnly = tokens.every((other, place) => place === at || isKnown(other, lexicon))
  const isBeforeKind = leadsToKind(tokens, at + 1, lexicon)
  const isBehindNot = lexicon.phrases.get(tokens[at - 1]?.word ?? '')?.[0]?.kind === 'not'
  const isBehindKind = isCategory(tokens[at - 1]?.word ?? '', lexicon) && !token.isAfterBreak
  // Colours may be in between: 'lnog red dress'.
  const near = tokens.filter((other) => other === token || !isDescription(other.word, lexicon))
  const isPhrase = (word: string) =>
    [tokens, near].some((some) => {
      const place = some.indexOf(token)
      const read = some.with(place, { ...token, word })
      return [3, 2, 1, 0].some((back) => {
        const from = place - back
        const found = from >= 0 ? lexicon.phrases.at(read, from) : null
        return found !== null && found.length > 1 && from + found.length > place
      })
    })
  const ranked = lexicon.spelling
    .candidates(toSearchText(token.raw))
    .map(({ word, role, cost }) => {
      const inPhrase = isPhrase(word)
      const isBeside =
        Math.min(word.length, token.raw.length) >= SHORTEST_NEAR && (isBehindKind || (hasKind && cost <= NEARLY))
      const ofPhrase = (role === 'part' || role === 'other') && isBeforeKind ? FITS.partOfPhrase : FITS.phrase
      const ofKind = isOnly && cost <= NEAR_KIND ? FITS.asOnlyKind : FITS.asKind
      return {
        word,
        role,
        isFit:
          inPhrase ||
          (role === 'kind' && !hasKind) ||
          (role === 'shade' && isBeforeKind) ||
          (role === 'person' && !hasPerson && cost <= NEARLY) ||
          (role === 'attribute' && (isBeforeKind || isForeign || isBehindNot || isBeside)),
        cost:
          cost -
          (inPhrase ? ofPhrase : 0) -
          (role === 'kind' && !hasKind ? ofKind : 0) -
          (role === 'attribute' && isBeforeKind ? FITS.beforeKind : 0),
      }
    })
    .filter(({ isFit, role }) => isFit || token.raw.length >= (NAMING.has(role) ? SHORT : LONG))
    .toSorted((a, b) => a.cost - b.cost)
  const [best] = ranked
  // Skips words that mean the same as the best one: 'jewelry' and 'jewellery' are equally near.
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
