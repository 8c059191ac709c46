import { expect, test } from 'vitest'
import { playwrightResults, vitestResults } from './test-results.ts'

test('summarises Vitest results: names failed tests with their file and first error line, files that did not load, and errors outside tests', () => {
  const report = JSON.stringify({
    numPassedTests: 7,
    unhandledErrors: ['Error: the connection ended\n    at y'],
    testResults: [
      {
        name: '/shop/server/money/round.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'rounds half up',
            failureMessages: ['\u001B[31mAssertionError: 2 is not 3\u001B[39m\n    at x'],
          },
        ],
      },
      {
        name: '/shop/app/lib/paths.test.ts',
        status: 'failed',
        message: "Cannot find './paths.ts'\nat x",
        assertionResults: [],
      },
    ],
  })
  expect(vitestResults(report, '/shop')).toEqual({
    passed: 7,
    failures: [
      'server/money/round.test.ts > rounds half up: AssertionError: 2 is not 3',
      "app/lib/paths.test.ts: Cannot find './paths.ts'",
      'outside the tests: Error: the connection ended\n    at y',
    ],
  })
})

test('summarises Playwright results: names tests that failed twice, not those that passed on retry', () => {
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
        specs: [spec('opens', 'expected')],
        suites: [{ specs: [spec('scrolls', 'flaky'), spec('ends', 'unexpected', 'Error: no end\n at x')] }],
      },
    ],
  })
  expect(playwrightResults(report)).toEqual({
    passed: 3,
    failures: ['tests/e2e/shopper/home.spec.ts:12 > ends: Error: no end'],
  })
})
