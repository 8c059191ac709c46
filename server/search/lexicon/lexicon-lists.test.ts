import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { familyOf } from '../attributes/colours.ts'
import { knownMaterial } from '../attributes/materials.ts'
import { joinedTerm, parseWords } from '../parse-words.ts'
import { ideaLabel, IDEAS, ideaTerms } from './ideas.ts'
import { PHRASES } from './phrases.ts'
import { synonymsOf } from './synonyms.ts'

describe('synonymsOf', () => {
  test.each([
    ['jumper', 'sweater'],
    ['trainer', 'sneaker'],
    ['trouser', 'pant'],
    ['grey', 'gray'],
    ['jewellery', 'jewelry'],
    ['pyjama', 'pajama'],
    ['backpack', 'rucksack'],
    ['tshirt', 'tee'],
    ['hoody', 'hoodie'],
    ['purse', 'handbag'],
    ['purse', 'bag'],
    ['glasses', 'sunglass'],
    ['flipflop', 'sandal'],
    ['swimmingcostume', 'swimsuit'],
    ['swimmingtrunk', 'swim_short'],
    ['poloneck', 'rollneck'],
    ['fannypack', 'bumbag'],
    ['welly', 'rainboot'],
    ['wellington', 'rainboot'],
    ['child', 'girl'],
  ])('treats %s and %s as synonyms', (one, other) => {
    expect(synonymsOf(one)).toContain(other)
    expect(synonymsOf(other)).toContain(one)
  })

  test('returns the members of every group that contains a word, never the word itself', () => {
    expect(synonymsOf('vest')).toEqual(['waistcoat', 'gilet', 'bodywarmer'])
    expect(synonymsOf('constructor')).toEqual([])
    expect(synonymsOf('')).toEqual([])
  })

  test('keeps similar words that are not synonyms apart', () => {
    expect(synonymsOf('shirt')).toEqual([])
    expect(synonymsOf('jean')).not.toContain('denim')
    expect(synonymsOf('glass')).toEqual([])
    expect(synonymsOf('kid')).toEqual(['child', 'girl', 'boy'])
    expect(synonymsOf('child')).not.toContain('kid')
    expect(synonymsOf('scarf')).not.toContain('shawl')
    expect(synonymsOf('girl')).not.toContain('boy')
  })
})

describe('ideas', () => {
  test('are searched by the terms stored with products', () => {
    expect(ideaTerms('wedding guest')).toContain('wedding_guest')
    expect(ideaTerms('Wedding Guest')).toEqual(ideaTerms('wedding guest'))
    expect(ideaTerms('rain')).toEqual(
      expect.arrayContaining(['rain', 'waterproof', 'water_repellent', 'raincoat', 'waxed_cotton']),
    )
    for (const { terms } of IDEAS) for (const term of terms) expect(term).toBe(joinedTerm(term.replaceAll('_', ' ')))
  })

  test('without an entry are searched as one term', () => {
    expect(ideaTerms('race day')).toEqual(['race_day'])
    expect(ideaTerms('constructor')).toEqual(['constructor'])
    expect(ideaTerms(' !! ')).toEqual([])
  })

  test('have a label for any key in the URL', () => {
    expect(ideaLabel('wedding guest')).toBe('Wedding guest')
    expect(ideaLabel('breathable')).toBe('Cool and breathable')
    expect(ideaLabel('race_day')).toBe('Race day')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (key) => {
        expect(typeof ideaLabel(key)).toBe('string')
        for (const term of ideaTerms(key)) expect(term).toMatch(/^\S+$/)
      }),
    )
  })
})

describe('phrases.yaml', () => {
  test('refers to existing colours, materials and ideas', () => {
    const keys = new Set(IDEAS.map(({ key }) => key))
    for (const { means } of PHRASES.means) {
      for (const colour of means.colours ?? []) expect([colour, familyOf(colour)]).toEqual([colour, expect.any(String)])
      for (const material of means.materials ?? [])
        expect([material, knownMaterial(material)?.value]).toEqual([material, material])
      for (const idea of means.ideas ?? []) expect([idea, keys.has(idea)]).toEqual([idea, true])
    }
    for (const idea of PHRASES.occasions) expect([idea, keys.has(idea)]).toEqual([idea, true])
    for (const colour of Object.keys(PHRASES.colours))
      expect([colour, familyOf(colour)]).toEqual([colour, expect.any(String)])
  })

  test('contains single words in lists that are compared word by word', () => {
    for (const word of [...PHRASES.right_as_they_are, ...PHRASES.goes_with, ...PHRASES.plural_only, ...PHRASES.things])
      expect(parseWords(word)).toHaveLength(1)
  })
})

test('lookup tables ignore inherited properties such as toString', () => {
  for (const name of ['toString', 'constructor', '__proto__'])
    expect([PHRASES.near_kinds[name], PHRASES.stand_ins[name], PHRASES.as_adjectives[name]]).toEqual(
      Array(3).fill(undefined),
    )
})
