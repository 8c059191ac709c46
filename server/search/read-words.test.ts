import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinedTerm, readWords } from './read-words.ts'

describe('readWords', () => {
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
  ])('of %j are %j', (text, words) => expect(readWords(text)).toEqual(words))

  test('reads its own words as themselves, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const words = readWords(text)
        for (const word of words) expect(word).toMatch(/^[^\s_]+$/)
      }),
    )
  })

  test('joins the words of a tag', () => expect(joinedTerm('Wedding Guests')).toBe('wedding_guest'))
})
