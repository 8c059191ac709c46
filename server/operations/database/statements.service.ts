import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { findStatements } from './get-database-activity.ts'

/** Resets the statement statistics. @throws AppError conflict if this database does not allow it */
export async function resetStatements({
  db,
  visit,
  viewer,
}: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<void> {
  await db.$transaction(async (tx) => {
    const place = await findStatements(tx)
    // PostgreSQL 17 added an argument to the function.
    const [may] = place
      ? await tx.$queryRaw<Array<{ is: boolean }>>`
          SELECT has_function_privilege(p.oid, 'EXECUTE') AS is FROM pg_proc p
          WHERE p.proname = 'pg_stat_statements_reset' AND p.pronamespace::regnamespace::text = ${place}`
      : []
    if (!place || !may?.is)
      throw new AppError(
        'conflict',
        'You cannot reset the statistics of this database from here. See docs/operations.md.',
      )
    await tx.$queryRawUnsafe(
      `SELECT 1 FROM ${place}.pg_stat_statements_reset(0, (SELECT oid FROM pg_database WHERE datname = current_database()), 0)`,
    )
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'statements_reset', subjectId: 'database' }, tx)
  })
}
