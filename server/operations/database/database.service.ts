import type { Ask } from '#server/platform/ask.ts'
import { readBackups } from '#server/operations/backup/backups.service.ts'
import { readIntegrity } from './integrity.service.ts'
import { readQueues } from './queues.service.ts'
import { readActivity, readStatements } from './read-activity.ts'
import { readPart } from './read-only.ts'
import { readIndexes, readMigrations, readTables } from './read-tables.ts'

/** Returns everything on /admin/database. Each part is read separately, so that a failing or slow one does not affect the others. */
export async function readDatabase({ db }: Pick<Ask, 'db'>) {
  const asOf = new Date()
  const [tables, migrations, queues] = await Promise.all([
    readPart(db, 'tables', readTables),
    readPart(db, 'migrations', readMigrations),
    readPart(db, 'queues', readQueues),
  ])
  const [indexes, activity, statements, integrity, backups] = await Promise.all([
    readPart(db, 'indexes', readIndexes),
    readPart(db, 'activity', readActivity),
    readPart(db, 'statements', readStatements),
    readPart(db, 'integrity', readIntegrity),
    readPart(db, 'backups', (tx) => readBackups(tx, asOf)),
  ])
  return { asOf, tables, migrations, queues, indexes, activity, statements, integrity, backups }
}
