import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '#server/router.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { askCell, askClosed, expectedOf } from './ask-cell.ts'
import { levelRouter } from './levels.ts'
import { MATRIX } from './matrix.ts'
import { configureScenes, ROLES } from './scene.ts'

const database = useTestDatabase()
beforeAll(configureScenes)

test('has a row for every procedure, and no other', () =>
  expect(Object.keys(MATRIX).toSorted()).toEqual(
    Object.keys({ ...appRouter._def.procedures, ...levelRouter._def.procedures }).toSorted(),
  ))

describe('a closed site', () => {
  const procedures = Object.keys({ ...appRouter._def.procedures, ...levelRouter._def.procedures })
  // Whom it is closed to is the gate's own matter: server/http/gate.test.ts.
  test.each(ROLES)('refuses a %s every procedure', async (role) => {
    expect(await askClosed(database.db, procedures, role)).toEqual(
      Object.fromEntries(procedures.map((procedure) => [procedure, 'SERVICE_UNAVAILABLE'])),
    )
  })
})

describe.each(Object.entries(MATRIX))('%s', (procedure, row) => {
  test.each(Object.entries(row).flatMap(([whose, cell]) => ROLES.map((role) => ({ whose, role, cell }))))(
    'by a $role, with $whose ids',
    async ({ cell, role }) => {
      const result = await askCell(database.db, procedure, cell, role)
      expect(result).toEqual(expectedOf(cell, role, result))
    },
  )
})
