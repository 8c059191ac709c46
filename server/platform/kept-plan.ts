import { createHash } from 'node:crypto'
import { Prisma } from '#prisma/generated/client.ts'

const MARK = '/* kept plan */'

/**
 * Put this first in a statement that pages run again and again with exactly the same text. Each connection then plans
 * it once; with many joins, planning takes PostgreSQL longer than the query. Not for texts that vary, because a
 * connection never forgets one.
 */
export const KEPT_PLAN = Prisma.raw(MARK)

const names = new Map<string, string>()

/** Returns the name that a connection gives to a statement's plan; '' if it does not. */
export function keptPlanName({ sql }: { sql: string }): string {
  if (!sql.trimStart().startsWith(MARK)) return ''
  let name = names.get(sql)
  if (name === undefined) names.set(sql, (name = createHash('sha1').update(sql).digest('base64url')))
  return name
}
