import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedDomain } from './suspicion.ts'
import { similarity, wordPieces, suspectWords } from './suspicious-words.ts'

const kinds = (comment: string) => suspectWords('', comment).map(({ kind, detail }) => `${kind}: ${detail}`)

test.each([
  ['Well cut, and warm. It fits.', []],
  ['It came.in two days, with a card. 100% wool, 12 cm, EUR100, SIZE12.', []],
  ['WTF IS A GOOD NAME', []],
  ['Look at https://cheap.example/coats now', ['link: Contains a link: https://cheap.example/coats']],
  ['Cheaper at www.coats.example', ['link: Contains a link: www.coats.example']],
  ['Cheaper at Cheap-Coats.shop, really', ['link: Contains a link: Cheap-Coats.shop']],
  ['Cheaper at cheapcoats dot com', ['link: Contains a link: cheapcoats dot com']],
  ['Use code VELVET20 at the till', ['code: Mentions a code: VELVET20']],
  ['My Coupon: FRIENDS', ['code: Mentions a code: FRIENDS']],
  ['The dress code was black tie', []],
  ['SUMMER25 works', ['code: Mentions a code: SUMMER25']],
  ['Write to jo@cheap.shop', ['contact: Contains an email address: jo@cheap.shop']],
  ['Call +44 20 7946 0958', ['contact: Contains a phone number: +44 20 7946 0958']],
  ['THIS IS THE BEST COAT THAT I HAVE EVER HAD', ['capitals: Written in capitals']],
])('suspectWords finds %j', (comment, expected) => {
  expect(kinds(comment)).toEqual(expected)
})

test('accepts any text, and stays fast', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(suspectWords(text, text)).toBeInstanceOf(Array)
    }),
  )
  for (const part of ['a', 'a.', 'a@', '+1', '1 ', 'www.', 'code ', 'A1', 'dot ', '(((((']) {
    const began = performance.now()
    suspectWords('', part.repeat(5_000))
    expect(performance.now() - began).toBeLessThan(500)
  }
})

const long = fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 })
const share = (one: string, other: string) => {
  const [pieces, others] = [wordPieces(one), wordPieces(other)]
  return pieces && others ? similarity(pieces, others) : null
}

describe('similarity', () => {
  test('is symmetric, and between 0 and 1', () => {
    fc.assert(
      fc.property(long, long, (one, other) => {
        const found = share(one, other)
        expect(found).toBe(share(other, one))
        if (found !== null) expect(found === 0 || (found >= 0.7 && found <= 1)).toBe(true)
      }),
    )
  })
  test('is 1 for the same words, regardless of case, spaces and punctuation', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 15, maxLength: 80 })
    fc.assert(
      fc.property(words, (each) => {
        expect(share(each.join(' '), `${each.join('... ').toUpperCase()}!!`)).toBe(1)
      }),
    )
  })
  test.each([
    ['Fits well.', 'Fits well!', null],
    [
      'A lovely coat, warm and well cut, and it came within two days.',
      'A lovely coat, warm and well cut, and it came within three days.',
      'alike',
    ],
    [
      'A lovely coat, warm and well cut, and it came within two days.',
      'The sleeves are too short for me, and the colour is not that of the picture.',
      'not alike',
    ],
    [
      '这件外套非常合身而且很暖和我会再次购买的真的很喜欢这个颜色',
      '这件外套非常合身而且很暖和我会再次购买的真的很喜欢这个颜色！',
      'alike',
    ],
  ])('of %j and %j: %s', (one, other, expected) => {
    const found = share(one, other)
    expect(found === null ? null : found > 0 ? 'alike' : 'not alike').toBe(expected)
  })
})

test.each([
  ['ada@velvet.example', ['velvet.example'], 'velvet.example'],
  ['ada@velvet.example', ['shop.velvet.example'], 'velvet.example'],
  ['ada@mail.velvet.example', ['velvet.example'], 'mail.velvet.example'],
  ['ada@redvelvet.example', ['velvet.example'], null],
  ['ada@gmail.com', ['gmail.com'], null],
  ['ada@myshopify.com', ['velvet.myshopify.com'], null],
  ['ada@co.uk', ['velvet.co.uk'], null],
  ['ada@example', ['velvet.example'], null],
  ['ada@velvet.example', [], null],
])('the shared domain of %s and %j is %s', (email, hosts, expected) => {
  expect(sharedDomain(email, hosts)).toBe(expected)
})
