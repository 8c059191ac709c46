import { expect, test } from 'vitest'
import { storeText } from './store-text.ts'

test.each([
  ['https://evil.example/x', '[link removed]'],
  ['Pay at evil.example/pay now', 'Pay at [link removed] now'],
  ['//evil.example', '[link removed]'],
  [String.raw`\\evil.example\pay`, '[link removed]'],
  ['[here](//evil.example)', '[here] ([link removed]'],
  ['[here](evil.example)', '[here] (evil.example)'],
  [String.raw`https:\\evil.example`, '[link removed]'],
  ['https:/evil.example', '[link removed]'],
  ['https:evil.example', '[link removed]'],
  ['_javascript:alert(1)_', '[link removed]'],
  ['evil.example:8080', '[link removed]'],
  ['evil.example?pay=1', '[link removed]'],
  ['evil.example./pay', '[link removed]'],
  ['evil。example/pay', '[link removed]'],
  ['магазин.рф/x', '[link removed]'],
  ['दुकान.भारत/x', '[link removed]'],
  ['xn--80aswg.xn--p1ai/x', '[link removed]'],
  ['203.0.113.7/pay', '[link removed]'],
  ['me:pw@evil.example/pay', '[link removed]'],
  ['evil\u200b.example\u2060/pay', '[link removed]'],
  ['a verylongscheme.with+parts-of-forty-characters://evil', 'a [link removed]'],
  ['src="https://evil.example/a.png"', 'src="[link removed]'],
])('removes the link from %s', (text, plain) => expect(storeText(text, 100)).toBe(plain))

test.each([
  'Black // white, 50% cotton/50% wool',
  'Moss.com',
  's.Oliver',
  'UK 12/EU 40, 24.5cm/9.6in, W32/L34',
  'Soft. Warm? Wash at 30.',
  'Profile: slim. Metadata:none',
  'Size [M] (fits small)',
  'Version 1.2.3.4',
])('leaves %s unchanged', (text) => expect(storeText(text, 100)).toBe(text))

test('collapses whitespace, and truncates to the maximum length', () => {
  expect(storeText('a\n\tb   c', 10)).toBe('a b c')
  expect(storeText('abcdef', 4)).toBe('abc…')
  expect(storeText('ab😀cd', 4)).toBe('ab…')
  expect(storeText(null, 4)).toBe('')
})

test('takes linear time for long words', () => {
  const spent = (text: string) => {
    const before = process.cpuUsage()
    for (let times = 0; times < 5; times++) storeText(text, text.length)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  for (const part of ['a.a.a.', 'a:', '(a.xn--a', 'www', '1.1.1.']) {
    spent(part.repeat(1_000))
    // Four times the text may take four times as long, but not sixteen times.
    expect(spent(part.repeat(16_000)) / spent(part.repeat(4_000))).toBeLessThan(10)
  }
})
