import { describe, expect, test } from 'vitest'
import { pushMessage, type PushNews } from './push-message.ts'

const found = (productId: string, search = 'Linen dresses'): PushNews => ({ searchId: search, search, productId })
const some = (count: number) => Array.from({ length: count }, (_, n) => found(String(n + 1)))

describe('a notification', () => {
  test('for one search counts the products and links to the search', () =>
    expect(pushMessage(some(6), 9)).toEqual({
      title: '6 new items in Linen dresses',
      body: '',
      path: '/new-in/Linen dresses',
      unseen: 9,
    }))
  test.each([
    [1, '1 new item in Linen dresses'],
    [13, '13 new items in Linen dresses'],
  ])('for %i products has the title %s', (count, title) => expect(pushMessage(some(count), 0).title).toBe(title))
  test('for several searches counts each product once, and names the searches', () =>
    expect(pushMessage([found('1'), found('1', 'Toteme'), found('2', 'Toteme')], 2)).toEqual({
      title: '2 new items for you',
      body: 'Linen dresses: 1, Toteme: 2',
      path: '/new-in',
      unseen: 2,
    }))
  test('has one line for each field, and fits the size limit', () => {
    const long = ['x\n'.repeat(200), '\u{1F457}'.repeat(200), 'y'.repeat(500), 'z'].map((name) => found(name, name))
    const message = pushMessage(long, 4)
    expect(message.body).toMatch(/^(x )+x?…: 1, \u{1F457}+…: 1, y+…: 1 and 1 more$/u)
    for (const each of [message, pushMessage(long.slice(1, 2), 1)]) {
      expect(JSON.stringify(each)).not.toMatch(/\\n|\\ud/)
      expect(Buffer.byteLength(JSON.stringify(each))).toBeLessThan(2_000)
    }
  })
})
