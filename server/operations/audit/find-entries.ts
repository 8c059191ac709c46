import type { AuditEntry, Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { isId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import type { AuditFilter } from './audit.schema.ts'

/** Maximum accounts that match a word. The entries of others are not found. */
const MAX_NAMED = 50

export type Cursor = Pick<AuditEntry, 'at' | 'id'>
export const NEWEST_FIRST = [{ at: 'desc' }, { id: 'desc' }] satisfies Prisma.AuditEntryOrderByWithRelationInput[]

/** Returns the condition of a filter; each part has an index. */
export async function whereOf(
  db: Db,
  { who, action, about, from, to, place }: AuditFilter,
): Promise<Prisma.AuditEntryWhereInput> {
  const [actors, subjects] = await Promise.all([
    who ? usersNamed(db, who) : null,
    about ? subjectsNamed(db, about) : null,
  ])
  return {
    ...(actors && { actorId: { in: actors } }),
    ...(subjects && { subjectId: { in: subjects } }),
    ...(action && { action }),
    ...(place && { ipHash: place }),
    at: {
      ...(from && { gte: new Date(from) }),
      ...(to && { lt: new Date(new Date(to).getTime() + DAY_MS) }),
    },
  }
}

/** Selects entries older than a cursor. Repeats the time as a separate condition, so that its index is used. */
export const olderThan = ({ at, id }: Cursor): Prisma.AuditEntryWhereInput => ({
  at: { lte: at },
  OR: [{ at: { lt: at } }, { at, id: { lt: id } }],
})

async function usersNamed(db: Db, word: string): Promise<string[]> {
  if (isId(word)) return [word]
  const users = await db.user.findMany({
    where: { email: { contains: escapeLike(word), mode: 'insensitive' } },
    select: { id: true },
    orderBy: { email: 'asc' },
    take: MAX_NAMED,
  })
  return users.map(({ id }) => id)
}

async function subjectsNamed(db: Db, word: string): Promise<string[]> {
  if (isId(word)) return [word]
  const partners = await db.partner.findMany({
    where: { businessName: { contains: escapeLike(word), mode: 'insensitive' } },
    select: { id: true },
    orderBy: { businessName: 'asc' },
    take: MAX_NAMED,
  })
  return [word, ...(await usersNamed(db, word)), ...partners.map(({ id }) => id)]
}

interface Named {
  kind: 'user' | 'partner'
  name: string
}

/** Returns the names of ids that belong to an existing account or partner. */
export async function findNames(db: Db, ids: ReadonlyArray<string | null>): Promise<Map<string, Named>> {
  const known = [...new Set(ids.filter((id): id is string => id !== null && isId(id)))]
  const [users, partners] = await Promise.all([
    db.user.findMany({ where: { id: { in: known } }, select: { id: true, email: true } }),
    db.partner.findMany({ where: { id: { in: known } }, select: { id: true, businessName: true } }),
  ])
  return new Map<string, Named>([
    ...users.map(({ id, email }) => [id, { kind: 'user' as const, name: email }] as const),
    ...partners.map(({ id, businessName }) => [id, { kind: 'partner' as const, name: businessName }] as const),
  ])
}
