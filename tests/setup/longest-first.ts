import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files. In a fresh clone Vitest starts with the largest files, and would wait for these at the end. */
const LONGEST = [
  'tests/access/matrix.test.ts',
  'server/importing/store-sync.test.ts',
  'server/importing/import-queue.test.ts',
  'tests/analytics/histories.test.ts',
  'server/mail/mail-queue.test.ts',
  'scripts/restore.test.ts',
  'tests/http/two-processes.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((file) => moduleId.endsWith(`/${file}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
