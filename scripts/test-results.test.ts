import { expect, test } from 'vitest'
import { playwrightResults } from './test-results.ts'

test('summarises Playwright results, and lists tests that failed but not those that passed on retry', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'shopper/home.spec.ts',
    line: 12,
    tests: [{ status, results: [{ error: { message: 'first try' } }, { error: message && { message } }] }],
  })
  const report = JSON.stringify({
    stats: { expected: 2, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('opens', 'expected'), spec('draws with WebGL', 'skipped')],
        suites: [{ specs: [spec('scrolls', 'flaky'), spec('ends', 'unexpected', 'Error: no end\n at x')] }],
      },
    ],
  })
  expect(playwrightResults(report)).toEqual({
    passed: 3,
    skipped: ['tests/e2e/shopper/home.spec.ts:12 > draws with WebGL'],
    failures: ['tests/e2e/shopper/home.spec.ts:12 > ends: Error: no end'],
  })
})
