import { afterEach, beforeEach, expect, vi } from 'vitest'
import { log } from '#server/platform/log.ts'

log.level = 'silent'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

// An unexpected console error fails the test. A test that expects one clears the spy.
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  vi.restoreAllMocks()
})
