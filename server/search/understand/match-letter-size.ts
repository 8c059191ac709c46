import { parseSize } from '#server/sizing/sizes.ts'
import { knownColour } from '../attributes/colours.ts'
import { PHRASES } from '../lexicon/phrases.ts'
import { describedGarment } from './described-garment.ts'
import { everyWordOf, type Token } from './parse-tokens.ts'
import { AFTER_A_SIZE, CLOTHES, endsBefore, PEOPLE, writtenAs } from './size-context.ts'
import type { WrittenSize } from './written-size.ts'

const PERSONS = new Set([...everyWordOf(PHRASES.audience.flatMap(({ say }) => say)), 'i', 'we', 'they', 'who'])
/** 'He is a', 'my son is', 'she wears a', 'I'm usually a'. */
const WEARS = /^(?:is|am|are|was|i['’]?m|s?he['’]?s|wears?|wearing|takes?|usually|normally|generally|always|mostly)$/i
const ARTICLE = /^an?$/i

/** Whether a person wears the size at this position: 'he is a large', 'she takes medium', not 'the bag is large'. */
function isWorn(tokens: readonly Token[], at: number): boolean {
  const hasArticle = ARTICLE.test(tokens[at - 1]?.raw ?? '')
  const verb = at - (hasArticle ? 2 : 1)
  const subject = tokens[verb - 1]
  return (
    !tokens[at]?.isAfterBreak &&
    WEARS.test(tokens[verb]?.raw ?? '') &&
    (hasArticle || !/^(?:is|are|was)$/i.test(tokens[verb]?.raw ?? '') || PERSONS.has(subject?.word ?? ''))
  )
}

/** Reads 'in medium', 'in a large', 'large size', or a final capital M. */
export function matchLetterWord(
  tokens: readonly Token[],
  from: number,
): { sizes: WrittenSize[]; length: number } | null {
  const isIn = tokens[from]?.word === 'in'
  const at = from + (isIn ? (tokens[from + 1]?.raw.toLowerCase() === 'a' ? 2 : 1) : 0)
  const token = tokens[at]
  if (!token) return null
  const isDouble = token.word === 'double' && /^xl$/i.test(tokens[at + 1]?.raw ?? '')
  const isExtra = isDouble || (['extra', 'x'].includes(token.word) && tokens[at + 1])
  const length = at + (isExtra ? 2 : 1) - from
  const text = isDouble
    ? 'xxl'
    : isExtra
      ? [token, tokens[at + 1]].map((each) => (each ? writtenAs(each) : '')).join(' ')
      : writtenAs(token)
  const key = /^[\p{L} ]+$/u.test(text) ? parseSize(text) : null
  if (!key) return null
  const next = tokens[from + length]
  if (next?.word === 'size' && !next.isAfterBreak && next.raw.toLowerCase() === 'size')
    return { sizes: [{ key }], length: length + 1 }
  // A size before 'sized': 'medium sized swimsuit'.
  const thing = tokens[from + length + 1]
  if (next?.raw.toLowerCase() === 'sized' && thing && CLOTHES.has(thing.word))
    return { sizes: [{ key }], length: length + 1 }
  if (isWorn(tokens, at) && endsBefore(tokens, from + length)) return { sizes: [{ key }], length }
  if (isIn && text.length > 1 && (!next || next.isAfterBreak || next.word === 'or')) return { sizes: [{ key }], length }
  const isLast = !next || next.isAfterBreak
  // 'medium' alone, or 'green shirt medium'.
  const isAlone = text.length > 1 && from === 0 && !next
  const isBeforeMore = next !== undefined && AFTER_A_SIZE.has(next.word) && /^[SML]$|../.test(text)
  // 'shirt large' and 'roll neck jumper black large'.
  const isBehindClothes = (isLast || isBeforeMore) && token.gap === ' ' && describedGarment(tokens, at) !== undefined
  if (!isIn && (isAlone || isBehindClothes)) return { sizes: [{ key }], length }
  // 'mens jumper medium grey': after a person or a garment, it is not a shade.
  const isBeforeColour =
    text.length > 1 &&
    next !== undefined &&
    !next.isAfterBreak &&
    knownColour(next.word)?.isAmbiguous === false &&
    (PEOPLE.has(tokens[at - 1]?.word ?? '') || CLOTHES.has(tokens[at - 1]?.word ?? '')) &&
    tokens.some(({ word }) => CLOTHES.has(word))
  if (!isIn && isBeforeColour) return { sizes: [{ key }], length }
  // '..., medium, ...' and 'mens medium under £50', but not 'womens small bag'.
  const isApart =
    (isLast && token.isAfterBreak && from > 0) ||
    (PEOPLE.has(tokens[at - 1]?.word ?? '') && (isLast || AFTER_A_SIZE.has(next.word)))
  if (!isIn && isApart) return { sizes: [{ key }], length }
  // A size before a person: 'medium mens hoodie'.
  const isBeforePerson =
    text.length > 1 && next !== undefined && PEOPLE.has(next.word) && tokens.some(({ word }) => CLOTHES.has(word))
  if (!isIn && isBeforePerson) return { sizes: [{ key }], length }
  // 'a medium t-shirt', 'M t-shirt', but not 'small bag'.
  const isOfClothes = next && !next.isAfterBreak && CLOTHES.has(next.word) && (text.length > 1 || /^[SML]$/.test(text))
  if (!isIn && isOfClothes) return { sizes: [{ key }], length }
  const isShoutedLetter =
    /^[SML]$/.test(text) &&
    !next &&
    from > 0 &&
    token.gap === ' ' &&
    tokens.some(({ raw }) => raw !== raw.toUpperCase())
  // A single letter after a garment: 'running leggings with pockets m'.
  const isOwnLetter =
    /^[sml]$/i.test(text) &&
    token.gap === ' ' &&
    !token.isAfterBreak &&
    endsBefore(tokens, from + length) &&
    tokens.slice(0, from).some(({ word }) => CLOTHES.has(word))
  if (!isIn && isOwnLetter) return { sizes: [{ key }], length }
  if (isExtra || isShoutedLetter || (isIn && /^[SML]$/.test(text) && (isLast || AFTER_A_SIZE.has(next.word))))
    return { sizes: [{ key }], length }
  return null
}
