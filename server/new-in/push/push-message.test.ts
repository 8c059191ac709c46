import { describe, expect, test } from 'vitest'
import { pushMessage, type PushNews } from './push-message.ts'

const found = (productId: string, search = 'Linen dresses', more: Partial<PushNews> = {}): PushNews => ({
  ...{ searchId: search, search, productId, name: `Dress ${productId}`, brand: 'Toteme' },
  ...more,
})
const some = (count: number) => Array.from({ length: count }, (_, n) => found(String(n + 1)))

describe('a notification', () => {
  test('of one search counts in words, names three, and leads to it', () =>
    expect(pushMessage(some(6), 9)).toEqual({
      title: 'Six new in Linen dresses',
      body: 'Dress 1 by Toteme, Dress 2 by Toteme, Dress 3 by Toteme and 3 more',
      path: '/new-in/Linen dresses',
      unseen: 9,
    }))
  test.each([
    [1, 'One new in Linen dresses'],
    [12, 'Twelve new in Linen dresses'],
    [13, '13 new in Linen dresses'],
  ])('of %i is titled %s', (count, title) => expect(pushMessage(some(count), 0).title).toBe(title))
  test('of several counts each piece once, and says where', () =>
    expect(pushMessage([found('1'), found('1', 'Toteme'), found('2', 'Toteme')], 2)).toEqual({
      title: 'Two new that you look for',
      body: 'Linen dresses: 1, Toteme: 2',
      path: '/new-in',
      unseen: 2,
    }))
  test('is of one line each, and fits into a message', () => {
    const long = found('1', 'x\n'.repeat(200), { name: '\u{1F457}'.repeat(200), brand: 'y'.repeat(500) })
    const message = pushMessage([long, found('2', 'z'.repeat(80)), found('3', 'w'.repeat(80))], 3)
    expect(JSON.stringify(message)).not.toMatch(/\\n|\\ud/)
    expect(Buffer.byteLength(JSON.stringify(pushMessage([long], 1)))).toBeLessThan(2_000)
    expect(message.body).toMatch(/^(x )+x?…: 1, z+…: 1, w+…: 1$/)
  })
})
