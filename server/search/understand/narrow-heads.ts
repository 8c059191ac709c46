import { CUT_ATTRIBUTES } from '../attributes/cuts.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import type { Part } from './part.ts'
import { everyWordOf, headOf, PhraseBook, type Token } from './parse-tokens.ts'

/** Words allowed between a garment and a word that describes it: 'slim black W32 jeans'. */
const BETWEEN: ReadonlySet<Meaning['kind']> = new Set(['colour', 'material', 'cut', 'gender', 'idea'])

/**
 * Combines a garment with a distant word that describes it: 'slim black jeans' are slim jeans, and 'winter coat wool'
 * is a wool coat. Does so only for a phrase that means one of the garment's kinds.
 */
export function narrowHeads(parts: readonly Part[], tokens: readonly Token[], lexicon: Lexicon): Part[] {
  const read = withoutWider(parts, tokens)
  for (const [at, head] of read.entries()) {
    const slugs = categoriesOf(head)
    if (slugs.length === 0) continue
    const noun = headOf(tokens[head.to - 1]?.word ?? '')
    // 'Mini skirt denim': of all skirts, those of denim, and mini ones first.
    const cuts = cutsIn(tokens.slice(head.from, head.to - 1), lexicon)
    const ofNoun = cuts.length ? categoriesIn(lexicon.phrases.get(noun)) : []
    for (const place of describing(read, at, tokens)) {
      const part = read[place] as Part
      const phrase = namesOf(part, tokens)
        .map((name) => lexicon.phrases.get(`${name} ${noun}`))
        .find((named) => named !== undefined)
      const narrower = phrase?.filter(({ kind }) => kind === 'category') ?? []
      const isMade = meaningsOf(part).some(({ kind }) => kind === 'material')
      // In 'Jumper in grey cashmere', the material makes it a separate kind.
      const isWithin = isMade
        ? narrower.some(({ value }) => slugs.includes(value) || ofNoun.includes(value))
        : narrower.length > 0 && narrower.every(({ value }) => isBelow(value, slugs, lexicon))
      // With the same kinds the phrase only adds a cut. 'Black dress, wedding' is not a wedding dress.
      const isFurther =
        isMade ||
        part.kind === 'word' ||
        narrower.length < slugs.length ||
        !slugs.includes(narrower[0]?.value ?? '') ||
        meaningsOf(part).every(({ kind }) => kind === 'cut')
      if (phrase && isWider(slugs, narrower, lexicon) && phrase.some(isCut)) {
        // 'Evening dress, long' gets the cut of long dresses.
        read[at] = { ...head, kind: 'phrase', meanings: [...meaningsOf(head), ...phrase.filter(isCut)] }
        read[place] = { ...part, kind: 'phrase', meanings: FILLER }
        break
      }
      if (!phrase || !isWithin || !isFurther) {
        // 'Short denim skirt': denim skirts with the cut of short skirts.
        const cut = part.kind === 'word' ? cutOfLabel(`${tokens[part.from]?.word ?? ''} ${noun}`) : undefined
        if (cut !== undefined) read[place] = { ...part, kind: 'phrase', meanings: [{ kind: 'cut', value: cut }] }
        continue
      }
      const isTelling = part.kind === 'word' && phrase.some(({ kind }) => kind === 'telling')
      read[at] = {
        ...head,
        kind: 'phrase',
        meanings: [
          ...phrase.filter(({ kind }) => !isTelling || kind !== 'telling'),
          ...(isMade ? cuts : []),
          ...meaningsOf(head).filter(isOther),
        ],
      }
      // A word that became the kind is not also a preference. Colours and materials stay.
      const left = meaningsOf(part).filter(({ kind }) => kind === 'colour' || kind === 'material')
      if (!isTelling) read[place] = { ...part, kind: 'phrase', meanings: left.length ? left : FILLER }
      break
    }
  }
  // A head that its own description has narrowed says enough: 'first day at work, trousers, tailored'.
  const isOpen = (part: Part, at: number) =>
    !isDenied(read, at) &&
    categoriesOf(part).length > 0 &&
    String(categoriesOf(part)) === String(categoriesOf(parts[at]))
  return read.map((part, at) =>
    withoutDenied(read, isOpen(part, at) ? narrowByIdea(read, at, tokens, lexicon) : part, tokens, lexicon),
  )
}

/** 'Jeans, not skinny' are all jeans but slim ones. */
function withoutDenied(parts: readonly Part[], head: Part, tokens: readonly Token[], lexicon: Lexicon): Part {
  const slugs = categoriesOf(head)
  if (slugs.length === 0) return head
  const noun = headOf(tokens[head.to - 1]?.word ?? '')
  const denied = parts.flatMap((part, place) => {
    const isMade = meaningsOf(part).some(({ kind }) => kind === 'material')
    if (part === head || isMade || !isDenied(parts, place)) return []
    const phrase = namesOf(part, tokens)
      .map((name) => lexicon.phrases.get(`${name} ${noun}`))
      .find((named) => named !== undefined)
    return phrase?.every(({ kind }) => kind === 'category') ? categoriesIn(phrase) : []
  })
  const isLeft = denied.length > 0 && denied.every((slug) => isBelow(slug, slugs, lexicon))
  if (!isLeft || slugs.every((slug) => denied.includes(slug))) return head
  const left = meaningsOf(head).filter(({ kind, value }) => kind !== 'category' || !denied.includes(value))
  return {
    ...head,
    kind: 'phrase',
    meanings: [...left, ...denied.map((value): Meaning => ({ kind: 'beside', value }))],
  }
}

/** Whether a part follows a 'not', or another that does, and an 'or'. */
function isDenied(parts: readonly Part[], place: number): boolean {
  const [before, second] = [parts[place - 1], parts[place - 2]]
  const link = meaningsOf(before)[0]
  if (isNot(before)) return true
  if (link?.kind !== 'filler') return false
  return link.value === 'or' ? isDenied(parts, place - 2) : link.value !== 'end' && isNot(second)
}

/** Keeps the narrower of two names of a garment: 'Trousers palazzo', 'bomber black jacket'. */
function withoutWider(parts: readonly Part[], tokens: readonly Token[]): Part[] {
  const read = [...parts]
  let last = -1
  for (const [at, part] of parts.entries()) {
    if (categoriesOf(part).length === 0) {
      if (!isBetween(part) && !isLink(part, tokens)) last = -1
      continue
    }
    if (last >= 0 && goesOn(part, tokens)) {
      const [before, current] = [categoriesOf(parts[last]), categoriesOf(part)]
      const isNarrower = (some: string[], all: string[]) =>
        some.length < all.length && some.every((slug) => all.includes(slug))
      const wider = isNarrower(current, before) ? last : isNarrower(before, current) ? at : null
      if (wider !== null) read[wider] = { ...(parts[wider] as Part), kind: 'phrase', meanings: FILLER }
    }
    last = at
  }
  return read
}

/** Narrows a garment by an idea: 'Top for a marathon' is a running top. The idea stays as a preference. */
function narrowByIdea(parts: readonly Part[], at: number, tokens: readonly Token[], lexicon: Lexicon): Part {
  const head = parts[at] as Part
  const noun = headOf(tokens[head.to - 1]?.word ?? '')
  const first = head.to - head.from > 1 ? lexicon.phrases.get(tokens[head.from]?.word ?? '') : []
  // A 'lightweight jacket' may still become any kind, and a 'long dress' a kind of dress. A 'bomber jacket' may not.
  const isOpen = first?.every(({ kind }) => kind === 'idea') === true
  const besides = new Set(meaningsOf(head).flatMap(({ kind, value }) => (kind === 'beside' ? value : [])))
  const isPartlyOpen = first?.every(isCut) ?? true
  for (const [place, part] of head.to - head.from <= 2 && (isOpen || isPartlyOpen) ? parts.entries() : []) {
    const [idea] = meaningsOf(part)
    const adjective = idea?.kind === 'idea' ? PHRASES.as_adjectives[idea.value] : undefined
    if (adjective === undefined || isNot(parts[place - 1]) || isNot(parts[place - 2])) continue
    const phrase = lexicon.phrases.get(PhraseBook.wordsOf(`${adjective} ${noun}`))
    const narrower = categoriesIn(phrase)
    const isWithin = narrower.every((slug) => isBelow(slug, categoriesOf(head), lexicon) && !besides.has(slug))
    if (phrase && narrower.length > 0 && (isOpen || isWithin)) {
      const said = phrase.filter(({ kind }) => kind !== 'telling')
      return { ...head, kind: 'phrase', meanings: [...said, ...meaningsOf(head).filter(isOther)] }
    }
  }
  return head
}

/** Whether a category is one of these, or below one. */
const isBelow = (slug: string, slugs: readonly string[], { ancestors }: Lexicon): boolean =>
  slugs.includes(slug) || ancestors.get(slug)?.some((above) => slugs.includes(above)) === true

const meaningsOf = (part: Part | undefined): readonly Meaning[] => (part?.kind === 'phrase' ? part.meanings : [])
const categoriesIn = (meanings: readonly Meaning[] = []): string[] =>
  meanings.flatMap(({ kind, value }) => (kind === 'category' ? value : []))
const categoriesOf = (part: Part | undefined): string[] => categoriesIn(meaningsOf(part))
/** Returns the cuts that some words mean; none if they mean anything else, too. */
function cutsIn(words: readonly Token[], lexicon: Lexicon): readonly Meaning[] {
  const meanings = lexicon.phrases.get(words.map(({ word }) => word).join(' ')) ?? []
  return meanings.every(isCut) ? meanings : []
}

/** Returns the words of a part, and the other names of the cut that it means: 'large leg' is 'wide leg'. */
function namesOf(part: Part, tokens: readonly Token[]): string[] {
  const typed = tokens.slice(part.from, part.to).map(({ word }) => word)
  const cuts = meaningsOf(part).every(isCut) ? meaningsOf(part).flatMap(({ value }) => CUT_NAMES.get(value) ?? []) : []
  return [typed.join(' '), ...cuts]
}

const CUT_NAMES = new Map(
  CUT_ATTRIBUTES.flatMap(({ values }) => values.map(({ key, words }) => [key, words.map(PhraseBook.wordsOf)] as const)),
)

/** Returns the cut that products of this name have: 'short skirt' is mini. */
const cutOfLabel = (name: string): string | undefined =>
  CUT_ATTRIBUTES.map(({ inLabels }) => inLabels.get(name.split(' '))).find((cut) => cut !== undefined)

const FILLER: readonly Meaning[] = [{ kind: 'filler', value: '' }]
const isCut = ({ kind }: Meaning): boolean => kind === 'cut'
/** Whether all of the kinds are below others. */
const isWider = (slugs: readonly string[], others: readonly Meaning[], { ancestors }: Lexicon): boolean =>
  slugs.every((slug) => others.some(({ value }) => ancestors.get(slug)?.includes(value)))
const isOther = ({ kind }: Meaning): boolean => kind !== 'category'

/**
 * Returns the positions of the parts that describe the garment: before it, then after it unless another garment
 * follows. Parts after a 'not' do not describe it: 'not slim black jeans' are not slim jeans.
 */
function describing(parts: readonly Part[], at: number, tokens: readonly Token[]): number[] {
  const before: number[] = []
  let start = at - 1
  for (; start >= 0 && goesOn(parts[start + 1], tokens) && isBetween(parts[start]); start--) before.push(start)
  if (isNot(parts[start])) before.length = 0
  const after: number[] = []
  let place = at + 1
  for (let isFor = false; place < parts.length && goesOn(parts[place], tokens); place++) {
    const part = parts[place] as Part
    const link = isLink(part, tokens)
    isFor ||= link && USES.has(tokens[part.from]?.word ?? '')
    // 'Bag to wear on the shoulder' is a shoulder bag. 'Dress for a wedding' is no wedding dress.
    if (!link && !(isFor ? part.kind === 'word' : isBetween(part))) break
    if (!link) after.push(place)
  }
  const isOfNext = goesOn(parts[place], tokens) && categoriesOf(parts[place]).length > 0
  return isOfNext ? before : [...before, ...after]
}

/** Words between a garment and what describes it: 'trousers with a wide leg', 'pantaloni a palazzo'. */
const USES: ReadonlySet<string> = everyWordOf('for to on wear worn wearing go goes over across'.split(' '))
const LINKS: ReadonlySet<string> = new Set([
  ...USES,
  ...everyWordOf('with a an in of the my your that can i'.split(' ')),
])

const isLink = (part: Part, tokens: readonly Token[]): boolean =>
  LINKS.has(tokens[part.from]?.word ?? '') && meaningsOf(part)[0]?.kind === 'filler'

const isNot = (part: Part | undefined): boolean => meaningsOf(part).some(({ kind }) => kind === 'not')

const goesOn = (part: Part | undefined, tokens: readonly Token[]): boolean =>
  part !== undefined && tokens[part.from]?.isAfterBreak !== true

const isBetween = (part: Part | undefined): boolean =>
  part?.kind === 'sizes' ||
  part?.kind === 'word' ||
  (part?.kind === 'phrase' && part.meanings.every(({ kind }) => BETWEEN.has(kind)))
