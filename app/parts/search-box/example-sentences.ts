/**
 * Example sentences for intelligent search, each with the tip that it illustrates. All of them are golden queries in
 * the tests.
 */
export const EXAMPLE_SENTENCES = [
  ['Say it in one sentence', 'black linen dress under £80 size 12 not zara'],
  ['Describe the weather', 'something warm for a rainy commute, not wool'],
  ['Give a budget', 'gift for a runner between 20 and 50 dollars'],
  ['Name the occasion and the colour', 'wedding guest outfit in sage green'],
] as const
