import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLOURS } from '#demo/catalogue/colours.ts'
import { labOfHex } from '#server/media/lab.shared.ts'
import { COLOUR_FAMILIES, familyOf, familyOfLab, knownColour, parseColours } from './colours.ts'

const read = (
  names: string[],
  hexes: Array<string | null> = [],
  palettes: Parameters<typeof parseColours>[0]['palettes'] = [],
) => parseColours({ names, hexes, palettes })
const painted = (hex: string, share: number) => ({ ...labOfHex(hex)!, share })

describe('knownColour', () => {
  test.each([
    ['sage green', 'sage green', 'Sage green'],
    ['Sage', 'sage green', 'Sage green'],
    ['navy blue', 'navy', 'Navy'],
    ['Navy', 'navy', 'Navy'],
    ['black', 'black', 'Black'],
    ['gray', 'grey', 'Grey'],
    ['off-white', 'off white', 'Off white'],
    ['Off White', 'off white', 'Off white'],
    ['washed black', 'black', 'Black'],
    ['light blue', 'light blue', 'Light blue'],
    ['dark sage', 'sage green', 'Sage green'],
    ['oxidized silver', 'oxidised silver', 'Oxidised silver'],
    ['multicolored', 'multi', 'Multicolour'],
    ['reds', 'red', 'Red'],
    ['crème', 'cream', 'Cream'],
    ['eggplant', 'aubergine', 'Aubergine'],
    ['ocher', 'ochre', 'Ochre'],
    ['heather gray', 'grey marl', 'Grey marl'],
  ])('%s', (words, value, label) => expect(knownColour(words)).toMatchObject({ value, label }))
  test.each([
    '',
    ' ',
    'bright',
    'dark',
    'stripe',
    'linen',
    'midnight garden',
    'dress',
    'black dress',
    'black leather',
    'warm red',
    'white lace',
    'constructor',
    '__proto__',
    '👗',
  ])('finds no colour in %j', (words) => expect(knownColour(words)).toBeNull())
  test('marks names with another meaning in a sentence as ambiguous', () => {
    expect(
      [knownColour('pearl'), knownColour('natural'), knownColour('navy'), knownColour('olive green')].map(
        (colour) => colour?.isAmbiguous,
      ),
    ).toEqual([true, true, false, false])
  })
  test('returns known colours unchanged, with the family that lists them', () => {
    for (const { key, label, shades } of COLOUR_FAMILIES) {
      expect(knownColour(key)).toMatchObject({ value: key, label })
      for (const shade of shades) expect([knownColour(shade)?.value, familyOf(shade)]).toEqual([shade, key])
    }
  })
  test('never throws, and recognises every value that it returns', () => {
    const words = COLOUR_FAMILIES.flatMap((family) => family.words)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.constantFrom(...words, 'light', 'stripe', ',', 'dress')).map((parts) => parts.join(' ')),
        ),
        (text) => {
          const known = knownColour(text)
          if (known) expect(knownColour(known.value)).toMatchObject({ value: known.value, label: known.label })
          expect(known?.value ?? '').toMatch(/^[a-z ]*$/)
          for (const value of read([text], ['#123456'])) expect(familyOf(value)).not.toBeNull()
        },
      ),
    )
  })
})

describe('familyOf', () => {
  test('knows every colour of the demo products', () =>
    expect(COLOURS.filter(({ name }) => familyOf(name) === null)).toEqual([]))
  test.each([
    ['green', 'green'],
    ['burgundy', 'red'],
    ['ecru', 'beige'],
    ['camel', 'brown'],
    ['rose gold', 'gold'],
    ['nothing', null],
    ['', null],
  ])('%s: %s', (value, family) => expect(familyOf(value)).toBe(family))
})

describe('parseColours', () => {
  test.each<[string, string[]]>([
    ['Forest Green / Ecru', ['beige', 'ecru', 'forest green', 'green']],
    ['Washed Black', ['black']],
    ['Navy Stripe', ['blue', 'navy']],
    ['Harbour Navy', ['blue', 'navy']],
    ['Black Marble', ['black']],
    ['Warm Red Plaid', ['red']],
    ['Black Leather', ['black']],
    ['Off-White & Red', ['off white', 'red', 'white']],
    ['Rose Gold', ['gold', 'rose gold']],
    ['Grey/Multi', ['grey', 'multi']],
    ['Pearl', ['pearl', 'white']],
    ['01 Black', ['black']],
    ['Black and Tan', ['black', 'brown', 'tan']],
    ['Dark Navy Melange', ['blue', 'navy']],
  ])('reads the name %s', (name, colours) => expect(read([name])).toEqual(colours))
  test('uses the hex code of each colour name that it does not recognise', () => {
    expect(read(['Midnight Garden'], ['#23452f'])).toEqual(['green'])
    expect(read(['Black', 'Midnight Garden'], ['#ffffff', '#641b2b'])).toEqual(['black', 'red'])
    expect(read([], ['#641b2b', null, 'junk'])).toEqual(['red'])
  })
  test('uses the images only if nothing else is known, and ignores trim colours', () => {
    const red = [painted('#b01b2e', 0.8), painted('#ecc93b', 0.2)]
    expect(read([], [], [red])).toEqual(['red'])
    expect(read(['Black'], [], [red])).toEqual(['black'])
    expect(read(['Midnight Garden'], [null], [red, [], [painted('#1f2a44', 0.9)]])).toEqual(['blue', 'red'])
    // Two shades of one family count as one.
    expect(read([], [], [[painted('#9cc3e4', 0.2), painted('#1f2a44', 0.2), painted('#f6f5f1', 0.6)]])).toEqual([
      'blue',
      'white',
    ])
    expect(read([])).toEqual([])
  })
})

describe('familyOfLab', () => {
  test("agrees with 95% of the demo's hand-maintained colour families, metals aside", () => {
    const plain = COLOURS.filter(({ name }) => !['gold', 'silver', 'multi'].includes(familyOf(name)!))
    const alike = plain.filter(({ name, hex }) => familyOfLab(labOfHex(hex)!) === familyOf(name))
    expect(alike.length / plain.length).toBeGreaterThan(0.95)
    expect(alike.length / COLOURS.length).toBeGreaterThan(0.9)
  })
  test('agrees with the swatches of the families', () => {
    for (const { key, hex } of COLOUR_FAMILIES)
      if (!['gold', 'silver', 'multi'].includes(key)) expect(familyOfLab(labOfHex(hex)!)).toBe(key)
  })
  test('has a non-metallic family for every colour', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: -128, max: 128, noNaN: true }),
        fc.double({ min: -128, max: 128, noNaN: true }),
        (l, a, b) => {
          expect(
            COLOUR_FAMILIES.map(({ key }) => key).filter((key) => !['gold', 'silver', 'multi'].includes(key)),
          ).toContain(familyOfLab({ l, a, b }))
        },
      ),
    )
  })
})
