import { conditionsOf } from './understand/conditions.ts'
import type { EngineAnswer } from './engine.ts'
import type { SearchProductsInput } from './search.schema.ts'
import { nameOf, understandSearch, type SearchContext } from './search.service.ts'
import type { Condition } from './search.types.ts'

/** The meaning of a search and its exact results, without dropped conditions. */
interface ExplainedSearch extends Pick<EngineAnswer, 'total' | 'corrections'> {
  /** Whether its text is read as a sentence, even if it was typed in Normal mode. */
  isSentence: boolean
  conditions: Condition[]
  /** The words of the sentence that are not conditions and are searched as text. */
  unknownWords: string[]
}

/** Explains a search without reading its products. */
export async function explainSearch(context: SearchContext, input: SearchProductsInput): Promise<ExplainedSearch> {
  const { understanding, answer } = await understandSearch(context, input)
  const { unknownWords, ...filters } = understanding
  return {
    isSentence: understanding.rest !== undefined,
    total: answer.total,
    corrections: answer.corrections,
    unknownWords,
    conditions: conditionsOf(filters, nameOf(answer.asked)),
  }
}
