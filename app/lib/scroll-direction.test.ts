import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makesRoom } from './scroll-direction.ts'

describe('bars', () => {
  it.each([[0, 101, true], [0, 100, false], [300, 400, true], [400, 300, false], [300, 304, null], [304, 300, null], [106, 90, false], [98, 103, null], [0, -20, false]])(
    'from %i to %i: %s', (last, now, expected) => expect(makesRoom(last, now)).toBe(expected),
  )
  it('are never away within 100 pixels of the top, and never after scrolling up', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: -50, max: 9_000 }), (last, now) => {
      if (makesRoom(last, now) === true) expect(now).toBeGreaterThan(Math.max(100, last))
    }))
  })
})
