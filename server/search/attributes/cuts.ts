import { z } from 'zod'
import { parseWords } from '../parse-words.ts'
import { PhraseTable } from './phrase-table.ts'
import { names, loadWordList } from './load-word-list.ts'

const FILE = 'cuts.yaml'
const list = loadWordList(
  FILE,
  z
    .array(
      z.strictObject({
        key: z.string().regex(/^[a-z]+$/),
        label: z.string().min(1),
        of: names,
        nouns: names.default([]),
        values: z
          .array(
            z.strictObject({
              key: z.string().regex(/^[a-z][a-z -]*$/),
              label: z.string().min(1),
              words: names.default([]),
              labels: names.default([]),
              say: names.default([]),
              de: names.default([]),
              fr: names.default([]),
              es: names.default([]),
              it: names.default([]),
              partOf: z.string().optional(),
            }),
          )
          .min(2),
      }),
    )
    .min(1),
)

/** One value of one attribute. */
interface Cut {
  /** The key in URLs and in products' cuts: 'sleeve:long'. */
  key: string
  label: string
  /** Its names in product texts. */
  words: readonly string[]
  /** Its names in searches. */
  say: readonly string[]
}

interface CutAttribute {
  /** 'sleeve' */
  key: string
  label: string
  /** The kinds of garments that have it, as analysed: 'dress', 'tshirt'. */
  kinds: ReadonlySet<string>
  /** 'sleeve' of 'the sleeves are long'. */
  nouns: ReadonlySet<string>
  values: readonly Cut[]
  /** Keys by the phrases that name them in titles, categories and tags. */
  inLabels: PhraseTable<string>
  /** Keys by the phrases that name them in descriptions, too. */
  inTexts: PhraseTable<string>
}

const wordsOf = ({ words, de, fr, es, it }: (typeof list)[number]['values'][number]) => [
  ...words,
  ...de,
  ...fr,
  ...es,
  ...it,
]
const keyOf = (attribute: string, value: string) => `${attribute}:${value}`

/** All attributes, in display order. */
export const CUT_ATTRIBUTES: readonly CutAttribute[] = list.map(({ key, label, of, nouns, values }) => {
  const [inLabels, inTexts] = [new PhraseTable<string>(FILE), new PhraseTable<string>(FILE)]
  for (const value of values) {
    for (const phrase of [...wordsOf(value), ...value.labels]) inLabels.add(phrase, keyOf(key, value.key))
    for (const phrase of wordsOf(value)) inTexts.add(phrase, keyOf(key, value.key))
  }
  return {
    key,
    label,
    kinds: new Set(of.flatMap(parseWords)),
    nouns: new Set(nouns.flatMap(parseWords)),
    values: values.map((value) => ({
      key: keyOf(key, value.key),
      label: value.label,
      words: wordsOf(value),
      say: [...wordsOf(value), ...value.say],
    })),
    inLabels,
    inTexts,
  }
})

const LABELS = new Map(CUT_ATTRIBUTES.flatMap(({ values }) => values.map(({ key, label }) => [key, label] as const)))
const BROADER = new Map(
  list.flatMap(({ key, values }) =>
    values.flatMap((value) =>
      value.partOf === undefined ? [] : [[keyOf(key, value.key), keyOf(key, value.partOf)] as const],
    ),
  ),
)
for (const broader of BROADER.values())
  if (!LABELS.has(broader)) throw new Error(`${FILE}: partOf: there is no '${broader}'`)

/** Returns a value's label on chips: 'Long sleeves'. Undefined for an unknown one. */
export const cutLabel = (key: string): string | undefined => LABELS.get(key)

/** Returns the attribute's part of a key: 'sleeve' of 'sleeve:long'. */
export const cutAttribute = (key: string): string => key.slice(0, Math.max(0, key.indexOf(':')))

/** Groups values by attribute. A product needs one of the values of each attribute. */
export const cutsByAttribute = (keys: readonly string[]): Map<string, string[]> => Map.groupBy(keys, cutAttribute)

/** Returns a value and the broader value that it also counts as. */
export function withBroader(key: string): string[] {
  const broader = BROADER.get(key)
  return broader === undefined ? [key] : [key, broader]
}

/** Lists the phrases in one language, from cuts.yaml. */
export const foreignCuts = (language: 'de' | 'fr' | 'es' | 'it'): string[] =>
  list.flatMap(({ values }) => values.flatMap((value) => value[language]))
