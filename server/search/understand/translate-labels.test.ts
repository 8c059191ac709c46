import { describe, expect, test } from 'vitest'
import { translateLabels } from './translate-labels.ts'

test.each([
  ['Strickkleid Sylt', 'knitted dress Sylt'],
  ['Damen Lederhandtasche rot', 'woman leather handbag red'],
  ['Sommerkleid mit Blumenmuster', 'summer dress floral'],
  ['Wollpullover Herren', 'wool jumper man'],
  ['Robe d’été en lin', 'summer dress linen'],
  ['Chemise en coton', 'shirt cotton'],
  ['Vestido de fiesta', 'party dress'],
  ['Giacca di pelle nera', 'leather jacket black'],
])('translates a name: %s', (name, english) => {
  expect(translateLabels([name])).toEqual([english])
})

test('translates only the labels in the language of most words', () => {
  expect(translateLabels(['Strickkleid Sylt', 'Wolle/Kaschmir', 'knitwear', 'marineblau', 'rouge'])).toEqual([
    'knitted dress Sylt',
    'wool cashmere',
    '',
    'navy',
    '',
  ])
})

test('leaves garments out of the material', () => {
  expect(translateLabels(['Jupe rouge', 'maille de laine'])).toEqual(['skirt red', 'wool'])
})

describe('an English product is not translated', () => {
  test.each([
    [['Pull-on wide trousers', 'cotton']],
    [['Papa Stour gansey', '100% wool']],
    [['Gold ring', 'gold']],
    [['Slim jeans', '98% cotton, 2% elastane', 'ecru', 'cognac']],
    [['Scarp cashmere cardigan', 'cashmere']],
  ])('with words that have a meaning elsewhere: %j', (labels) => {
    expect(translateLabels(labels)).toBeNull()
  })

  test.each([
    'Leo Jeans',
    'Leo T-shirt',
    'Ross Polo',
    'Bianca Bikini',
    'Celeste Cardigan',
    'Rosa Jeans',
    'Perla Top',
    'La Perla Bra',
    'De La Rosa Jumper',
    'GANT Shorts',
    'College Polo',
    'Derby Shorts',
    'Viola',
    'Belle',
    'Chemise',
    'Mono',
    'Rock',
    'Hell Bunny',
    'Allen Edmonds',
  ])('with the name of a person or brand: %s', (name) => {
    expect(translateLabels([name, 'cotton', 'everyday'])).toBeNull()
  })

  test('with the same foreign word in two labels', () => {
    expect(translateLabels(['Cotton shirt', 'cotton', 'americana', 'Americana'])).toBeNull()
  })
})

describe('imitations are not translated as the real material', () => {
  test.each([
    'Chaqueta de piel sintética',
    'Chaqueta de cuero sintético',
    'Abrigo de piel sintética',
    'Falda efecto piel',
    'Pantalón efecto cuero',
    'Bolso símil piel',
    'Zapatos color piel',
    'Pantaloni effetto pelle',
    'Giacca in pelle vegana',
    'Scarpe senza pelle',
    'Schuhe ohne Leder',
    'Camicia effetto seta',
  ])('%s', (name) => {
    expect(` ${translateLabels([name])?.join(' ')} `).not.toMatch(/(?<!faux) (?:leather|suede|silk|fur) /)
  })
})

test('translates only the first 2,000 characters of the labels', () => {
  const tags = Array.from({ length: 250 }, () => 'kleid '.repeat(40))
  const translated = translateLabels(['Strickkleid', 'Wolle', ...tags])
  expect(translated?.filter((text) => text !== '')).toHaveLength(2 + 8)
})
