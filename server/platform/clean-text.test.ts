import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, cleanTexts } from './clean-text.ts'

describe('keeps', () => {
  test.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['skin tones and hearts', '👩🏽‍🚀 🧑🏻‍❤️‍🧑🏿 ❤️‍🔥'],
    ['the rainbow flag', '🏳️‍🌈'],
    ['the flags of England, Scotland and Wales', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['Persian with ZWNJ', 'می‌خواهم'],
    ['a joiner after an Arabic letter', 'ه‍.ش'],
    ['Hindi conjuncts', 'क्‍ष'],
    ['Sinhala and Bengali joiners', 'ශ්‍රී র‍্য'],
    ['an Arabic number sign', '؀١٢'],
    ['variants of an ideograph and a symbol', '葛\u{e0100} ≨\ufe00'],
    ['variants of Mongolian letters', 'ᠨ\u180b'],
    ['emojis as text and keycaps', '❤\ufe0e ✈\ufe0f 1\ufe0f\u20e3'],
    ['line breaks and tabs', 'one\n\ttwo\r\nthree'],
    ['composed and decomposed letters', 'Ångström A\u030a café cafe\u0301 東京'],
  ])('%s', (_, text) => expect(cleanText(text)).toBe(text))
})

describe('removes', () => {
  test.each([
    ['private-use characters', 'a\ue000\uf8ff\u{f0000}\u{10fffd}b', 'ab'],
    ['overrides and isolates', '\u202eevil\u202c \u2066x\u2069 \u200fy\u061c', 'evil x y'],
    ['invisible characters', 'zero\u200bwidth so\u00adft \ufeffmark w\u2060j', 'zerowidth soft mark wj'],
    ['control characters', 'a\0\u0007\u009bb', 'a b'],
    ['noncharacters', '\ufdd0a\uffff\u{1fffe}', 'a'],
    ['joiners where no script needs them', 'a\u200db \u200c 😀\u200d \u200dx', 'ab  😀 x'],
    ['repeated joiners', 'می\u200c\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['tags that spell hidden text', 'hi\u{e0041}\u{e0042}\u{e007f}', 'hi'],
    ['tags that are not a flag', '🏴\u{e0041}\u{e007f} 🏴\u{e0067}\u{e0062}', '🏴 🏴'],
    [
      'selectors that spell hidden text',
      'Zara\ufe00 a\u{e0100}\u{e01ef} 😀\ufe0f\u{e0148}\u{e0158} 字\ufe00\ufe01',
      'Zara a 😀\ufe0f 字\ufe00',
    ],
    ['invisible marks and unassigned characters', 'Za\u034fr\u2065a\ufff0 \u1780\u17b4 a\u180b', 'Zara \u1780 a'],
    ['letters that look like a space', 'Zara\u3164\u2800x\u115f\u1160\uffa0', 'Zara  x   '],
    ['a lone surrogate, which is replaced', 'a\ud83db', 'a\ufffdb'],
    ['line separators, which become line breaks', 'a\u2028b', 'a\nb'],
  ])('%s', (_, text, cleaned) => expect(cleanText(text)).toBe(cleaned))
})

const odd = fc.constantFrom(
  ...['\u200c', '\u200d', '\u202e', '\u2066', '\ue000', '\ufffe', '\ud83d', '\udc00', '\0', '\r', '\n', '\u00ad'],
  ...['😀', '👩', '🏽', '\ufe0f', '❤', '🏴', '\u{e0067}', '\u{e0062}', '\u{e007f}', 'ی', 'क', '्', 'a', ' '],
  ...['\ufe00', '\u{e0148}', '字', '\u3164', '1', '\u180b', 'ᠨ', '\u2065'],
)
const text = fc.oneof(
  fc.array(odd, { maxLength: 20 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
)
const NOT_STORED =
  /[^\P{Cc}\n\r\t]|\p{Co}|\p{Cs}|\p{Noncharacter_Code_Point}|[\u034f\u00ad\u115f\u1160\u2800\u3164\uffa0\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

test('leaves no hidden characters in any text, and changes nothing the second time', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const cleaned = cleanText(typed)
      expect(cleaned).not.toMatch(NOT_STORED)
      expect(cleaned.isWellFormed()).toBe(true)
      expect(cleanText(cleaned)).toBe(cleaned)
    }),
    { numRuns: 3_000 },
  )
})

test('cleans texts and field names at every depth, but not passwords, dates and clean values', () => {
  const at = new Date(0)
  const clean = { list: [{ name: 'x', at }], none: null, many: 3 }
  expect(cleanTexts(clean)).toBe(clean)
  expect(cleanTexts({ 'a\ue000': [{ b: '\u202ec' }], password: '\ue000x' }, new Set(['password']))).toEqual({
    a: [{ b: 'c' }],
    password: '\ue000x',
  })
  const polluted = cleanTexts(JSON.parse('{"__proto__":{"isAdmin":"\u00adyes"}}') as Record<string, unknown>)
  expect(Object.hasOwn(polluted, '__proto__')).toBe(true)
  expect((polluted as { isAdmin?: unknown }).isAdmin).toBeUndefined()
})
