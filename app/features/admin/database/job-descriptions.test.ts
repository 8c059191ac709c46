import fs from 'node:fs'
import { expect, test } from 'vitest'
import { JOB_DESCRIPTIONS } from './job-descriptions.ts'

test('describes every scheduled job', () => {
  const jobs = fs.readFileSync('server/jobs.ts', 'utf8')
  const scheduled = [...jobs.matchAll(/scheduled\(\s*'([a-z-]+)'/g)].map((found) => found[1] ?? '')
  expect(scheduled.length).toBeGreaterThan(60)
  expect(scheduled.filter((name) => !(name in JOB_DESCRIPTIONS))).toEqual([])
})
