import type { Ask } from '#server/platform/ask.ts'
import { getBackups } from '#server/operations/backup/backups.service.ts'
import { getIntegrity } from './integrity.service.ts'
import { getQueues } from './queues.service.ts'
import { getDatabaseActivity, getStatementFigures } from './get-database-activity.ts'
import { getPart } from './read-only.ts'
import { getIndexes, getMigrations, getTableFigures } from './get-table-figures.ts'

/** Returns everything on /admin/database. Each part is read separately, so that a failing or slow one does not affect the others. */
export async function getDatabaseFigures({ db }: Pick<Ask, 'db'>) {
  const asOf = new Date()
  const [tables, migrations, queues] = await Promise.all([
    getPart(db, 'tables', getTableFigures),
    getPart(db, 'migrations', getMigrations),
    getPart(db, 'queues', getQueues),
  ])
  const [indexes, activity, statements, integrity, backups] = await Promise.all([
    getPart(db, 'indexes', getIndexes),
    getPart(db, 'activity', getDatabaseActivity),
    getPart(db, 'statements', getStatementFigures),
    getPart(db, 'integrity', getIntegrity),
    getPart(db, 'backups', (tx) => getBackups(tx, asOf)),
  ])
  return { asOf, tables, migrations, queues, indexes, activity, statements, integrity, backups }
}
