import type { Part } from './part.ts'
import type { Token } from './parse-tokens.ts'

/** A part of a sentence. `words` are its typed words if it is negated. */
export type Marked = Part & { isNegated: boolean; words: string }

/** The maximum number of words of a negated name: 'no animal print' applies to two. */
const LONGEST_NAME = 2
const MAX_WORDS = 60

/**
 * Finds the parts that each negation applies to: the next thing, and things of its kind that follow after a comma or
 * 'and', or any kind after 'or'.
 */
export function markNegations(parts: readonly Part[], tokens: readonly Token[]): Marked[] {
  const marked: Marked[] = []
  /** The kind of the last negated part while a negation may continue; '' before its first part. */
  let reached: string | null = null
  let join = ''
  let isOfVerb = false
  for (let index = 0; index < parts.length; index++) {
    let part = parts[index]
    if (!part) break
    const kind = kindOf(part)
    if (kind === 'not') {
      const before = marked.at(-1)
      if (before && isBehind(parts, index, tokens) && before.to === part.from) {
        before.isNegated = true
        continue
      }
      reached = ''
      join = ''
      isOfVerb = effectOf(part) === 'verb'
      continue
    }
    if (kind === 'free') {
      const before = marked.at(-1)
      const isReached =
        before &&
        before.to === part.from &&
        !tokens[part.from]?.isAfterBreak &&
        (kindOf(before) === 'material' || (before.kind === 'word' && tokens[part.from]?.gap === '-'))
      if (isReached) before.isNegated = true
      else marked.push({ ...part, isNegated: false, words: '' })
      continue
    }
    if (kind === 'filler') {
      const effect = effectOf(part)
      if (effect === 'end' || effect === 'wanted' || (effect === '' && reached)) reached = null
      else if (reached && (effect === 'or' || effect === 'and')) join = effect
      continue
    }
    if (/\//.test(tokens[part.from]?.gap ?? '') && reached) join = 'or'
    const isNegated: boolean =
      reached === '' || (reached !== null && goesOn({ parts, index, tokens, reached, join, isOfVerb }))
    if (isNegated && part.kind === 'word') {
      // Adjacent words form one name, and before a material they describe it: 'not itchy wool'.
      const start = part
      for (let next = parts[index + 1]; next && !tokens[next.from]?.isAfterBreak; next = parts[index + 1]) {
        const isMaterial = kindOf(next) === 'material'
        if (!isMaterial && (next.kind !== 'word' || next.to - start.from > LONGEST_NAME)) break
        part = isMaterial ? next : { ...part, to: next.to }
        index++
        if (isMaterial) break
      }
    }
    reached = isNegated ? kindOf(part) : null
    join = ''
    marked.push({ ...part, isNegated, words: wordsOf(part, tokens) })
  }
  return marked
}

const NAMED_FIRST: ReadonlySet<string> = new Set(['colour', 'material', 'cut', 'brand'])

/** Whether a negation applies to the words before it because nothing follows: 'Negra no', 'black no'. */
function isBehind(parts: readonly Part[], at: number, tokens: readonly Token[]): boolean {
  const [before, part, next] = [parts[at - 1], parts[at], parts[at + 1]]
  if (!before || !part || part.to === part.from || tokens[part.from]?.isAfterBreak) return false
  return NAMED_FIRST.has(kindOf(before)) && (!next || tokens[next.from]?.isAfterBreak === true)
}

interface Next {
  parts: readonly Part[]
  index: number
  tokens: readonly Token[]
  reached: string
  /** The preceding 'or', 'and', or nothing. */
  join: string
  /** Matches 'isn't', but not 'no'. */
  isOfVerb: boolean
}

/** Returns whether a negation continues to the next part. */
function goesOn({ parts, index, tokens, reached, join, isOfVerb }: Next): boolean {
  const part = parts[index]
  if (!part || join === 'or') return part !== undefined
  const next = parts[index + 1]
  if (kindOf(part) !== reached || (next && effectOf(next) === 'wanted')) return false
  if (join === 'and') return !(isOfVerb && part.kind === 'word')
  return /^\s*,\s*$/.test(tokens[part.from]?.gap ?? '') && (part.kind !== 'word' || endsInOr(parts, index))
}

function kindOf(part: Part): string {
  return part.kind === 'phrase' ? (part.meanings[0]?.kind ?? '') : part.kind
}

/** Returns a filler's effect on a negation, and a negation's kind. */
const effectOf = (part: Part): string =>
  part.kind === 'phrase' && ['filler', 'not'].includes(part.meanings[0]?.kind ?? '')
    ? (part.meanings[0]?.value ?? '')
    : ''

/**
 * Whether a list of unknown words ends in 'or': 'sequins, bows or frills'. In 'not zara, flattering' there is none, so
 * the second word is wanted.
 */
function endsInOr(parts: readonly Part[], from: number): boolean {
  for (const part of parts.slice(from)) {
    if (kindOf(part) === 'filler') return effectOf(part) === 'or' || effectOf(part) === 'and'
    if (part.kind !== 'word') return false
  }
  return false
}

/** Returns the typed words in lower case, for a filter and its chip. */
function wordsOf(part: Part, tokens: readonly Token[]): string {
  const text = tokens
    .slice(part.from, part.to)
    .map(({ raw, gap }, index) => (index === 0 ? raw : (/^['’&-]$/.test(gap) ? gap : ' ') + raw))
    .join('')
  return text
    .toLowerCase()
    .replaceAll(',', '.')
    .slice(0, MAX_WORDS)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
