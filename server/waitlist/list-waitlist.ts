import type { Prisma } from '#prisma/generated/client.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { toCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db.ts'
import { escapeLike } from '#server/platform/like.ts'
import {
  WAITLIST_SOURCES,
  WAITLIST_STATES,
  type WaitlistQuery,
  type WaitlistSource,
  type WaitlistState,
} from './waitlist.schema.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'

const PAGE_SIZE = 50
const IN_STATE: Record<WaitlistState, Prisma.WaitlistEntryWhereInput> = {
  unconfirmed: { confirmedAt: null, unsubscribedAt: null },
  confirmed: { confirmedAt: { not: null }, unsubscribedAt: null },
  unsubscribed: { unsubscribedAt: { not: null } },
}
const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.WaitlistEntryOrderByWithRelationInput[]

/**
 * Lists a page of the waitlist, newest first, with the number of entries of each state and source. A page number past
 * the end gives the last page.
 */
export async function listWaitlist(db: Db, query: WaitlistQuery) {
  const where = whereOf(query)
  const countWhere = (given: Partial<WaitlistQuery>) =>
    db.waitlistEntry.count({ where: whereOf({ ...query, ...given }) })
  const [total, states, sources] = await Promise.all([
    db.waitlistEntry.count({ where }),
    Promise.all(WAITLIST_STATES.map((state) => countWhere({ state }))),
    Promise.all(WAITLIST_SOURCES.map((source) => countWhere({ source }))),
  ])
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(query.page, totalPages)
  const rows = await db.waitlistEntry.findMany({
    where,
    orderBy: NEWEST_FIRST,
    skip: (page - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
  })
  return {
    entries: rows.map((row) => ({ ...row, state: stateOf(row) })),
    page,
    totalPages,
    total,
    byState: Object.fromEntries(WAITLIST_STATES.map((state, at) => [state, states[at]])) as Record<
      WaitlistState,
      number
    >,
    bySource: Object.fromEntries(WAITLIST_SOURCES.map((source, at) => [source, sources[at]])) as Record<
      WaitlistSource,
      number
    >,
  }
}

const COLUMNS = [
  'Reference',
  'Email',
  'State',
  'Source',
  'Country',
  'Browser',
  'Time on page (s)',
  'Joined (UTC)',
  'Confirmed (UTC)',
  'Unsubscribed (UTC)',
  'User agent',
]

/** Exports these entries as a CSV file. Records the export in the audit log. */
export async function exportWaitlist(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  query: WaitlistQuery,
): Promise<{ csv: string; fileName: string }> {
  const rows = await db.waitlistEntry.findMany({ where: whereOf(query), orderBy: NEWEST_FIRST })
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'waitlist_exported', data: { entries: rows.length } })
  const timeOf = (date: Date | null) => date?.toISOString() ?? ''
  const cells = rows.map((row) => [
    row.reference,
    row.email,
    stateOf(row),
    row.source,
    row.location,
    row.browser,
    row.timeSpentSeconds,
    timeOf(row.createdAt),
    timeOf(row.confirmedAt),
    timeOf(row.unsubscribedAt),
    row.userAgent,
  ])
  return { csv: toCsv(COLUMNS, cells), fileName: `waitlist_${new Date().toISOString().slice(0, 10)}.csv` }
}

function whereOf({
  source,
  state,
  email,
}: Pick<WaitlistQuery, 'source' | 'state' | 'email'>): Prisma.WaitlistEntryWhereInput {
  return {
    ...(state && IN_STATE[state]),
    ...(source && { source }),
    ...(email && { email: { contains: escapeLike(email), mode: 'insensitive' } }),
  }
}

const stateOf = ({
  confirmedAt,
  unsubscribedAt,
}: {
  confirmedAt: Date | null
  unsubscribedAt: Date | null
}): WaitlistState => (unsubscribedAt ? 'unsubscribed' : confirmedAt ? 'confirmed' : 'unconfirmed')
