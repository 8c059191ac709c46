// The common format of the reports of both test runners.

export interface Results {
  passed: number
  /** The names of the skipped tests, which say what the tests require. */
  skipped: string[]
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
  const those = (suite: PlaywrightSuite, status: PlaywrightTest['status']): string[] => [
    ...(suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) => {
          const error = firstLine(results.at(-1)?.error?.message)
          return `tests/e2e/${file}:${line} > ${title}${error && `: ${error}`}`
        }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => those(inner, status)),
  ]
  return {
    passed: stats.expected + stats.flaky,
    skipped: suites.flatMap((suite) => those(suite, 'skipped')),
    failures: suites.flatMap((suite) => those(suite, 'unexpected')),
  }
}
