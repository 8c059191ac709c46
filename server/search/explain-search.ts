import { conditionsOf } from './understand/conditions.ts'
import { currentLexicon } from './understand/lexicon.service.ts'
import { understandQuery } from './understand/understand-query.ts'
import type { EngineAnswer } from './engine.ts'
import { lostInNormal } from './read-as-sentence.ts'
import type { SearchProductsInput } from './search.schema.ts'
import { findsMore, nameOf, queryFor, understand, type SearchContext } from './search.service.ts'
import type { Condition } from './search.types.ts'

/** What a search means and finds, with nothing left out of it. */
interface ExplainedSearch extends Pick<EngineAnswer, 'total' | 'corrections'> {
  /** Its text is read as a sentence, although it may have been typed in Normal mode. */
  isSentence: boolean
  conditions: Condition[]
  /** Words of a sentence that were not understood; they are searched as text. */
  unknownWords: string[]
}

/** Explains a search without reading its products. */
export async function explainSearch(context: SearchContext, asked: SearchProductsInput): Promise<ExplainedSearch> {
  const { db, engine } = context
  const isSentence = asked.q !== '' && (asked.mode === 'intelligent' || (await isReadAsSentence(context, asked)))
  const input: SearchProductsInput = isSentence ? { ...asked, mode: 'intelligent' } : asked
  const [{ unknownWords, ...filters }, query] = await Promise.all([understand(db, input), queryFor(db, input)])
  const { total, corrections, asked: found } = await engine.search(query)
  return { isSentence, total, corrections, unknownWords, conditions: conditionsOf(filters, nameOf(found)) }
}

/** As searchProducts decides it. */
async function isReadAsSentence(context: SearchContext, input: SearchProductsInput): Promise<boolean> {
  if (input.plain) return false
  const lost = lostInNormal(understandQuery(input.q, await currentLexicon(context.db)))
  return lost !== 'nothing' && findsMore(context, { ...input, mode: 'intelligent' }, input, lost)
}
