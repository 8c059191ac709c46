import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import { listAdministrators } from '#server/two-people/administrators.ts'
import type { PeopleQuery } from './people.schema.ts'
import { MAX_COUNTED, PEOPLE_STATES, type PeopleSort, type PeopleState } from './people-values.schema.ts'

const PAGE_SIZE = 25

const IN_STATE: Record<PeopleState, Prisma.Sql> = {
  active: Prisma.sql`u.email_verified_at IS NOT NULL AND u.suspended_at IS NULL AND u.deletion_requested_at IS NULL`,
  unverified: Prisma.sql`u.email_verified_at IS NULL`,
  suspended: Prisma.sql`u.suspended_at IS NOT NULL`,
  closing: Prisma.sql`u.deletion_requested_at IS NOT NULL`,
  admins: Prisma.sql`u.role = 'admin'`,
  demo: Prisma.sql`u.is_demo`,
}
const ORDER: Record<PeopleSort, Prisma.Sql> = {
  newest: Prisma.sql`u.created_at DESC, u.id DESC`,
  oldest: Prisma.sql`u.created_at, u.id`,
  email: Prisma.sql`u.email`,
}

interface Row {
  id: string
  email: string
  fullName: string
  role: 'customer' | 'partner' | 'admin'
  isVerified: boolean
  isDemo: boolean
  suspendedAt: Date | null
  deletionRequestedAt: Date | null
  createdAt: Date
  /** The latest of the current sessions; null if there are none. */
  lastSeenAt: Date | null
}

/**
 * Lists accounts for administrators, 25 a page, with the number of search results in each state. Counts are exact up to
 * 10,000, and 10,001 means more. `newAdminUntil`: until then an administrator may not move money. Times are UTC.
 */
export async function listPeople(db: Db, { q, state, sort, page }: PeopleQuery) {
  const found = searched(q)
  const counts = await countStates(db, found)
  const total = counts[state ?? 'all']
  const totalPages = Math.max(1, Math.ceil(Math.min(total, MAX_COUNTED) / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const people = await db.$queryRaw<Row[]>`
    SELECT u.id, u.email, coalesce(p.full_name, '') AS "fullName", u.role::text AS role, u.email_verified_at IS NOT NULL AS "isVerified", u.is_demo AS "isDemo",
      u.suspended_at AS "suspendedAt", u.deletion_requested_at AS "deletionRequestedAt", u.created_at AS "createdAt",
      (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS "lastSeenAt"
    FROM users u LEFT JOIN profiles p ON p.user_id = u.id
    WHERE ${found} AND ${state ? IN_STATE[state] : Prisma.sql`TRUE`}
    ORDER BY ${ORDER[sort]} LIMIT ${PAGE_SIZE}::int OFFSET ${(shown - 1) * PAGE_SIZE}::int`
  const administrators = people.some(({ role }) => role === 'admin') ? await listAdministrators(db, new Date()) : []
  const newUntil = (userId: string) => administrators.find(({ id }) => id === userId)?.newUntil ?? null
  const shownPeople = people.map((person) => ({ ...person, newAdminUntil: newUntil(person.id) }))
  return { people: shownPeople, counts, total, page: shown, totalPages }
}

async function countStates(db: Db, found: Prisma.Sql): Promise<Record<PeopleState | 'all', number>> {
  const states = [...PEOPLE_STATES, 'all'] as const
  const counted = await db.$queryRaw<Array<{ name: PeopleState | 'all'; count: number }>>`
    ${Prisma.join(
      states.map(
        (name) => Prisma.sql`SELECT ${name}::text AS name, count(*)::int AS count FROM (
          SELECT 1 FROM users u WHERE ${found} AND ${name === 'all' ? Prisma.sql`TRUE` : IN_STATE[name]} LIMIT ${MAX_COUNTED + 1}::int) counted`,
      ),
      ' UNION ALL ',
    )}`
  const count = (name: PeopleState | 'all') => counted.find((row) => row.name === name)?.count ?? 0
  return Object.fromEntries(states.map((name) => [name, count(name)])) as Record<PeopleState | 'all', number>
}

/**
 * SQL: accounts that match a search. Uses two lists with an index each, because one condition for both would have none.
 */
function searched(q: string): Prisma.Sql {
  if (q === '') return Prisma.sql`TRUE`
  if (isId(q)) return Prisma.sql`u.id = ${q}::uuid`
  const like = `%${escapeLike(q)}%`
  return Prisma.sql`u.id IN (SELECT id FROM users WHERE email ILIKE ${like} UNION SELECT user_id FROM profiles WHERE full_name ILIKE ${like})`
}
