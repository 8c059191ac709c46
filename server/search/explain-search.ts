import { conditionsOf } from './understand/conditions.ts'
import type { EngineAnswer } from './engine.ts'
import type { SearchProductsInput } from './search.schema.ts'
import { nameOf, readSearch, type SearchContext } from './search.service.ts'
import type { Condition } from './search.types.ts'

/** What a search means and finds, with nothing left out of it. */
interface ExplainedSearch extends Pick<EngineAnswer, 'total' | 'corrections'> {
  /** Its text is read as a sentence, although it may have been typed in Normal mode. */
  isSentence: boolean
  conditions: Condition[]
  /** What the sentence says that is no condition: searched as words. */
  unknownWords: string[]
}

/** Explains a search without reading its products. */
export async function explainSearch(context: SearchContext, input: SearchProductsInput): Promise<ExplainedSearch> {
  const { understanding, answer } = await readSearch(context, input)
  const { unknownWords, ...filters } = understanding
  return {
    isSentence: understanding.rest !== undefined,
    total: answer.total,
    corrections: answer.corrections,
    unknownWords,
    conditions: conditionsOf(filters, nameOf(answer.asked)),
  }
}
