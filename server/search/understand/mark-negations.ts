import type { Part } from './read-parts.ts'
import type { Token } from './read-tokens.ts'

/** A part and whether a 'not' reaches it; `words` are its words as typed, in small letters. */
export type Marked = Part & { isNegated: boolean; words: string }

/** 'no animal print' is about two words. */
const LONGEST_NAME = 2
const MAX_WORDS = 60

/** Finds out what each negation reaches: the next thing, and things of its kind that follow after a comma or 'and', or any after 'or'. */
export function markNegations(parts: readonly Part[], tokens: readonly Token[]): Marked[] {
  const marked: Marked[] = []
  /** The kind that was reached last, while a negation may still go on; '' when it has reached nothing yet. */
  let reached: string | null = null
  let join = ''
  let isOfVerb = false
  for (let index = 0; index < parts.length; index++) {
    let part = parts[index]
    if (!part) break
    const kind = kindOf(part)
    if (kind === 'not') {
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
      // The words that belong together make one name, and before a material they tell of that: 'not itchy wool'.
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

interface Next {
  parts: readonly Part[]
  index: number
  tokens: readonly Token[]
  reached: string
  /** 'or', 'and' or nothing stands before it. */
  join: string
  /** 'isn't', not 'no'. */
  isOfVerb: boolean
}

/** Whether a negation that has reached something reaches the next part, too. */
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

/** What a filler does to a negation, and which kind a negation is. */
const effectOf = (part: Part): string =>
  part.kind === 'phrase' && ['filler', 'not'].includes(part.meanings[0]?.kind ?? '')
    ? (part.meanings[0]?.value ?? '')
    : ''

/** Of unknown words only 'sequins, bows or frills' is a list: in 'not zara, flattering' the second one is wanted. */
function endsInOr(parts: readonly Part[], from: number): boolean {
  for (const part of parts.slice(from)) {
    if (kindOf(part) === 'filler') return effectOf(part) === 'or' || effectOf(part) === 'and'
    if (part.kind !== 'word') return false
  }
  return false
}

/** As typed, in small letters: what a filter and its chip hold. */
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
