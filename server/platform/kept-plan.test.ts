import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { KEPT_PLAN } from './kept-plan.ts'

const database = useTestDatabase()

test('prepares marked statements only, once per connection', async () => {
  const { db } = database
  const planned = await db.$transaction(async (tx) => {
    for (const n of [1, 2, 3]) {
      expect(await tx.$queryRaw`${KEPT_PLAN} SELECT ${n}::int AS n`).toEqual([{ n }])
      expect(await tx.$queryRaw`SELECT ${n}::int + 1 AS n`).toEqual([{ n: n + 1 }])
    }
    return tx.$queryRaw`SELECT generic_plans + custom_plans AS times FROM pg_prepared_statements WHERE NOT from_sql AND name <> ''`
  })
  expect(planned).toEqual([{ times: 3n }])
})
