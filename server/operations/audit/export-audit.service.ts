import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { csvLines } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db.ts'
import type { AuditFileInput } from './audit.schema.ts'
import { findNames, NEWEST_FIRST, olderThan, whereOf, type Cursor } from './find-entries.ts'

const BATCH = 500
/** The maximum number of entries in one file. For more, export each month separately. */
const MAX_ROWS = 100_000

const HEADER = [
  'Time (UTC)',
  'Who',
  'Who (ID)',
  'Action',
  'About',
  'About (ID)',
  'IP hash',
  'Browser',
  'Country',
  'Data',
]

/** Records the export and its filter in the audit log. @returns the file name */
export async function describeAuditFile(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  input: AuditFileInput,
  now = new Date(),
): Promise<{ fileName: string }> {
  const asked = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '' && value !== undefined))
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'audit_exported', data: asked })
  return { fileName: `audit_${now.toISOString().slice(0, 10)}.${input.format}` }
}

/** Yields the matching entries in batches, newest first, up to 100,000. CSV cells never contain formulas. */
export async function* exportAudit(db: Db, { format, ...filter }: AuditFileInput): AsyncGenerator<string> {
  const where = await whereOf(db, filter)
  if (format === 'csv') yield `\uFEFF${csvLines([HEADER])}`
  let last: Cursor | null = null
  for (let left = MAX_ROWS; left > 0; left -= BATCH) {
    const rows: Awaited<ReturnType<typeof read>> = await read(db, { AND: [where, last ? olderThan(last) : {}] })
    const names = await findNames(
      db,
      rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId]),
    )
    const named = rows.map((row) => ({
      ...row,
      who: names.get(row.actorId ?? '')?.name ?? null,
      about: names.get(row.subjectId ?? '')?.name ?? null,
    }))
    if (named.length) yield format === 'csv' ? csvLines(named.map(cellsOf)) : named.map(lineOf).join('')
    last = rows.at(-1) ?? null
    if (rows.length < BATCH) return
  }
}

const read = (db: Db, where: object) => db.auditEntry.findMany({ where, orderBy: NEWEST_FIRST, take: BATCH })

type Named = Awaited<ReturnType<typeof read>>[number] & { who: string | null; about: string | null }

const cellsOf = ({ at, who, actorId, action, about, subjectId, ipHash, browser, country, data }: Named) => [
  at.toISOString(),
  who ?? '',
  actorId ?? '',
  action,
  about ?? '',
  subjectId ?? '',
  ipHash ?? '',
  browser ?? '',
  country ?? '',
  JSON.stringify(data),
]

const lineOf = ({ id, at, who, actorId, action, about, subjectId, ipHash, browser, country, data }: Named): string =>
  `${JSON.stringify({ id, at, who, actorId, action, about, subjectId, place: ipHash, browser, country, data })}\n`
