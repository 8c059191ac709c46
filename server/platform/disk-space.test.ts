import { describe, expect, test } from 'vitest'
import { isDiskFull, diskLevelOf } from './disk-space.ts'

const MB = 2 ** 20
const GB = 2 ** 30

describe('levelOf', () => {
  test.each([
    [100 * MB, 20 * GB, 'critical'],
    [200 * MB, 20 * GB, 'low'],
    [GB - 1, 10 * GB, 'low'],
    [GB, 10 * GB, 'enough'],
    [4 * GB, 100 * GB, 'low'],
    [5 * GB, 100 * GB, 'enough'],
    [30 * GB, 2000 * GB, 'enough'],
    [19 * GB, 2000 * GB, 'low'],
  ])('of %i free bytes of %i is %s', (free, total, level) => expect(diskLevelOf(free, total)).toBe(level))
})

test.each([
  ['ENOSPC', true],
  ['EDQUOT', true],
  ['ECONNRESET', false],
])('%s means a full disk: %s', (code, isFull) => {
  expect(isDiskFull(Object.assign(new Error(code), { code }))).toBe(isFull)
})
