import type { SearchEngine } from './engine.ts'
import { withWords } from './every-product.ts'
import { parseWords } from './parse-words.ts'
import type { Lexicon } from './understand/lexicon.ts'
import { understandQuery } from './understand/understand-query.ts'
import type { Understood } from './understand/understood.ts'

/** Returns the words of the texts that a sentence corrected, as typed. */
export const correctedWords = ({ corrections }: Understood): string[][] =>
  corrections.map(({ typed }) => parseWords(typed)).filter(({ length }) => length > 0)

/** Reads a text as a sentence. Words of `right` are not corrected. */
export const understandAsTyped = (text: string, lexicon: Lexicon, right: readonly string[][]): Understood =>
  understandQuery(text, { ...lexicon, words: new Set([...lexicon.words, ...right.map((words) => words.join(' '))]) })

/** Reads a text as a sentence. A word in the name, brand or tags of a listed product is never corrected to another word. */
export async function parseSentence(
  text: string,
  lexicon: Lexicon,
  { engine, partnerId }: { engine: SearchEngine; partnerId: string | null },
): Promise<Understood> {
  const said = understandQuery(text, lexicon)
  const right: string[][] = []
  for (const words of correctedWords(said)) if ((await engine.total(withWords(words, partnerId))) > 0) right.push(words)
  return right.length ? understandAsTyped(text, lexicon, right) : said
}
