import type { EngineAnswer } from './engine.ts'
import { finderOf, findExactly } from './find-exactly.ts'
import type { SearchProductsInput } from './search.schema.ts'
import type { Condition, SearchContext } from './search.types.ts'
import { understandSearch } from './understand-search.ts'
import { conditionsOf } from './understand/conditions.ts'

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
  const meanings = await understandSearch(context, input)
  const { understanding, answer } = await findExactly(await finderOf(context, input), meanings, input.plain)
  return {
    isSentence: understanding.rest !== undefined,
    total: answer.total,
    corrections: answer.corrections,
    unknownWords: understanding.unknownWords,
    conditions: conditionsOf(understanding, answer.asked),
  }
}
