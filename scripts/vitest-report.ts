// Vitest's JSON report, with the errors that no test caught: they fail a run too, and Vitest's own report leaves them out.
import { JsonReporter, type Reporter } from 'vitest/node'

type TestRunEnd = Parameters<NonNullable<Reporter['onTestRunEnd']>>

export default class VitestReport extends JsonReporter {
  #errors: TestRunEnd[1] = []

  override async onTestRunEnd(...[modules, errors]: TestRunEnd): Promise<void> {
    this.#errors = errors
    await super.onTestRunEnd(modules)
  }

  override async writeReport(report: string): Promise<void> {
    const unhandledErrors = this.#errors.map(({ message, stack }) => stack ?? message)
    await super.writeReport(JSON.stringify({ ...(JSON.parse(report) as object), unhandledErrors }))
  }
}
