import { conditionsOf } from './understand/conditions.ts'
import type { EngineAnswer } from './engine.ts'
import type { SearchProductsInput } from './search.schema.ts'
import { nameOf, queryFor, readNormal, understand, type SearchContext } from './search.service.ts'
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
  const isSentence = asked.q !== '' && (asked.mode === 'intelligent' || (await readNormal(context, asked)).isRead)
  const input: SearchProductsInput = isSentence ? { ...asked, mode: 'intelligent' } : asked
  const [{ unknownWords, ...filters }, query] = await Promise.all([understand(db, input), queryFor(db, input)])
  const { total, corrections, asked: found } = await engine.search(query)
  return { isSentence, total, corrections, unknownWords, conditions: conditionsOf(filters, nameOf(found)) }
}
