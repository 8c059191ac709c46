import { beforeAll, expect, test } from 'vitest'
import { appRouter } from '#server/router.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { askCell } from './ask-cell.ts'
import { MATRIX } from './matrix.ts'
import { configureScenes } from './scene.ts'

const database = useTestDatabase()
beforeAll(() => configureScenes())

/**
 * The matrix sets values that are already set, so these record nothing. server/site/site-settings.service.test.ts tests
 * other values.
 */
const CHANGES_NOTHING = [
  'admin.setSiteState',
  'admin.setOfflineApp',
  'admin.setLaunchAt',
  // Collapsing the sidebar needs no audit entry.
  'admin.desk.fold',
]

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
const acts = Object.entries(MATRIX).flatMap(([procedure, row]) => {
  const isAct = procedure.startsWith('admin.') && procedures[procedure]?._def.type === 'mutation'
  const cell = Object.values(row).find(({ outcomes }) => outcomes.admin === 'ok')
  return isAct && cell && !CHANGES_NOTHING.includes(procedure) ? [[procedure, cell] as const] : []
})

test.each(acts)('%s records the actor in the audit log', async (procedure, cell) => {
  // Excludes the audit entries that the scenes themselves create to identify people.
  const count = () =>
    database.db.auditEntry.count({
      where: { actorId: { not: null }, NOT: [{ action: { startsWith: 'act ' } }, { action: 'sign_in' }] },
    })
  const before = await count()
  expect(await askCell(database.db, procedure, cell, 'admin')).toMatchObject({ outcome: 'ok' })
  expect(await count()).toBeGreaterThan(before)
})
