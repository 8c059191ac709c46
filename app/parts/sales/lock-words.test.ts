import { expect, test } from 'vitest'
import { lockWords } from './lock-words.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const sale = (given: object = {}) => ({
  status: 'pending',
  lockAt: new Date('2026-12-10T00:00:00Z'),
  flags: [],
  ...given,
})

test('shows when a pending sale will be confirmed', () => {
  expect(lockWords(sale(), NOW)).toMatch(
    /^We will confirm the sale on .*10.* unless the order is refunded or cancelled\.$/,
  )
})

test('omits the date of a sale that was confirmed manually after its lock period', () => {
  expect(lockWords(sale({ lockAt: new Date('2026-10-10T00:00:00Z') }), NOW)).toBe(
    'The lock period is over. We will confirm the sale within the hour.',
  )
})

test('omits the date of a sale that is not pending or is under review', () => {
  expect(lockWords(sale({ flags: [{ resolvedAt: null }] }), NOW)).toBe('')
  expect(lockWords(sale({ status: 'confirmed' }), NOW)).toBe('')
  expect(lockWords(sale({ lockAt: null }), NOW)).toBe('')
})
