import { PHRASES } from '../lexicon/phrases.ts'
import { Heads, PhraseBook, type Token } from './parse-tokens.ts'

const CLOTHES: ReadonlySet<string> = new Heads(PHRASES.sizes.clothes.map((phrase) => PhraseBook.wordsOf(phrase)))
const MAX_DESCRIBING = 3
/** The words after these do not describe the garment before them. */
const NO_DESCRIPTION: ReadonlySet<string> = new Set(
  `for with under over of in pack set from than about around my age to and or max budget below not no top number any at up only`.split(
    ' ',
  ),
)

/** Returns the garment before a position, as in 'skirt dark green' and 'trousers tailored grey'. */
export function describedGarment(tokens: readonly Token[], place: number): Token | undefined {
  for (let at = place - 1; at >= 0 && at >= place - 1 - MAX_DESCRIBING; at--) {
    const token = tokens[at] as Token
    if (CLOTHES.has(token.word)) return token
    if (token.isAfterBreak || !/^\p{L}+$/u.test(token.raw) || NO_DESCRIPTION.has(token.word)) return undefined
  }
  return undefined
}
