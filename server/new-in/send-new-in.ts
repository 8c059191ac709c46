import { Prisma } from '#prisma/generated/client.ts'
import { UNNAMED } from '#server/catalogue/product-card.ts'
import { mailOwners } from '#server/mail/mail-owners.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { newInDigest, type NewProduct } from '#server/mail/new-in-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { LISTED } from '#server/platform/listed.ts'
import { getSiteSettings } from '#server/site/site-settings.service.ts'
import { isDigestTime, type DigestSettings } from '#server/wishlist/digest-time.ts'
import { DEFAULT_SETTINGS } from '#server/wishlist/wishlist.schema.ts'
import { leaveAllPath, leaveSearchPath } from './unsubscribe.service.ts'

/** Older finds are no longer new. More than a week, so that weekly emails miss nothing. */
const NEWS_DAYS = 10
/** A week minus half a day, because the hour of the email may vary. */
const WEEK_MS = 6.5 * DAY_MS
const OWNERS_AT_ONCE = 500
const OWNER_PATIENCE_MS = 30_000
/** Maximum finds read per person: the newest of each search. An email names fewer. */
const MAX_READ = 200

/**
 * Emails subscribers the finds of their saved searches and followed brands: one email for all of them, at most one a
 * day in their time zone, not in the quiet hours of their wishlist emails, and each product once. Writes nothing while
 * the site is closed. Queues the email together with the mark on its finds, so that an interrupted run loses and
 * duplicates nothing. May run at any time in any process, even in several at once. An email that cannot be written is
 * logged and does not block the others.
 * @param siteUrl the shop's origin, for links
 * @returns the number of emails written
 * @throws at the end, if one could not be written; at once, if the database is unavailable
 */
export async function sendNewIn(db: Db, siteUrl: string, now: Date, signal?: AbortSignal): Promise<number> {
  const { state } = await getSiteSettings(db)
  if (state !== 'live') return 0
  return mailOwners({
    about: 'saved searches',
    read: (after) => ownersWithNews(db, now, after),
    atOnce: OWNERS_AT_ONCE,
    isDue: (settings) => isDigestTime(settings, now),
    send: ({ userId }) => sendDigest(db, siteUrl, userId, now),
    signal,
  })
}

/** @returns whether there was an email to write. */
async function sendDigest(db: Db, siteUrl: string, userId: string, now: Date): Promise<boolean> {
  const leaveAllLink = await leaveAllPath(db, userId)
  return db.$transaction(
    async (tx) => {
      // Takes the lock in a separate statement, because the next read must see the writes of its previous holder.
      await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
      const owner = await tx.user.findUnique({
        where: { id: userId },
        select: { email: true, profile: { select: { fullName: true } }, wishlistSettings: true, newInDigest: true },
      })
      const settings = { ...DEFAULT_SETTINGS, ...owner?.wishlistSettings }
      if (!owner || !isDigestTime({ ...settings, lastDigestAt: owner.newInDigest?.lastAt ?? null }, now)) return false
      const found = await listNews(tx, userId, now)
      if (!found.length) return false
      const searches = new Map(found.map(({ searchId, search }) => [searchId, search]))
      const products = oncePerProduct(found)
      await queueMail(tx, {
        to: owner.email,
        ...newInDigest({
          siteUrl,
          name: owner.profile?.fullName,
          products,
          searches: await Promise.all(
            [...searches].map(async ([id, name]) => ({ id, name, leaveLink: await leaveSearchPath(db, id) })),
          ),
          leaveAllLink,
        }),
      })
      await tx.$executeRaw`
        UPDATE search_finds SET mailed_at = ${now}::timestamptz
        WHERE user_id = ${userId}::uuid AND mailed_at IS NULL AND product_id = ANY(${found.map(({ productId }) => productId)}::uuid[])`
      await tx.savedSearch.updateMany({ where: { id: { in: [...searches.keys()] } }, data: { mailedAt: now } })
      await tx.newInDigest.upsert({ where: { userId }, create: { userId, lastAt: now }, update: { lastAt: now } })
      return true
    },
    { timeout: OWNER_PATIENCE_MS, maxWait: OWNER_PATIENCE_MS },
  )
}

/** SQL: the search `s` is due for today's email. */
const isDue = (now: Date): Prisma.Sql => Prisma.sql`NOT s.is_paused AND s.removed_at IS NULL
  AND (s.mails = 'daily' OR s.mails = 'weekly' AND coalesce(s.mailed_at, s.created_at) <= ${new Date(now.getTime() - WEEK_MS)})`

/** SQL: the find `f` was neither emailed nor seen, and is not old. */
const isNews = (now: Date): Prisma.Sql =>
  Prisma.sql`f.mailed_at IS NULL AND f.seen_at IS NULL AND f.found_at > ${new Date(now.getTime() - NEWS_DAYS * DAY_MS)}`

/**
 * SQL: a person's finds for an email, which are listed products that no email to them has named. A FROM with
 * conditions; `f` is the find, `s` the search, `p` the product.
 */
const newsOf = (userId: string, now: Date): Prisma.Sql => Prisma.sql`
  FROM search_finds f
  JOIN saved_searches s ON s.id = f.search_id AND ${isDue(now)}
  JOIN users owner ON owner.id = f.user_id AND owner.email_verified_at IS NOT NULL AND owner.deletion_requested_at IS NULL
  JOIN products p ON p.id = f.product_id AND ${LISTED}
  WHERE f.user_id = ${userId}::uuid AND ${isNews(now)}
    AND NOT EXISTS (SELECT 1 FROM search_finds told WHERE told.user_id = f.user_id AND told.product_id = f.product_id AND told.mailed_at IS NOT NULL)`

/**
 * Returns some people who may have news, after an id, in id order, so that no more is read than needed. The email
 * checks whether the finds are still valid.
 */
function ownersWithNews(db: Db, now: Date, after: string): Promise<Array<DigestSettings & { userId: string }>> {
  const { timeZone, quietFrom, quietUntil } = DEFAULT_SETTINGS
  return db.$queryRaw`
    SELECT owners.id AS "userId", coalesce(w.time_zone, ${timeZone}) AS "timeZone", coalesce(w.quiet_from, ${quietFrom})::int AS "quietFrom",
      coalesce(w.quiet_until, ${quietUntil})::int AS "quietUntil", d.last_at AS "lastDigestAt"
    FROM (
      SELECT DISTINCT f.user_id AS id FROM search_finds f JOIN saved_searches s ON s.id = f.search_id AND ${isDue(now)}
      WHERE f.user_id > ${after}::uuid AND ${isNews(now)} ORDER BY f.user_id LIMIT ${OWNERS_AT_ONCE}
    ) owners
    LEFT JOIN wishlist_settings w ON w.user_id = owners.id
    LEFT JOIN new_in_digests d ON d.user_id = owners.id
    ORDER BY owners.id`
}

interface News extends NewProduct {
  searchId: string
}

const listNews = (tx: Prisma.TransactionClient, userId: string, now: Date): Promise<News[]> =>
  tx.$queryRaw<News[]>`
    SELECT found."searchId", found.search, p.id AS "productId", coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, b.name AS brand,
      p.price_minor AS "priceMinor", p.price_max_minor > p.price_minor AS "isFrom", p.currency
    FROM (
      SELECT s.id AS "searchId", s.name AS search, f.product_id, f.found_at, row_number() OVER (PARTITION BY s.id ORDER BY f.found_at DESC, f.product_id DESC) AS place
      ${newsOf(userId, now)}
    ) found
    JOIN products p ON p.id = found.product_id AND ${LISTED}
    JOIN brands b ON b.id = p.brand_id
    ORDER BY found.place, found.search, found."searchId" LIMIT ${MAX_READ}`

/**
 * Returns the newest find of each search before the second of any. Each product comes once, with the first search that
 * found it.
 */
function oncePerProduct(found: readonly News[]): NewProduct[] {
  const first = new Map<string, News>()
  for (const each of found) if (!first.has(each.productId)) first.set(each.productId, each)
  return [...first.values()]
}
