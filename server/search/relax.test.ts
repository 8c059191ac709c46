import { expect, test } from 'vitest'
import { familyOf } from './attributes/colours.ts'
import { ideaTerms } from './lexicon/ideas.ts'
import { relax } from './relax.ts'
import type { Understanding } from './search.types.ts'
import { NOTHING_ASKED } from '#tests/setup/understanding.ts'

interface Garment {
  category: string
  gender: string
  words: string
  description?: string
  colour?: string
  material?: string
  size?: string
  cents?: number
}

const SHOP: Garment[] = [
  {
    category: 'jumpers',
    gender: 'women',
    words: 'jumper cosy',
    colour: 'navy',
    material: 'cotton',
    size: 'M',
    cents: 9_000,
  },
  { category: 'scarves', gender: 'unisex', words: 'scarf cosy gift', colour: 'red', material: 'wool', cents: 3_000 },
  { category: 'accessories', gender: 'unisex', words: 'ribbed sock', colour: 'grey', material: 'cotton', cents: 1_000 },
  {
    category: 'trainers',
    gender: 'men',
    words: 'court trainer',
    description: 'keeps glove and sock optional',
    colour: 'white',
    material: 'leather',
    size: 'UK 9',
    cents: 8_000,
  },
  { category: 'shirts', gender: 'women', words: 'shirt', colour: 'white', material: 'cotton', size: 'M', cents: 6_000 },
  {
    category: 't-shirts',
    gender: 'kids',
    words: 'tee striped',
    colour: 'blue',
    material: 'cotton',
    size: 'Age 7-8',
    cents: 1_500,
  },
  { category: 'shirts', gender: 'men', words: 'shirt', colour: 'dark green', cents: 5_000 },
  { category: 'shirts', gender: 'men', words: 'shirt gift', colour: 'green', cents: 5_000 },
]
const names = { categories: [], brands: [] }

const parentOf = new Map([
  ['running-shoes', 'trainers'],
  ['sandals', 'shoes'],
  ['scarves', 'accessories'],
])

const isMet = (asked: readonly string[], values: Array<string | null | undefined>) =>
  asked.length === 0 || values.some((value) => value && asked.includes(value))
const fits = (garment: Garment, asked: Understanding) => {
  const words = garment.words.split(' ')
  return (
    isMet(asked.categories, [garment.category]) &&
    isMet(asked.genders, [garment.gender]) &&
    isMet(asked.sizes, [garment.size]) &&
    isMet(asked.materials, [garment.material]) &&
    isMet(asked.colours, [garment.colour, familyOf(garment.colour ?? '')]) &&
    asked.tags.every((tag) => ideaTerms(tag).some((term) => words.includes(term))) &&
    asked.words.every((word) => words.includes(word) || garment.description?.split(' ').includes(word)) &&
    !asked.not.includes(`material:${garment.material ?? ''}`) &&
    (garment.cents ?? 0) <= (asked.priceMaxMinor ?? Infinity)
  )
}
const total = (asked: Understanding) => Promise.resolve(SHOP.filter((garment) => fits(garment, asked)).length)
/** Returns the conditions dropped from a sentence, or from a plain search. */
const without = async (asked: Partial<Understanding>) =>
  (await relax({ ...NOTHING_ASKED, ...asked }, names, parentOf, total, 60_000))?.without

test.each<[string, Partial<Understanding>, string[]]>([
  [
    'attributes before the kind of item',
    { words: ['sock'], materials: ['wool'], tags: ['cosy', 'gift'] },
    ['Cosy', 'Wool'],
  ],
  [
    'a kind of item that only descriptions mention',
    { words: ['glove'], materials: ['wool'], tags: ['gift'] },
    ['the word "glove"'],
  ],
  [
    'unknown words before understood conditions',
    { words: ['nine', 'lives'], rest: 'nine lives', categories: ['jumpers'], tags: ['cosy'] },
    ['the word "nine"', 'the word "lives"'],
  ],
  [
    'colour and material to keep the price',
    { categories: ['jumpers'], colours: ['red'], materials: ['wool'], priceMaxMinor: 9_500 },
    ['Wool', 'Red'],
  ],
  ['a colour with its shade as one condition', { categories: ['trainers'], colours: ['pale pink'] }, ['Pale pink']],
  [
    'how dark a colour is before an occasion',
    { categories: ['shirts'], colours: ['dark green'], tags: ['gift'] },
    ['the exact shade (Dark green)'],
  ],
  [
    'the exact category to keep the size',
    { categories: ['running-shoes'], sizes: ['UK 9'] },
    ['the exact category (Running shoes)'],
  ],
  [
    'the first word, not the item, in a plain search',
    { words: ['velvet', 'jumper'], rest: undefined },
    ['the word "velvet"'],
  ],
  [
    'other words before the item in a plain search',
    { words: ['court', 'jumper'], rest: undefined },
    ['the word "court"'],
  ],
])('drops %s', async (_, asked, expected) => expect(await without(asked)).toEqual(expected))

test.each<[string, Partial<Understanding>]>([
  ['a price', { categories: ['scarves'], priceMaxMinor: 2_000 }],
  ['an exclusion', { categories: ['scarves'], not: ['material:wool'] }],
])('keeps a kind that the shop sells in a search with %s', async (_, asked) => {
  // The sock meets the other conditions, but it is not a scarf.
  expect(await total({ ...NOTHING_ASKED, ...asked, categories: ['accessories'] })).toBe(1)
  expect(await without(asked)).toBeUndefined()
})

test.each<[string, Partial<Understanding>]>([
  ['a budget', { categories: ['jumpers'], colours: ['red'], priceMaxMinor: 8_500 }],
  ['a size', { words: ['jumper'], rest: undefined, sizes: ['UK 9'] }],
  ['a gender', { categories: ['shirts'], genders: ['kids', 'girls', 'boys'] }],
  ['an age', { categories: ['shirts'], colours: ['white'], sizes: ['Age 7-8'] }],
  ['the kind and colour if nothing is left', { categories: ['sandals'], colours: ['white'] }],
])('never drops %s', async (_, asked) => expect(await without(asked)).toBeUndefined())

test('limits its queries for any number of conditions', async () => {
  let asked = 0
  const some = (from: Understanding) => Promise.resolve((asked++, from.tags.length + from.words.length === 1 ? 1 : 0))
  const tags = Array.from({ length: 40 }, (_, index) => `tag ${index}`)
  const words = Array.from({ length: 12 }, (_, index) => `word${index}`)
  await relax({ ...NOTHING_ASKED, rest: undefined, words, tags }, names, parentOf, some, 60_000)
  expect(asked).toBeLessThan(52 + 60 + 52)
})

test('never drops all conditions', async () => {
  expect(await without({ words: ['zeppelin'], priceMaxMinor: 5_000 })).toBeUndefined()
})
