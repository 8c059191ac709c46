// Writes a Vitest run's results in the shape of test-results.ts, including errors outside of tests, because these also
// fail a run.
import fs from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { type Results, firstLine } from './test-results.ts'

type RunEnd = Parameters<NonNullable<Reporter['onTestRunEnd']>>
type Module = Pick<TestModule, 'relativeModuleId' | 'errors' | 'children'>
type Unhandled = Pick<RunEnd[1][number], 'message' | 'stack'>

export function vitestResults(modules: readonly Module[], unhandled: readonly Unhandled[]): Results {
  const tests = modules.map(({ relativeModuleId: file, children }) => ({ file, children }))
  const failed = tests.flatMap(({ file, children }) =>
    [...children.allTests('failed')].map(
      (test) => `${file} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`,
    ),
  )
  const skipped = tests.flatMap(({ file, children }) =>
    [...children.allTests('skipped')].map(({ fullName }) => `${file} > ${fullName}`),
  )
  const notLoaded = modules.flatMap((module) =>
    module.errors().map(({ message }) => `${module.relativeModuleId}: ${firstLine(message)}`),
  )
  const outside = unhandled.map(({ message, stack }) => `outside the tests: ${(stack ?? message).slice(0, 1000)}`)
  return {
    passed: tests.reduce((sum, { children }) => sum + [...children.allTests('passed')].length, 0),
    skipped,
    failures: [...failed, ...notLoaded, ...outside],
  }
}

export default class VitestReport implements Reporter {
  onTestRunEnd(...[modules, unhandled]: RunEnd): void {
    const file = process.env['TEST_RESULTS'] ?? 'test-results/vitest.json'
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify(vitestResults(modules, unhandled)))
  }
}
