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
]
const names = { category: () => undefined, brand: () => undefined }

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
/** Conditions dropped from a sentence, or from a plain search. */
const without = async (asked: Partial<Understanding>) =>
  (await relax({ ...NOTHING_ASKED, ...asked }, names, parentOf, total, 60_000))?.without

test.each<[string, Partial<Understanding>, string[]]>([
  [
    'what a thing is like before what it is',
    { words: ['sock'], materials: ['wool'], tags: ['cosy', 'gift'] },
    ['Cosy', 'Wool'],
  ],
  [
    'a thing that nothing is, however often descriptions speak of it',
    { words: ['glove'], materials: ['wool'], tags: ['gift'] },
    ['the word "glove"'],
  ],
  [
    'words that nobody understood before what was',
    { words: ['nine', 'lives'], rest: 'nine lives', categories: ['jumpers'], tags: ['cosy'] },
    ['the word "nine"', 'the word "lives"'],
  ],
  [
    'colour and material for a price',
    { categories: ['jumpers'], colours: ['red'], materials: ['wool'], priceMaxMinor: 9_500 },
    ['Wool', 'Red'],
  ],
  [
    'a whole colour without naming its shade as well',
    { categories: ['trainers'], colours: ['pale pink'] },
    ['Pale pink'],
  ],
  ['the exact kind for a size', { categories: ['running-shoes'], sizes: ['UK 9'] }, ['the exact kind (Running shoes)']],
  [
    'the first word of a thing, not the thing, in a plain search',
    { words: ['velvet', 'jumper'], rest: undefined },
    ['the word "velvet"'],
  ],
  [
    'other words before the thing in a plain search',
    { words: ['court', 'jumper'], rest: undefined },
    ['the word "court"'],
  ],
])('gives up %s', async (_, asked, expected) => expect(await without(asked)).toEqual(expected))

test.each<[string, Partial<Understanding>]>([
  ['a price', { categories: ['scarves'], priceMaxMinor: 2_000 }],
  ['what is not wanted', { categories: ['scarves'], not: ['material:wool'] }],
])('keeps a kind that the shop sells, whatever %s', async (_, asked) => {
  // The sock meets the other conditions, but it is not a scarf.
  expect(await total({ ...NOTHING_ASKED, ...asked, categories: ['accessories'] })).toBe(1)
  expect(await without(asked)).toBeUndefined()
})

test.each<[string, Partial<Understanding>]>([
  ['a budget', { categories: ['jumpers'], colours: ['red'], priceMaxMinor: 8_500 }],
  ['a size', { words: ['jumper'], rest: undefined, sizes: ['UK 9'] }],
  ['a gender', { categories: ['shirts'], genders: ['kids', 'girls', 'boys'] }],
  ['an age', { categories: ['shirts'], colours: ['white'], sizes: ['Age 7-8'] }],
  ['what is wanted', { categories: ['sandals'], colours: ['white'] }],
])('never gives up %s', async (_, asked) => expect(await without(asked)).toBeUndefined())

test('limits its queries, for any number of conditions', async () => {
  let asked = 0
  const some = (from: Understanding) => Promise.resolve((asked++, from.tags.length + from.words.length === 1 ? 1 : 0))
  const tags = Array.from({ length: 40 }, (_, index) => `tag ${index}`)
  const words = Array.from({ length: 12 }, (_, index) => `word${index}`)
  await relax({ ...NOTHING_ASKED, rest: undefined, words, tags }, names, parentOf, some, 60_000)
  expect(asked).toBeLessThan(52 + 60 + 52)
})

test('never gives up all conditions', async () => {
  expect(await without({ words: ['zeppelin'], priceMaxMinor: 5_000 })).toBeUndefined()
})
