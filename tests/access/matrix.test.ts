import { beforeAll, describe, expect, it } from 'vitest'
import { appRouter } from '#server/router.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { askCell, askClosed, expectedOf } from './ask-cell.ts'
import { levelRouter } from './levels.ts'
import { MATRIX } from './matrix.ts'
import { configureScenes, ROLES } from './scene.ts'

const test = useTestDatabase()
beforeAll(configureScenes)

it('has a row for every procedure, and no other', () =>
  expect(Object.keys(MATRIX).toSorted()).toEqual(
    Object.keys({ ...appRouter._def.procedures, ...levelRouter._def.procedures }).toSorted(),
  ))

describe('a closed site', () => {
  const procedures = Object.keys({ ...appRouter._def.procedures, ...levelRouter._def.procedures })
  // Whom it is closed to is the gate's own matter: server/http/gate.test.ts.
  it.each(ROLES)('refuses a %s every procedure', async (role) => {
    expect(await askClosed(test.db, procedures, role)).toEqual(
      Object.fromEntries(procedures.map((procedure) => [procedure, 'SERVICE_UNAVAILABLE'])),
    )
  })
})

describe.each(Object.entries(MATRIX))('%s', (procedure, row) => {
  it.each(Object.entries(row).flatMap(([whose, cell]) => ROLES.map((role) => ({ whose, role, cell }))))(
    'by a $role, with $whose ids',
    async ({ cell, role }) => {
      const result = await askCell(test.db, procedure, cell, role)
      expect(result).toEqual(expectedOf(cell, role, result))
    },
  )
})
