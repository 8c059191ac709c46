import { PHRASES } from '../lexicon/phrases.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import type { Part } from './part.ts'
import { everyWordOf, type Token } from './parse-tokens.ts'

const words = (text: string): ReadonlySet<string> => everyWordOf(text.split(' '))
const OWN = words('my mine your his her our their')
/** After these words, a place is what the item goes with: 'in my bag', but not 'in denim'. */
const NEAR = words('with for in on inside through around')
/** Words between which nothing describes the same thing. */
const APART = words('and or but for to with in on from i need want because so if than be can')
/** Before 'under' and 'over', these say how something is worn. Some are garments elsewhere: 'a warm layer'. */
const PUTTING_ON = everyWordOf(PHRASES.putting_on)
const BEFORE_VERBS = words('to can could will would i you for and')
const THINGS = everyWordOf(PHRASES.things)
const OF_GARMENTS: ReadonlySet<Meaning['kind']> = new Set([
  'category',
  'colour',
  'material',
  'cut',
  'idea',
  'sort',
  'text',
])
const WORN_THERE = PHRASES.worn_there.map((entry) => ({ ...entry, where: everyWordOf(entry.where) }))
const TEXT: readonly Meaning[] = [{ kind: 'text', value: '' }]
const FILLER: readonly Meaning[] = [{ kind: 'filler', value: '' }]

/**
 * Sets apart garments that are not wanted. What the item is worn with is ignored: 'to match my navy dress', 'under a ski
 * jacket', 'belt for jeans'. If no item is named, it tells the kind: 'something under my coat'. Parts of the item are text:
 * 'dress with a black belt'.
 */
export function setApart(parts: readonly Part[], tokens: readonly Token[], lexicon: Lexicon): Part[] {
  const read = [...parts]
  const isHead = (part: Part) =>
    kindsOf(part).includes('category') || (part.kind === 'word' && THINGS.has(tokens[part.from]?.word ?? ''))
  for (const at of parts.keys()) {
    const end = garmentAt(read, at, tokens)
    if (end === null) continue
    const before = read.slice(0, at)
    const verb = verbAt(before, tokens)
    const hasHead = before.some((part, place) => place !== verb && isHead(part))
    const relation = relationAt(read, at, tokens, { hasHead, isPutOn: verb !== null, end })
    if (relation === null) continue
    if (verb !== null && relation === 'companion')
      read[verb] = { ...(read[verb] as Part), kind: 'phrase', meanings: FILLER }
    // 'Con vestido verde': in other languages, the description follows the garment.
    const last = relation === 'companion' ? descriptionEnd(read, end, tokens) : end
    const unnamed = wornThere(read[at], read[end], tokens, lexicon)
    const isWanted = unnamed.length > 0 || hasHead || read.slice(end + 1).some(isHead)
    if (!hasHead && unnamed.length > 0 && !read.slice(end + 1).some(isHead))
      read[at] = { ...(read[at] as Part), kind: 'phrase', meanings: unnamed }
    for (let place = at + 1; place <= last; place++) {
      const part = read[place] as Part
      if (part.kind !== 'word' && !OF_GARMENTS.has(kindsOf(part)[0] ?? 'filler')) continue
      const meanings = relation === 'companion' && isWanted ? FILLER : TEXT
      read[place] = { kind: 'phrase', meanings, from: part.from, to: part.to }
    }
  }
  return read
}

/** How the garment at `end` relates to the wanted item; null if it may be the wanted item. */
function relationAt(
  parts: readonly Part[],
  at: number,
  tokens: readonly Token[],
  { hasHead, isPutOn, end }: { hasHead: boolean; isPutOn: boolean; end: number },
): 'companion' | 'extra' | null {
  const part = parts[at] as Part
  const effect = fillerOf(part)
  if (effect === 'with') return 'companion'
  const isOwn = parts.slice(at + 1, end).some(({ from }) => OWN.has(tokens[from]?.word ?? ''))
  if (effect === 'over') return hasHead || isPutOn || isOwn ? 'companion' : null
  const word = part.to - part.from === 1 && effect !== null ? (tokens[part.from]?.word ?? '') : ''
  if (!hasHead || !NEAR.has(word)) return null
  if (isOwn) return 'companion'
  if (word === 'with') return 'extra'
  const isOccasion = parts.slice(at + 1, end).some((other) => kindsOf(other)[0] === 'idea')
  return word === 'for' && !isOccasion ? 'companion' : null
}

/** The kinds that are worn over or under a garment. */
function wornThere(
  place: Part | undefined,
  garment: Part | undefined,
  tokens: readonly Token[],
  { ancestors }: Lexicon,
): readonly Meaning[] {
  if (fillerOf(place) !== 'over' || garment?.kind !== 'phrase') return []
  const [category] = garment.meanings.filter(({ kind }) => kind === 'category')
  const word = tokens[place?.from ?? 0]?.word ?? ''
  const kinds = WORN_THERE.find(({ where, garments }) => where.has(word) && garments.includes(category?.value ?? ''))
  return (kinds?.categories ?? [])
    .filter((slug) => ancestors.has(slug))
    .map((value): Meaning => ({ kind: 'category', value }))
}

/** Returns the position of the garment that a part leads to, skipping only its description; null if there is none. */
function garmentAt(parts: readonly Part[], at: number, tokens: readonly Token[]): number | null {
  if (fillerOf(parts[at]) === null) return null
  for (let place = at + 1; place < parts.length; place++) {
    const part = parts[place] as Part
    if (tokens[part.from]?.isAfterBreak) return null
    const kinds = kindsOf(part)
    if (kinds.includes('category')) return place
    const isOwner = kinds[0] === 'gender' && /['’]s?$/i.test(tokens[part.to - 1]?.raw ?? '')
    const isBetween =
      fillerOf(part) === null
        ? part.kind === 'word' || isOwner || OF_GARMENTS.has(kinds[0] ?? 'filler')
        : fillerOf(part) === 'over' || !APART.has(tokens[part.from]?.word ?? '')
    if (!isBetween) return null
  }
  return null
}

/**
 * Returns the position of the last part that belongs to a garment. A foreign colour or material may follow it, or
 * another garment after 'and'.
 */
function descriptionEnd(parts: readonly Part[], garment: number, tokens: readonly Token[]): number {
  const [next, second] = [parts[garment + 1], parts[garment + 2]]
  const [kind] = kindsOf(next)
  if (!next || tokens[next.from]?.isAfterBreak) return garment
  if (['and', 'or'].includes(fillerOf(next) ?? '') && kindsOf(second).includes('category'))
    return descriptionEnd(parts, garment + 2, tokens)
  const isForeign = tokens[next.from]?.language !== undefined
  return isForeign && (kind === 'colour' || kind === 'material') ? descriptionEnd(parts, garment + 1, tokens) : garment
}

/** The position of the verb at the end of these parts: 'to layer', 'throw', 'that goes'. */
function verbAt(before: readonly Part[], tokens: readonly Token[]): number | null {
  const last = before.at(-1)
  if (!last || last.to - last.from > 1 || !PUTTING_ON.has(tokens[last.from]?.word ?? '')) return null
  const isVerb = !kindsOf(last).includes('category') || BEFORE_VERBS.has(tokens[last.from - 1]?.word ?? '')
  return isVerb ? before.length - 1 : null
}

const kindsOf = (part: Part | undefined): Array<Meaning['kind']> =>
  part?.kind === 'phrase' ? part.meanings.map(({ kind }) => kind) : []

/** A filler's effect; null for other parts. */
const fillerOf = (part: Part | undefined): string | null =>
  part?.kind === 'phrase' && part.meanings[0]?.kind === 'filler' ? part.meanings[0].value : null
