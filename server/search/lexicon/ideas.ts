import { z } from 'zod'
import { names, loadWordList } from '../attributes/load-word-list.ts'
import { joinedTerm } from '../parse-words.ts'

const list = loadWordList(
  '../lexicon/ideas.yaml',
  z
    .array(
      z.strictObject({
        key: z.string().regex(/^[a-z][a-z -]*$/),
        label: z.string().min(1),
        say: names.refine((phrases) => phrases.length > 0, 'An idea needs at least one name, or nobody can find it.'),
        terms: names.refine(
          (terms) => terms.length > 0 && terms.every((term) => joinedTerm(term) !== ''),
          'Every idea needs terms.',
        ),
      }),
    )
    .refine((ideas) => new Set(ideas.map(({ key }) => key)).size === ideas.length, 'A key is listed twice.'),
)

export interface Idea {
  key: string
  label: string
  /** Phrases that shoppers use for the idea. */
  say: readonly string[]
  /** Search terms of products: single words, and tags of several words joined. */
  terms: readonly string[]
}

/** Occasions, seasons, weather and styles, maintained by hand. */
export const IDEAS: readonly Idea[] = list.map((idea) => ({ ...idea, terms: [...new Set(idea.terms.map(joinedTerm))] }))

const BY_KEY = new Map(IDEAS.map((idea) => [joinedTerm(idea.key), idea]))

/**
 * Returns the terms of an idea. A product matches with any of them in its name, brand, category, tags, style tags,
 * colours or materials. An unknown key is used as a word or tag; the result is empty only if the key has no word.
 */
export function ideaTerms(key: string): readonly string[] {
  const term = joinedTerm(key.slice(0, 100))
  return BY_KEY.get(term)?.terms ?? (term === '' ? [] : [term])
}

/** Returns the label of the idea's chip: 'Wedding guest'. */
export function ideaLabel(key: string): string {
  const text = key.replace(/[_\s]+/g, ' ').trim() || key
  return BY_KEY.get(joinedTerm(key.slice(0, 100)))?.label ?? text.charAt(0).toUpperCase() + text.slice(1)
}
