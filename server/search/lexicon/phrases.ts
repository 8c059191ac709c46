import { z } from 'zod'
import { names, loadWordList } from '../attributes/load-word-list.ts'
import { cutLabel } from '../attributes/cuts.ts'
import type { PriceCurrency } from '../search-values.schema.ts'
import { SORTS } from '../search.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const some = names.refine((list) => list.length > 0, 'This list is empty.')
const percent = z.number().int().min(1).max(99)
const slugs = z
  .string()
  .regex(/^[a-z0-9-]+(, ?[a-z0-9-]+)*$/, 'Slugs have lowercase letters, digits and hyphens. Separate them with commas.')
  .transform((text) => text.split(/, ?/))
const genders = names.pipe(z.array(z.enum(['women', 'men', 'unisex', 'girls', 'boys', 'kids'])).min(1))
const isCut = (key: string) => cutLabel(key) !== undefined
const currency = z.strictObject({
  words: some,
  sizes: z.enum(['UK', 'EU', 'US']),
  notes: z.record(z.string(), z.number().int().positive()).optional(),
})
/** Reads a list with phrases before the colon and their meaning after it. */
const entries = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string(), value)
    .transform((record) =>
      Object.entries(record).map(([say, means]) => ({ say: names.parse(say), means: means as z.infer<Value> })),
    )

/** The lists of phrases.yaml, which explains each of them. */
export const PHRASES = loadWordList(
  '../lexicon/phrases.yaml',
  z.strictObject({
    fillers: some,
    relations: z.strictObject({
      before: z.strictObject({ max: some, min: some, around: some, range: some }),
      after: z.strictObject({ max: some, min: some, around: some }),
      middle: some,
      middle_of_between: some,
    }),
    not_money: some,
    currencies: z.strictObject({ USD: currency, GBP: currency, EUR: currency } satisfies Record<
      PriceCurrency,
      z.ZodType
    >),
    cheap: z.strictObject({ most: z.number().int().positive(), say: some }),
    expensive: z.strictObject({ least: z.number().int().positive(), say: some }),
    discounts: entries(percent),
    discount_words: some,
    percent: some,
    sale: some,
    in_stock: some,
    sorts: z.partialRecord(z.enum(SORTS), some),
    audience: z.array(z.strictObject({ genders, say: some })),
    companions: some,
    worn_over: some,
    putting_on: some,
    worn_there: z.array(z.strictObject({ where: some, garments: slugs, categories: slugs })),
    negations: some,
    negations_of_verbs: some,
    negations_after: some,
    joins: z.strictObject({ or: some, and: some }),
    looked_past: some,
    negation_ends: some,
    wanted_after: some,
    sizes: z.strictObject({
      words: some,
      systems: z.strictObject({ UK: some, EU: some, US: some }),
      waist: some,
      collar: some,
      leg: some,
      people: some,
      adults: some,
      men: some,
      children: some,
      shoes: some,
      clothes: some,
      waists: some,
    }),
    things: some,
    as_adjectives: z.record(z.string(), z.string()).transform(lookup),
    jewels: some,
    occasions: some,
    belongings: some,
    means: entries(
      z.strictObject({
        categories: slugs.optional(),
        besides: slugs.optional(),
        colours: some.optional(),
        materials: some.optional(),
        cuts: some.refine((keys) => keys.every(isCut), 'Cut not found.').optional(),
        ideas: some.optional(),
        text: z.literal(true).optional(),
      }),
    ),
    stand_ins: z.record(z.string(), slugs).transform(lookup),
    near_kinds: z.record(z.string(), slugs).transform(lookup),
    colours: z.record(z.string(), some),
    as_text: some,
    goes_with: some,
    plural_only: some,
    right_as_they_are: some,
    common_in_brands: some,
    not_ideas: some,
  }),
)
