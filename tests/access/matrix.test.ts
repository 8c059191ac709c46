import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '#server/router.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { askCell, askClosed, expectedOf, type CellResult, type Untouched } from './ask-cell.ts'
import { guardsIn, routerPaths } from './find-guards.ts'
import { levelRouter } from './levels.ts'
import { MATRIX } from './matrix.ts'
import { configureScenes, ROLES, type Role } from './scene.ts'

const database = useTestDatabase()
const untouched: Untouched = new Map()
beforeAll(() => configureScenes())

test('has a row for every procedure, and no extra rows', () =>
  expect(Object.keys(MATRIX).toSorted()).toEqual(
    Object.keys({ ...appRouter._def.procedures, ...levelRouter._def.procedures }).toSorted(),
  ))

test('allows only administrators to call administrator procedures', () => {
  const texts = fs.globSync('server/**/*router.ts').map((file) => [file, fs.readFileSync(file, 'utf8')] as const)
  const paths = routerPaths(texts.map(([, text]) => text))
  const theirs = texts
    .flatMap(([file, text]) => guardsIn(file, text, paths))
    .flatMap(({ removed, prefixes }) => (removed === 'adminProcedure' ? prefixes : []))
  expect(theirs).toContain('admin.users.suspend')
  const others = Object.fromEntries(
    ROLES.filter((role) => role !== 'admin').map((role) => [
      role,
      role === 'visitor' || role === 'suspendedAdmin' ? 'UNAUTHORIZED' : 'FORBIDDEN',
    ]),
  )
  for (const procedure of theirs)
    for (const { outcomes } of Object.values(MATRIX[procedure]!))
      expect([procedure, outcomes]).toEqual([procedure, { ...others, admin: outcomes.admin }])
})

describe('a closed site', () => {
  const procedures = Object.keys({ ...appRouter._def.procedures, ...levelRouter._def.procedures })
  // server/http/gate.test.ts tests who is refused.
  test.each(ROLES)('rejects every procedure for a %s', async (role) => {
    expect(await askClosed(database.db, procedures, role)).toEqual(
      Object.fromEntries(procedures.map((procedure) => [procedure, 'SERVICE_UNAVAILABLE'])),
    )
  })
})

/** Ten roles run at once, each in a separate scene, next to another file's tests. */
const MAY_TAKE_MS = 60_000

describe.each(Object.entries(MATRIX))('%s', (procedure, row) => {
  // The roles run concurrently, because each has a separate scene and mostly waits for the database.
  test.each(Object.entries(row))(
    'gives every role the expected outcome, with %s IDs',
    { timeout: MAY_TAKE_MS },
    async (_, cell) => {
      const results = await Promise.all(ROLES.map((role) => askCell(database.db, procedure, cell, role, untouched)))
      const byRole = <T>(of: (role: Role, result: CellResult) => T) =>
        Object.fromEntries(results.map((result, at) => [ROLES[at], of(ROLES[at]!, result)]))
      expect(byRole((_, result) => result)).toEqual(byRole((role, result) => expectedOf(cell, role, result)))
    },
  )
})
