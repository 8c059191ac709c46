import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CUT_ATTRIBUTES } from './cuts.ts'
import { parseCuts, type CutFacts } from './parse-cuts.ts'

const product = (some: Partial<CutFacts>): CutFacts => ({
  name: '',
  categories: [],
  tags: [],
  description: '',
  ...some,
})
const read = (some: Partial<CutFacts>) => parseCuts(product(some))

describe('parseCuts', () => {
  test.each<[string, Partial<CutFacts>, string[]]>([
    ['titles', { name: 'Floral wrap midi dress' }, ['closure:wrap', 'length:midi', 'pattern:floral']],
    ['categories', { name: 'Harrow', categories: ['Wide-leg jeans', 'Denim'] }, ['leg:wide']],
    ['tags', { name: 'Harrow jeans', tags: ['high-rise', 'weekend'] }, ['occasion:everyday', 'rise:high']],
    ['texts', { name: 'Wool jumper', description: 'It has a V-neck.' }, ['neck:v-neck']],
    ['German titles', { name: 'Kleid Langarm', categories: ['Dresses'] }, ['sleeve:long', 'sleeve:sleeves']],
    [
      'predicates',
      { name: 'Tea dress', description: 'The sleeves are short and puffed, and the neck is a V.' },
      ['neck:v-neck', 'sleeve:puff', 'sleeve:short', 'sleeve:sleeves'],
    ],
  ])('reads %s', (_, facts, cuts) => expect(read(facts)).toEqual(cuts))

  test('prefers the title to the category, and the category to tags and text', () => {
    const jeans = { categories: ['Wide-leg jeans'], tags: ['straight'], description: 'A slim leg.' }
    expect(read({ ...jeans, name: 'Flared jeans' })).toEqual(['leg:flared'])
    expect(read({ ...jeans, name: 'Jeans' })).toEqual(['leg:wide'])
    expect(read({ ...jeans, name: 'Jeans', categories: ['Jeans'] })).toEqual(['leg:straight'])
    expect(read({ ...jeans, name: 'Jeans', categories: ['Jeans'], tags: [] })).toEqual(['leg:slim'])
  })

  test('reads only cuts of the main garment, and ignores other garments in the text', () => {
    expect(read({ name: 'Wool coat', description: 'Good with high-waisted trousers and a roll neck.' })).toEqual([])
    expect(
      read({ name: 'Linen top', description: 'Wear it with wide-leg trousers, or under a V-neck jumper.' }),
    ).toEqual([])
    expect(read({ name: 'Leather bag', description: 'Long sleeves.' })).toEqual([])
    expect(read({ name: 'Shirt dress with wide leg trousers' })).not.toContain('leg:wide')
  })

  test.each([
    ['There are no sleeves.', ['sleeve:sleeveless']],
    ['Cut without sleeves.', ['sleeve:sleeveless']],
    ['A sleeveless cut.', ['sleeve:sleeveless']],
    ['It has no long sleeves.', []],
    ['The sleeves are not long.', []],
    ['Not a V-neck.', []],
  ])('understands negations: %s', (description, cuts) => expect(read({ name: 'Day dress', description })).toEqual(cuts))

  // 'Culottes' alone implies a leg shape.
  const isPlain = (kind: string) => read({ name: `Harrow ${kind}` }).length === 0
  const named = CUT_ATTRIBUTES.flatMap(({ key, kinds, values }) =>
    values.flatMap((value) =>
      value.words.map((phrase) => ({ attribute: key, kinds: [...kinds].filter(isPlain), key: value.key, phrase })),
    ),
  )
  test('finds each phrase in a text, unless it is negated', () => {
    // A phrase that starts with a negation means the opposite.
    const positive = named.filter(({ phrase }) => !/^(?:no|not|without|sin|sans|senza) /.test(phrase))
    fc.assert(
      fc.property(
        fc
          .constantFrom(...positive)
          .chain((one) => fc.record({ one: fc.constant(one), kind: fc.constantFrom(...one.kinds) })),
        fc.constantFrom('not', 'never', 'isn’t'),
        ({ one, kind }, denial) => {
          const own = (description: string) =>
            read({ name: `Harrow ${kind}`, description }).filter((key) => key === one.key)
          expect(own(`It is made so. ${one.phrase}.`)).toEqual([one.key])
          expect(own(`It is ${denial} ${one.phrase}.`)).toEqual([])
        },
      ),
    )
  })

  test('returns known keys, sorted and unique, for any text', () => {
    const keys = new Set(CUT_ATTRIBUTES.flatMap(({ values }) => values.map(({ key }) => key)))
    const words = fc.constantFrom(
      ...named.map(({ phrase }) => phrase),
      'dress',
      'jeans',
      'no',
      'with',
      ',',
      '.',
      'is',
      'the sleeves are',
      '\0',
      '😀',
    )
    const text = fc.array(words, { maxLength: 12 }).map((some) => some.join(' '))
    fc.assert(
      fc.property(
        fc.record({
          name: text,
          categories: fc.array(text, { maxLength: 3 }),
          tags: fc.array(text, { maxLength: 3 }),
          description: text,
        }),
        (facts) => {
          const cuts = parseCuts(facts)
          expect(cuts).toEqual([...new Set(cuts)].sort())
          expect(cuts.filter((key) => !keys.has(key))).toEqual([])
        },
      ),
    )
  })
})
