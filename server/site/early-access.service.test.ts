import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getEarlyAccess } from './early-access.service.ts'

const database = useTestDatabase()

test('shows the launch date, and hides the size of a short waitlist', async () => {
  expect(await getEarlyAccess(database.db)).toEqual({
    launchAt: new Date('2025-09-01T00:00:00Z'),
    isOpen: true,
    waiting: null,
  })
})
