import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { readEarlyAccess } from './early-access.service.ts'

const database = useTestDatabase()

test('tells when the shop opens, and nothing of a waitlist that is short', async () => {
  expect(await readEarlyAccess(database.db)).toEqual({
    launchAt: new Date('2025-09-01T00:00:00Z'),
    isOpen: true,
    waiting: null,
  })
})
