import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinedTerm, otherSpellings, possessiveOf, parseWords } from './parse-words.ts'

describe('parseWords', () => {
  test.each<[string, string[]]>([
    ['Dresses & Skirts', ['dress', 'skirt']],
    ['T-shirts', ['tshirt']],
    ['t shirt', ['tshirt']],
    ['Tshirt', ['tshirt']],
    ['women’s boots', ['woman', 'boot']],
    ['womens mens', ['woman', 'man']],
    ["men's", ['man']],
    ['Crème brûlée', ['creme', 'brulee']],
    ['watches', ['watch']],
    ['accessories', ['accessory']],
    ['scarves', ['scarf']],
    ['cashmere', ['cashmere']],
    ['canvas bus', ['canva', 'bus']],
    ['flip-flops', ['flipflop']],
    ['Swimming costumes', ['swimmingcostume']],
    ['swimming trunks', ['swimmingtrunk']],
    ['polo-neck', ['poloneck']],
    ['cross body bag', ['crossbody', 'bag']],
    ['bum bags', ['bumbag']],
    ['glasses, sun glasses, a glass', ['glasses', 'sunglass', 'a', 'glass']],
    ['kids', ['child']],
    ['kid leather', ['kid', 'leather']],
    ['wellies', ['welly']],
    ['raincoat rain coats', ['raincoat', 'raincoat']],
    ['sunglasses', ['sunglass']],
    ['W32 L34', ['w32', 'l34']],
    ['', []],
    ['🧥 !!', []],
    ["d'Orsay", ['d', 'orsay']],
  ])('reads %j as %j', (text, words) => expect(parseWords(text)).toEqual(words))

  test('returns words without spaces or underscores, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const words = parseWords(text)
        for (const word of words) expect(word).toMatch(/^[^\s_]+$/)
      }),
    )
  })

  test('joins the words of a tag', () => expect(joinedTerm('Wedding Guests')).toBe('wedding_guest'))
})

describe('apostrophes', () => {
  const apostrophe = fc.constantFrom("'", '’', '‘', '`', '´', 'ʼ')
  const name = fc.string({ unit: fc.constantFrom(...'abdefghilnorstuxyz'), minLength: 2, maxLength: 10 })

  test('a possessive has the same form with any apostrophe or none', () => {
    fc.assert(
      fc.property(name, apostrophe, (stem, sign) => {
        const [read] = parseWords(`${stem}${sign}s`)
        if (!/(?:[sxz]|[cs]h)$/.test(stem)) expect(parseWords(`${stem}s`)).toEqual([read])
        const [own = ''] = parseWords(stem)
        expect([own, possessiveOf(own), possessiveOf(stem), parseWords(`${own}s`)[0]]).toContain(read)
        expect(parseWords(`${stem}s${sign}`)).toEqual(parseWords(`${stem}s`))
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['Levi’s', ['levis']],
    ['levis', ['levis']],
    ['Charlie’s', ['charly']],
    ['charlies', ['charly']],
    ['Max’s', ['max']],
    ['women’s', ['woman']],
    ['Hens’ Teeth', ['hen', 'teeth']],
  ])('%s is read as %j', (text, words) => expect(parseWords(text)).toEqual(words))

  test('a name has a possessive form, unless that is another word', () => {
    expect(['levi', 'charlie', 'lulu', 'quenna', 'kid', 'dress', 'boss'].map(possessiveOf)).toEqual([
      'levis',
      'charly',
      'lulus',
      null,
      null,
      null,
      null,
    ])
  })

  test('words with an inner apostrophe also have a spelling without it', () => {
    expect(otherSpellings("O’Brannick d´Argelle Taʼemi Rock'n'Roll Quenna’s Hens’ Teeth")).toEqual([
      'obrannick',
      'dargelle',
      'taemi',
      'rocknroll',
    ])
  })
})
