import { z } from 'zod'
import { names, readList } from '../attributes/read-list.ts'
import { readWords } from '../read-words.ts'

const oneWord = z.array(z.string().refine((word) => readWords(word).length === 1, { error: ({ input }) => `'${String(input)}' is not a single word.` }))
const list = readList('../lexicon/synonyms.yaml', z.strictObject({
  groups: z.array(names.pipe(oneWord.min(2, 'A group has at least two words.')).transform((words) => words.flatMap(readWords)).refine(
    (words) => new Set(words).size === words.length, 'A word stands there twice, or so does another form of it.',
  )),
}))

const SYNONYMS = new Map<string, readonly string[]>()
for (const group of list.groups) {
  for (const word of group) SYNONYMS.set(word, [...new Set([...(SYNONYMS.get(word) ?? []), ...group.filter((other) => other !== word)])])
}

/** The other words that mean the same to a shopper, as `readWords` gives words and wants this one; none for most words. */
export function synonymsOf(word: string): readonly string[] {
  return SYNONYMS.get(word) ?? []
}
