import { expect, test } from 'vitest'
import { vitestResults } from './vitest-report.ts'

type Modules = Parameters<typeof vitestResults>[0]

const tests = (states: Array<{ state: string; fullName: string; error?: string }>) => ({
  allTests: (asked: string) =>
    states
      .filter(({ state }) => state === asked)
      .map(({ fullName, error }) => ({ fullName, result: () => ({ errors: error ? [{ message: error }] : [] }) })),
})

test('lists failed tests with their file and first error line, files that failed to load, and other errors', () => {
  const modules = [
    {
      relativeModuleId: 'server/money/round.test.ts',
      errors: () => [],
      children: tests([
        { state: 'passed', fullName: 'adds' },
        { state: 'skipped', fullName: 'counts in Redis' },
        {
          state: 'failed',
          fullName: 'rounds half up',
          error: '\u001B[31mAssertionError: 2 is not 3\u001B[39m\n  at x',
        },
      ]),
    },
    {
      relativeModuleId: 'app/lib/paths.test.ts',
      errors: () => [{ message: "Cannot find './paths.ts'\nat x" }],
      children: tests([]),
    },
  ] as unknown as Modules
  expect(
    vitestResults(modules, [{ message: 'the connection ended', stack: 'Error: the connection ended\n  at y' }]),
  ).toEqual({
    passed: 1,
    skipped: ['server/money/round.test.ts > counts in Redis'],
    failures: [
      'server/money/round.test.ts > rounds half up: AssertionError: 2 is not 3',
      "app/lib/paths.test.ts: Cannot find './paths.ts'",
      'outside the tests: Error: the connection ended\n  at y',
    ],
  })
})
