import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { AuditQuery } from './audit.schema.ts'
import { findNames, NEWEST_FIRST, olderThan, whereOf, type Cursor } from './find-entries.ts'

const PAGE_SIZE = 50

/** A changed field. Undefined: it did not exist before, or no longer exists. */
interface Change {
  field: string
  before?: string | undefined
  after?: string | undefined
}

/**
 * Lists the entries that match a filter, newest first, 50 from a cursor on. They are never counted.
 * @returns `older`: the cursor of the next page, or null on the last page
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
  const names = await findNames(
    db,
    shown.flatMap(({ actorId, subjectId }) => [actorId, subjectId]),
  )
  const last = shown.at(-1)
  return {
    entries: shown.map(({ data, actorId, subjectId, ...row }) => ({
      ...row,
      actor: actorId === null ? null : { id: actorId, email: names.get(actorId)?.name ?? null },
      subject: subjectId === null ? null : { id: subjectId, ...names.get(subjectId) },
      ...parseData(data),
    })),
    older: rows.length > PAGE_SIZE && last ? `${last.at.getTime()}_${last.id}` : null,
  }
}

function parseCursor(text: string): Cursor {
  const [at = '', id = ''] = text.split('_')
  return { at: new Date(Number(at)), id }
}

/** Splits an entry's data into changed fields and the rest. Older entries have a single field as `from` and `to`. */
function parseData(data: Prisma.JsonValue): { changes: Change[]; rest: Array<[string, string]> } {
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
