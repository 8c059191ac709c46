import { Prisma } from '#prisma/generated/client.ts'
import { mailOwners } from '#server/mail/mail-owners.ts'
import type { Db } from '#server/platform/db.ts'
import { LISTED } from '#server/platform/listed.ts'
import { isDigestTime, type DigestSettings } from '#server/wishlist/digest-time.ts'
import { writeNotice } from '#server/push/write-notice.ts'
import { unseenOf } from '#server/wishlist/list-events.service.ts'
import { DEFAULT_SETTINGS } from '#server/wishlist/wishlist.schema.ts'
import { pushMessage, type PushNews } from './push-message.ts'

/** Older finds are no longer new. */
const NEWS_MS = 10 * 86_400_000
const OWNERS_AT_ONCE = 500
const OWNER_PATIENCE_MS = 30_000
/** Maximum number that a notification shows. */
const MAX_READ = 200

/**
 * Writes notifications about finds of saved searches and followed brands. Each subscriber gets one for all searches and
 * devices, at most one a day in their time zone, not in the quiet hours of their emails, and each product once. It is
 * written together with the mark on its finds, so that an interrupted run loses and duplicates nothing. Emails repeat
 * these finds, because a notification only counts them. Neither reports finds that were seen.
 * @returns the number of people with a notification
 * @throws at the end, if one could not be written; at once, if the database is unavailable
 */
export function writePushes(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  return mailOwners({
    about: 'saved searches',
    what: 'notification',
    read: (after) => ownersWithDevices(db, now, after),
    atOnce: OWNERS_AT_ONCE,
    isDue: (settings) => isDigestTime(settings, now),
    send: ({ userId }) => writePush(db, userId, now),
    signal,
  })
}

/** @returns whether there was a notification to write. */
async function writePush(db: Db, userId: string, now: Date): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      // Takes the lock in a separate statement, because the next read must see the writes of its previous holder.
      await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
      const owner = await tx.user.findUnique({
        where: { id: userId, deletionRequestedAt: null, suspendedAt: null },
        select: { wishlistSettings: true, newInDigest: true },
      })
      const settings = { ...DEFAULT_SETTINGS, ...owner?.wishlistSettings }
      if (!owner || !isDigestTime({ ...settings, lastDigestAt: owner.newInDigest?.pushedAt ?? null }, now)) return false
      const news = await listNews(tx, userId, now)
      if (!news.length) return false
      const [counted] = await tx.$queryRaw<Array<{ unseen: number }>>`
        SELECT ${unseenOf(Prisma.sql`${userId}::uuid`, now)} AS unseen`
      // Replaces yesterday's waiting notification, whose finds are on the page.
      await writeNotice(tx, [userId], 'new-in', pushMessage(news, counted?.unseen ?? 0), now)
      await tx.$executeRaw`
        UPDATE search_finds SET pushed_at = ${now}::timestamptz
        WHERE user_id = ${userId}::uuid AND pushed_at IS NULL AND product_id = ANY(${news.map(({ productId }) => productId)}::uuid[])`
      await tx.newInDigest.upsert({ where: { userId }, create: { userId, pushedAt: now }, update: { pushedAt: now } })
      return true
    },
    { timeout: OWNER_PATIENCE_MS, maxWait: OWNER_PATIENCE_MS },
  )
}

/**
 * SQL: the find `f` was neither in a notification nor seen, is not old, and is newer than the person's first device.
 */
const isNews = (now: Date): Prisma.Sql => Prisma.sql`f.pushed_at IS NULL AND f.seen_at IS NULL
  AND f.found_at > ${new Date(now.getTime() - NEWS_MS)} AND f.found_at > devices.since`

/** SQL: people with push subscriptions, and the time of their first one. */
const devicesOf = (which: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`(
  SELECT d.user_id, min(d.created_at) AS since FROM push_subscriptions d
  JOIN sessions here ON here.id = d.session_id AND here.expires_at > ${now}::timestamptz
  WHERE ${which} GROUP BY d.user_id) devices`

/** Returns some people who may have news, after an id, in id order. The notification checks whether the finds are still valid. */
function ownersWithDevices(db: Db, now: Date, after: string): Promise<Array<DigestSettings & { userId: string }>> {
  const { timeZone, quietFrom, quietUntil } = DEFAULT_SETTINGS
  return db.$queryRaw`
    SELECT owners.id AS "userId", coalesce(w.time_zone, ${timeZone}) AS "timeZone", coalesce(w.quiet_from, ${quietFrom})::int AS "quietFrom",
      coalesce(w.quiet_until, ${quietUntil})::int AS "quietUntil", d.pushed_at AS "lastDigestAt"
    FROM (
      SELECT devices.user_id AS id FROM ${devicesOf(Prisma.sql`d.user_id > ${after}::uuid`, now)}
      WHERE EXISTS (SELECT 1 FROM search_finds f WHERE f.user_id = devices.user_id AND ${isNews(now)})
      ORDER BY devices.user_id LIMIT ${OWNERS_AT_ONCE}
    ) owners
    LEFT JOIN wishlist_settings w ON w.user_id = owners.id
    LEFT JOIN new_in_digests d ON d.user_id = owners.id
    ORDER BY owners.id`
}

/** Returns a person's finds for a notification: listed products that no notification has reported. */
const listNews = (tx: Prisma.TransactionClient, userId: string, now: Date): Promise<PushNews[]> =>
  tx.$queryRaw<PushNews[]>`
    SELECT found."searchId", found.search, p.id AS "productId"
    FROM (
      SELECT s.id AS "searchId", s.name AS search, f.product_id, row_number() OVER (PARTITION BY s.id ORDER BY f.found_at DESC, f.product_id DESC) AS place
      FROM ${devicesOf(Prisma.sql`d.user_id = ${userId}::uuid`, now)}
      JOIN search_finds f ON f.user_id = devices.user_id AND ${isNews(now)}
      JOIN saved_searches s ON s.id = f.search_id AND NOT s.is_paused AND s.removed_at IS NULL
      WHERE NOT EXISTS (SELECT 1 FROM search_finds told WHERE told.user_id = f.user_id AND told.product_id = f.product_id AND told.pushed_at IS NOT NULL)
    ) found
    JOIN products p ON p.id = found.product_id AND ${LISTED}
    ORDER BY found.place, found.search, found."searchId" LIMIT ${MAX_READ}`
