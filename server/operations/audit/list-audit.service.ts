import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { AuditQuery } from './audit.schema.ts'
import { namesOf, NEWEST_FIRST, olderThan, whereOf, type Cursor } from './find-entries.ts'

const PAGE_SIZE = 50

/** A field that an act changed; undefined where it was not there, or is not there any more. */
interface Change {
  field: string
  before?: string | undefined
  after?: string | undefined
}

/**
 * The entries that a filter finds, the newest first, 50 from an entry on; they are never counted.
 * @returns `older`: the cursor of the next page, null if this is the last
 */
export async function listAudit(db: Db, { after, ...filter }: AuditQuery) {
  const where = await whereOf(db, filter)
  const cursor = after === undefined ? null : parseCursor(after)
  const rows = await db.auditEntry.findMany({
    where: { AND: [where, cursor ? olderThan(cursor) : {}] },
    orderBy: NEWEST_FIRST,
    take: PAGE_SIZE + 1,
  })
  const shown = rows.slice(0, PAGE_SIZE)
  const names = await namesOf(
    db,
    shown.flatMap(({ actorId, subjectId }) => [actorId, subjectId]),
  )
  const last = shown.at(-1)
  return {
    entries: shown.map(({ data, actorId, subjectId, ...row }) => ({
      ...row,
      actor: actorId === null ? null : { id: actorId, email: names.get(actorId)?.name ?? null },
      subject: subjectId === null ? null : { id: subjectId, ...names.get(subjectId) },
      ...readData(data),
    })),
    older: rows.length > PAGE_SIZE && last ? `${last.at.getTime()}_${last.id}` : null,
  }
}

function parseCursor(text: string): Cursor {
  const [at = '', id = ''] = text.split('_')
  return { at: new Date(Number(at)), id }
}

/** What an entry's data says: the fields that were changed, and the rest. Older entries of one field say `from` and `to`. */
function readData(data: Prisma.JsonValue): { changes: Change[]; rest: Array<[string, string]> } {
  const { before, after, from, to, ...rest } = isObject(data) ? data : {}
  const was = isObject(before) ? before : {}
  const is = isObject(after) ? after : {}
  const changes: Change[] = [...new Set([...Object.keys(was), ...Object.keys(is)])].map((field) => ({
    field,
    before: field in was ? asText(was[field]) : undefined,
    after: field in is ? asText(is[field]) : undefined,
  }))
  if (changes.length === 0 && (from !== undefined || to !== undefined))
    changes.push({
      field: '',
      before: from === undefined ? undefined : asText(from),
      after: to === undefined ? undefined : asText(to),
    })
  return { changes, rest: Object.entries(rest).map(([name, value]) => [name, asText(value)]) }
}

const isObject = (value: Prisma.JsonValue | undefined): value is Prisma.JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: Prisma.JsonValue | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '-' : JSON.stringify(value)
