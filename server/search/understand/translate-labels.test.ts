import { expect, test } from 'vitest'
import { translateLabels } from './translate-labels.ts'

test.each([
  ['Strickkleid Sylt', 'knitted dress Sylt'],
  ['Wolle/Kaschmir', 'wool cashmere'],
  ['Damen Lederhandtasche rot', 'woman leather handbag red'],
  ['Sommerkleid mit Blumenmuster', 'summer dress floral'],
  ['Robe d’été en lin', 'summer dress linen'],
  ['Pull col roulé', 'jumper rollneck'],
  ['Vestido de fiesta', 'party dress'],
  ['Giacca di pelle nera', 'leather jacket black'],
])('translates a name: %s', (name, english) => {
  expect(translateLabels([name])).toEqual([english])
})

test('translates only the labels in the language of most words', () => {
  expect(translateLabels(['Strickkleid Sylt', 'knitwear', 'marineblau', 'rouge'])).toEqual([
    'knitted dress Sylt',
    '',
    'navy',
    '',
  ])
})

test.each([
  [['Pull-on wide trousers', 'cotton']],
  [['Papa Stour gansey', '100% wool']],
  [['Denim western shirt', 'denim', 'americana']],
  [['Gold ring', 'gold']],
  [['Slim jeans', '98% cotton, 2% elastane', 'ecru', 'cognac']],
])('does not translate an English product: %j', (labels) => {
  expect(translateLabels(labels)).toBeNull()
})
