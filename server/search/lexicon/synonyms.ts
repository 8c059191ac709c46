import { z } from 'zod'
import { names, loadWordList } from '../attributes/load-word-list.ts'
import { joinedTerm } from '../parse-words.ts'

const terms = z.array(
  z
    .string()
    .refine((word) => joinedTerm(word) !== '', { error: ({ input }) => `'${String(input)}' has no word in it.` }),
)
const list = loadWordList(
  '../lexicon/synonyms.yaml',
  z.strictObject({
    groups: z.array(
      names
        .pipe(terms.min(2, 'A group has at least two words.'))
        .transform((words) => words.map(joinedTerm))
        .refine((words) => new Set(words).size === words.length, 'The list has a word twice, or another form of it.'),
    ),
    one_way: z.record(z.string(), names.pipe(terms.min(1))),
  }),
)

const SYNONYMS = new Map<string, readonly string[]>()
for (const group of list.groups) {
  for (const word of group)
    SYNONYMS.set(word, [...new Set([...(SYNONYMS.get(word) ?? []), ...group.filter((other) => other !== word)])])
}
for (const [word, others] of Object.entries(list.one_way))
  SYNONYMS.set(joinedTerm(word), [...new Set([...synonymsOf(joinedTerm(word)), ...others.map(joinedTerm)])])

/** Every word of the list. */
export const SYNONYM_WORDS: ReadonlySet<string> = new Set(SYNONYMS.keys())

/**
 * Returns the other words with the same meaning for shoppers; none for most words. Input and output are words of
 * `parseWords`.
 */
export function synonymsOf(word: string): readonly string[] {
  return SYNONYMS.get(word) ?? []
}
