import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MATERIALS as DEMO } from '#demo/catalogue/materials.ts'
import { knownMaterial, MATERIALS, parseMaterials } from './materials.ts'

describe('parseMaterials', () => {
  test.each<[string, string[]]>([
    ['90% wool, 10% cashmere, 520 g/m²', ['cashmere', 'wool']],
    ['100% extra-fine merino, 12 gauge', ['merino', 'wool']],
    ['98% cotton needlecord, 2% elastane', ['corduroy', 'cotton', 'elastane']],
    ['Lamb nappa', ['leather']],
    ['Calf suede', ['leather', 'suede']],
    ['Faux leather', ['faux leather']],
    ['vegan-leather', ['faux leather']],
    ['Vegan suede upper', ['faux suede']],
    ['18-carat gold vermeil on recycled silver', ['gold', 'silver']],
    ['9ct gold', ['gold']],
    ['gold', []],
    ['Gold', []],
    ['silver grey', []],
    ['Recycled sterling silver, hallmarked', ['silver']],
    ['100% lyocell (TENCEL™)', ['lyocell']],
    ['70% recycled wool, 30% recycled polyamide', ['nylon', 'recycled nylon', 'wool']],
    ['Organic cotton canvas, natural rubber sole', ['canvas', 'cotton', 'organic cotton']],
    ['100% viscose crêpe', ['crepe', 'viscose']],
    ['button-down', []],
    ['700 fill recycled down', ['down']],
    ['lace-up boots', []],
    ['leather-free', []],
    ['strawberry', []],
    ['Rayon', ['viscose']],
    ['Cotton/Linen', ['cotton', 'linen']],
    ['steel grey', []],
    ['', []],
  ])('%s', (text, materials) => expect(parseMaterials([text])).toEqual(materials))
  test('combines labels and tags, with each material once', () =>
    expect(parseMaterials(['100% linen', 'linen', 'summer', 'cotton'])).toEqual(['cotton', 'linen']))
  test('finds a material in the label of every demo product', () => {
    for (const { label, tags } of Object.values(DEMO)) expect(parseMaterials([label, ...tags]), label).not.toEqual([])
  })
  test('never throws, and returns known keys without commas', () => {
    const words = MATERIALS.flatMap((material) => material.words)
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...words, 'faux', ',', '100%'))),
        (parts) => {
          for (const key of parseMaterials([parts.join(' '), ...parts]))
            expect([knownMaterial(key)?.value, key.includes(',')]).toEqual([key, false])
        },
      ),
    )
  })
})

describe('knownMaterial', () => {
  test.each([
    ['Linen', 'linen', 'Linen'],
    ['gold', 'gold', 'Gold'],
    ['tencel', 'lyocell', 'Lyocell'],
    ['needlecord', 'corduroy', 'Corduroy'],
    ['organic-cotton', 'organic cotton', 'Organic cotton'],
    ['vegan leather', 'faux leather', 'Faux leather'],
    ['stainless steel', 'steel', 'Steel'],
  ])('%s', (words, value, label) => expect(knownMaterial(words)).toEqual({ value, label }))
  test.each(['', 'dress', 'button down', 'linen dress', 'constructor', '__proto__'])(
    'finds no material in %j',
    (words) => expect(knownMaterial(words)).toBeNull(),
  )
  test('recognises every key and every word', () => {
    for (const { key, label, words } of MATERIALS)
      for (const word of [key, ...words]) expect(knownMaterial(word)).toEqual({ value: key, label })
  })
})
