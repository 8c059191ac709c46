import type { Random } from './random.ts'

/** Values for the named slots of a phrase. */
export type Slots = Readonly<Record<string, string>>

type Part = string | { slot: string } | { choices: readonly string[] } | { low: number; high: number; step: number }

const compiled = new Map<string, readonly Part[]>()

function parsePart(inner: string): Part {
  const range = /^(\d+)-(\d+)(?:\/(\d+))?$/.exec(inner)
  if (range) return { low: Number(range[1]), high: Number(range[2]), step: Number(range[3] ?? 1) }
  if (inner.includes('|')) return { choices: inner.split('|') }
  return { slot: inner }
}

function compile(phrase: string): readonly Part[] {
  const parts = phrase.split(/(\{[^}]*\})/).filter((piece) => piece !== '')
  return parts.map((piece) => (piece.startsWith('{') ? parsePart(piece.slice(1, -1)) : piece))
}

function partsOf(phrase: string): readonly Part[] {
  let parts = compiled.get(phrase)
  if (!parts) {
    parts = compile(phrase)
    compiled.set(phrase, parts)
  }
  return parts
}

/**
 * Fills a phrase: `{a|b}` becomes one of its choices, `{60-80/5}` a number in steps, `{slot}` the value of that name.
 */
export function fillPhrase(phrase: string, random: Random, slots: Slots): string {
  let text = ''
  for (const part of partsOf(phrase)) {
    if (typeof part === 'string') text += part
    else if ('slot' in part) {
      const value = slots[part.slot]
      if (value === undefined) throw new Error(`No value for {${part.slot}} in: ${phrase}`)
      text += value
    } else if ('choices' in part) text += random.pick(part.choices)
    else text += String(part.low + part.step * random.below(Math.floor((part.high - part.low) / part.step) + 1))
  }
  return text
}

/** Returns the text with its first letter in upper case. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the word with 'a' or 'an' before it. */
export function withArticle(word: string): string {
  return `${/^(?!one\b|one-|uni|uti|use|eu)(?:[aeiou8]|11|18)/i.test(word) ? 'an' : 'a'} ${word}`
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
const UNJOINED: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l' }

/** Returns a URL slug: lower-case words joined by hyphens, without accents. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßøæł]/g, (letter) => UNJOINED[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, (run) => (/^[\u0300-\u036f’']+$/.test(run) ? '' : '-'))
    .replace(/^-+|-+$/g, '')
}
