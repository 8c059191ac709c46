// The common format of the reports of both test runners.

export interface Results {
  passed: number
  /** Describes each failed test: its place, its name and the first line of the error. */
  failures: string[]
}

interface PlaywrightSuite {
  specs?: { title: string; file: string; line: number; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { error?: { message?: string } }[]
}

// Removes the colours of the test runners.
export const firstLine = (text = '') =>
  text
    .replaceAll(/\u001B\[[\d;]*m/g, '')
    .split('\n', 1)
    .join('')
    .slice(0, 300)

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
