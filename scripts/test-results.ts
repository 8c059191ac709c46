// What the reports of a run's two runners say, in one shape.
import path from 'node:path'

export interface Results {
  passed: number
  /** A line for each test that failed: where it is, what it is called, and the first line of why. */
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  /** See vitest-report.ts. */
  unhandledErrors: string[]
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightSuite {
  specs?: { title: string; file: string; line: number; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { error?: { message?: string } }[]
}

// Runners colour what they report.
const firstLine = (text = '') =>
  text
    .replaceAll(/\u001B\[[\d;]*m/g, '')
    .split('\n', 1)
    .join('')
    .slice(0, 300)

export function vitestResults(report: string, root: string): Results {
  const { numPassedTests, testResults, unhandledErrors } = JSON.parse(report) as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that can't be loaded has no tests to name.
    if (status === 'failed' && failed.length === 0) return [`${path.relative(root, name)}: ${firstLine(message)}`]
    return failed.map(
      (test) => `${path.relative(root, name)} > ${test.fullName.trim()}: ${firstLine(test.failureMessages[0])}`,
    )
  })
  const outside = unhandledErrors.map((error) => `outside the tests: ${error.slice(0, 1000)}`)
  return { passed: numPassedTests, failures: [...failures, ...outside] }
}

export function playwrightResults(report: string): Results {
  const { suites, stats } = JSON.parse(report) as {
    suites: PlaywrightSuite[]
    stats: { expected: number; flaky: number }
  }
  const failures = (suite: PlaywrightSuite): string[] => [
    ...(suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => `tests/e2e/${file}:${line} > ${title}: ${firstLine(results.at(-1)?.error?.message)}`),
    ),
    ...(suite.suites ?? []).flatMap(failures),
  ]
  return { passed: stats.expected + stats.flaky, failures: suites.flatMap(failures) }
}
