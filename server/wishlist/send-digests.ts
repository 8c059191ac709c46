import { Prisma } from '#prisma/generated/client.ts'
import { UNNAMED } from '#server/catalogue/product-card.ts'
import { mailOwners } from '#server/mail/mail-owners.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { wishlistDigest, type WishlistChange } from '#server/mail/wishlist-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { LISTED } from '#server/platform/listed.ts'
import { isDigestTime, type DigestSettings } from './digest-time.ts'
import { unsubscribePath } from './unsubscribe-from-wishlist.service.ts'
import { WISHED_STOCK } from './wished-stock.ts'
import { WISHLIST_EVENTS, type PriceFacts, type StockFacts, type WishlistEventKind } from './wishlist-events.ts'
import { DEFAULT_SETTINGS } from './wishlist.schema.ts'

const NEWS_DAYS = 3
const OWNERS_AT_ONCE = 500
const OWNER_PATIENCE_MS = 30_000

/**
 * Emails people the events on their wishlist since the last such email: at most one email a day in their time zone,
 * outside their quiet hours. Includes only events that their settings select and that still apply. The email is queued
 * in the same transaction that marks its events as emailed, so a killed run neither loses nor repeats any. May run at
 * any time in any process, also concurrently. A failed email is logged and does not stop the others.
 * @param siteUrl the shop's origin, for links
 * @returns the number of queued emails
 * @throws at the end, if one failed; at once, if the database is unavailable
 */
export async function sendDigests(db: Db, siteUrl: string, now: Date, signal?: AbortSignal): Promise<number> {
  return mailOwners({
    about: 'wishlists',
    read: (after) => ownersWithNews(db, now, after),
    atOnce: OWNERS_AT_ONCE,
    isDue: (settings) => isDigestTime(settings, now),
    send: ({ userId }) => sendDigest(db, siteUrl, userId, now),
    signal,
  })
}

/**
 * @returns whether an email was queued
 */
async function sendDigest(db: Db, siteUrl: string, userId: string, now: Date): Promise<boolean> {
  const unsubscribeLink = await unsubscribePath(db, userId)
  return db.$transaction(
    async (tx) => {
      // Takes the lock in a separate statement, because the next reads must see the changes of the former lock holder.
      await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
      const owner = await tx.user.findUnique({
        where: { id: userId },
        select: { email: true, profile: { select: { fullName: true } }, wishlistSettings: true },
      })
      if (!owner || !isDigestTime({ ...NEVER_MAILED, ...owner.wishlistSettings }, now)) return false
      const news = await listNews(tx, userId, now)
      if (!news.length) return false
      await queueMail(tx, {
        to: owner.email,
        ...wishlistDigest({
          siteUrl,
          name: owner.profile?.fullName,
          changes: onePerProduct(news).map(changeOf),
          unsubscribeLink,
        }),
      })
      await tx.wishlistEvent.updateMany({ where: { id: { in: news.map(({ id }) => id) } }, data: { mailedAt: now } })
      await tx.wishlistSettings.upsert({
        where: { userId },
        create: { userId, lastDigestAt: now },
        update: { lastDigestAt: now },
      })
      return true
    },
    { timeout: OWNER_PATIENCE_MS, maxWait: OWNER_PATIENCE_MS },
  )
}

const NEVER_MAILED: DigestSettings = { ...DEFAULT_SETTINGS, lastDigestAt: null }

/**
 * SQL: a FROM with conditions for events to email. They must still apply: the price has not risen again, restocked
 * products are still in stock, and low-stock products are still low. `e` is the event, `w` the item, `p` the product.
 */
const news = (now: Date): Prisma.Sql => Prisma.sql`
  FROM wishlist_events e
  JOIN users owner ON owner.id = e.user_id AND owner.email_verified_at IS NOT NULL AND owner.deletion_requested_at IS NULL
    AND owner.notifications->(${JSON.stringify(WISHLIST_EVENTS)}::jsonb->>e.kind) = 'true'
  JOIN wishlist_items w ON w.id = e.item_id
  JOIN products p ON p.id = w.product_id AND ${LISTED}
  ${WISHED_STOCK}
  WHERE e.mailed_at IS NULL AND e.happened_at > ${new Date(now.getTime() - NEWS_DAYS * DAY_MS)}
    AND CASE e.kind
      WHEN 'price_drop' THEN p.currency = e.facts->>'currency' AND p.price_minor <= (e.facts->>'toMinor')::int AND w.drop_percent IS DISTINCT FROM 0
      WHEN 'below_target' THEN p.currency = e.facts->>'currency' AND p.price_minor <= w.target_minor AND p.currency = w.target_currency
      WHEN 'back_in_stock' THEN stock.is_in_stock AND w.watches_stock AND w.size IS NOT DISTINCT FROM e.facts->>'size'
      WHEN 'low_stock' THEN stock.is_low_stock AND w.watches_stock AND w.size IS NOT DISTINCT FROM e.facts->>'size'
    END`

/** Lists some people who may get an email, after an id, in the order of ids. */
function ownersWithNews(db: Db, now: Date, after: string): Promise<Array<DigestSettings & { userId: string }>> {
  const { timeZone, quietFrom, quietUntil } = DEFAULT_SETTINGS
  return db.$queryRaw`
    SELECT owners.id AS "userId", coalesce(s.time_zone, ${timeZone}) AS "timeZone", coalesce(s.quiet_from, ${quietFrom})::int AS "quietFrom",
      coalesce(s.quiet_until, ${quietUntil})::int AS "quietUntil", s.last_digest_at AS "lastDigestAt"
    FROM (SELECT DISTINCT owner.id ${news(now)} AND owner.id > ${after}::uuid ORDER BY owner.id LIMIT ${OWNERS_AT_ONCE}) owners
    LEFT JOIN wishlist_settings s ON s.user_id = owners.id
    ORDER BY owners.id`
}

interface News {
  id: string
  kind: WishlistEventKind
  facts: PriceFacts & StockFacts
  happenedAt: Date
  productId: string
  name: string
  brand: string
  /** The current price, in minor units of `currency`. */
  priceMinor: number
  currency: string
  /** The current stock, in the wished size. */
  stock: number | null
  targetMinor: number | null
}

const listNews = (tx: Prisma.TransactionClient, userId: string, now: Date): Promise<News[]> =>
  tx.$queryRaw<News[]>`
    SELECT found.*, coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, b.name AS brand
    FROM (
      SELECT e.id, e.kind, e.facts, e.happened_at AS "happenedAt", p.id AS "productId", p.price_minor AS "priceMinor", p.currency, stock.known AS stock,
        w.target_minor AS "targetMinor"
      ${news(now)} AND owner.id = ${userId}::uuid
    ) found
    JOIN products p ON p.id = found."productId" AND ${LISTED}
    JOIN brands b ON b.id = p.brand_id`

const RANK = Object.keys(WISHLIST_EVENTS)

/** Returns the newest event of each product, the most important kinds first. */
function onePerProduct(found: News[]): News[] {
  const tellingFirst = found.toSorted((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind))
  const newestFirst = tellingFirst.toSorted((a, b) => b.happenedAt.getTime() - a.happenedAt.getTime())
  const newest = new Map<string, News>()
  for (const each of newestFirst) if (!newest.has(each.productId)) newest.set(each.productId, each)
  return [...newest.values()].toSorted((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind))
}

/** Uses the current state, because prices may have fallen further. */
function changeOf({
  kind,
  facts,
  name,
  brand,
  productId,
  priceMinor,
  currency,
  stock,
  targetMinor,
}: News): WishlistChange {
  const product = { name, brand, productId }
  switch (kind) {
    case 'price_drop':
      return { ...product, kind, fromMinor: facts.fromMinor, toMinor: priceMinor, currency }
    case 'below_target':
      return { ...product, kind, targetMinor: targetMinor ?? priceMinor, toMinor: priceMinor, currency }
    case 'back_in_stock':
      return { ...product, kind, size: facts.size }
    case 'low_stock':
      return { ...product, kind, size: facts.size, stock: stock ?? 0 }
  }
}
