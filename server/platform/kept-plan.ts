import { createHash } from 'node:crypto'
import { Prisma } from '#prisma/generated/client.ts'

const MARK = '/* kept plan */'

/**
 * Stands first in a statement that is asked for page after page in always the same text: each connection then plans it
 * once, which for many joins takes PostgreSQL longer than the answer. Not for texts that differ from one time to the next,
 * because a connection forgets none.
 */
export const KEPT_PLAN = Prisma.raw(MARK)

const names = new Map<string, string>()

/** The name under which a connection keeps a statement's plan; empty: it does not. */
export function keptPlanName({ sql }: { sql: string }): string {
  if (!sql.trimStart().startsWith(MARK)) return ''
  let name = names.get(sql)
  if (name === undefined) names.set(sql, (name = createHash('sha1').update(sql).digest('base64url')))
  return name
}
