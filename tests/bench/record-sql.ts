import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

export interface RecordedSql {
  /** With $1, $2 ... for the values. */
  text: string
  values: unknown[]
}

/** Wraps a client and records the typed SQL ($queryRaw) that is sent through it. */
export function recordSql(db: Db): { db: Db; recorded: RecordedSql[] } {
  const recorded: RecordedSql[] = []
  const recording = new Proxy(db, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (name !== '$queryRaw') return typeof member === 'function' ? (member.bind(target) as unknown) : member
      return (strings: TemplateStringsArray, ...values: unknown[]) => {
        const sql = Prisma.sql(strings, ...values)
        recorded.push({ text: sql.text, values: sql.values })
        return target.$queryRaw(strings, ...values)
      }
    },
  })
  return { db: recording, recorded }
}
