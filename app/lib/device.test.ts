import { describe, expect, test } from 'vitest'
import { isWeak } from './device.ts'

describe('isWeak', () => {
  test.each([
    [{ deviceMemory: 1, hardwareConcurrency: 8 }, true],
    [{ deviceMemory: 2, hardwareConcurrency: 8 }, true],
    [{ deviceMemory: 8, hardwareConcurrency: 2 }, true],
    [{ deviceMemory: 4, hardwareConcurrency: 4 }, false],
    [{ hardwareConcurrency: 1 }, true],
    [{ deviceMemory: 4 }, false],
    [{}, false],
  ])('%j: %s', (powers, expected) => expect(isWeak(powers)).toBe(expected))
})
