import { Prisma } from '#prisma/generated/client.ts'
import { areDemoAccountsOn } from '#server/auth/demo-accounts.ts'
import { NEW_ADMIN_DAYS } from '#server/auth/new-admin.ts'
import type { Db } from '#server/platform/db.ts'

const NEW_MS = NEW_ADMIN_DAYS * 86_400_000

/** A current administrator. */
export interface Administrator {
  id: string
  email: string
  /** The end (UTC) of the period without permission to move money; null if it is over. */
  newUntil: Date | null
  /** The account and everyone who directly or indirectly made it an administrator. */
  origins: readonly string[]
}

/** SQL condition: an audit log entry made its subject an administrator. Older entries contain {from, to}. */
const BECAME_ADMIN = Prisma.sql`action = 'role_changed' AND (data #>> '{after,role}' = 'admin' OR data ->> 'to' = 'admin')`

/** SQL: each account of the query `people` with itself and everyone who made it an administrator, even indirectly. */
const ORIGINS = Prisma.sql`origins(id, person) AS (
      SELECT id, id FROM people
      UNION
      SELECT o.id, made.actor_id FROM origins o CROSS JOIN LATERAL (
        SELECT g.actor_id FROM (SELECT actor_id, at, id FROM audit_log WHERE subject_id = o.person::text AND ${BECAME_ADMIN}) g
        WHERE g.actor_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM audit_log WHERE subject_id = o.person::text AND ${BECAME_ADMIN} AND actor_id IS NULL AND (at, id) > (g.at, g.id))
      ) made
    )`

/**
 * Lists all administrators by email. The audit log shows who appointed whom. The log cannot be changed and keeps the
 * ids of deleted accounts, so new addresses, deleted accounts and removed roles do not hide who appointed whom. Only
 * the shop's own machine (the command line, ADMIN_EMAILS) appoints independent administrators.
 */
export async function listAdministrators(db: Db | Prisma.TransactionClient, now: Date): Promise<Administrator[]> {
  const rows = await db.$queryRaw<
    Array<{ id: string; email: string; since: Date; isFirst: boolean; origins: string[] }>
  >`
    WITH RECURSIVE people AS (
      SELECT id, email, created_at FROM users
      WHERE role = 'admin' AND suspended_at IS NULL AND deletion_requested_at IS NULL ${areDemoAccountsOn() ? Prisma.empty : Prisma.sql`AND NOT is_demo`}
    ), ${ORIGINS}
    SELECT a.id, a.email, coalesce(latest.at, a.created_at) AS since, coalesce(latest.data @> '{"isFirst": true}', false) AS "isFirst",
      (SELECT array_agg(o.person) FROM origins o WHERE o.id = a.id) AS origins
    FROM people a LEFT JOIN LATERAL (
      SELECT at, data FROM audit_log WHERE subject_id = a.id::text AND ${BECAME_ADMIN} ORDER BY at DESC, id DESC LIMIT 1
    ) latest ON TRUE
    ORDER BY a.email`
  return rows.map(({ since, isFirst, ...admin }) => {
    const until = new Date(since.getTime() + NEW_MS)
    return { ...admin, newUntil: !isFirst && until > now ? until : null }
  })
}

/** Whether two administrators are independent: neither made the other, and nobody made both, even indirectly. */
export const areIndependent = (one: Administrator, other: Administrator): boolean =>
  !one.origins.some((person) => other.origins.includes(person))

/** Returns which accounts are not independent of an administrator, including its own. Some may no longer exist. */
export async function listSamePerson(
  db: Db | Prisma.TransactionClient,
  administratorId: string,
  among: readonly string[],
): Promise<Set<string>> {
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    WITH RECURSIVE people AS (SELECT unnest(${[administratorId, ...among]}::uuid[]) AS id), ${ORIGINS}
    SELECT DISTINCT o.id FROM origins o JOIN origins own ON own.person = o.person AND own.id = ${administratorId}::uuid`
  return new Set(rows.map(({ id }) => id))
}
