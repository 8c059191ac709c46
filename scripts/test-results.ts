// What the reports of a run's two runners say, in one shape.

export interface Results {
  passed: number
  /** A line for each test that failed: where it is, what it is called, and the first line of why. */
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

// Runners colour what they report.
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
