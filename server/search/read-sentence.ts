import type { EngineQuery, SearchEngine } from './engine.ts'
import { readWords } from './read-words.ts'
import type { Lexicon } from './understand/lexicon.ts'
import { understandQuery } from './understand/understand-query.ts'
import type { Understood } from './understand/understood.ts'

/**
 * Reads a text as a sentence. A word in the name, brand or tags of a listed product is never corrected to another word.
 * @param everything a query for the entire catalogue
 */
export async function readSentence(
  text: string,
  lexicon: Lexicon,
  { engine, everything }: { engine: SearchEngine; everything: () => Promise<EngineQuery> },
): Promise<Understood> {
  const said = understandQuery(text, lexicon)
  if (!said.corrections.length) return said
  const query = await everything()
  const kept: string[] = []
  for (const { typed } of said.corrections) {
    const words = readWords(typed)
    if (words.length && (await engine.total({ ...query, ideas: words.map((word) => [word]) })) > 0)
      kept.push(words.join(' '))
  }
  return kept.length ? understandQuery(text, { ...lexicon, words: new Set([...lexicon.words, ...kept]) }) : said
}
