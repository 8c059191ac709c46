/** Words that say nothing about a product. A search for only these words looks for them literally. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by do for from have i in is it me my of on or some that the this to with you your'.split(' '),
)
