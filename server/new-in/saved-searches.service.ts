import { Prisma } from '#prisma/generated/client.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import type { PersonAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { LISTED } from '#server/platform/listed.ts'
import { unseenFindsOf } from '#server/wishlist/list-events.service.ts'
import { MAX_SEARCHES } from './new-in-values.schema.ts'
import type { ChangeSearchInput, Mails } from './new-in.schema.ts'
import { newFeedToken } from './save-search.service.ts'
import { parseSavedList } from './saved-list.ts'

/** How long a removed search can be restored. */
export const REMOVED_DAYS = 30
/** How long the page offers to undo a removal. */
const UNDO_MS = 10 * 60_000
/** Maximum finds shown per search, newest first. */
const MAX_SHOWN = 60

/** A saved search, or a followed brand or store, as its owner sees it. */
interface SavedSearch {
  id: string
  name: string
  /** The list's address. */
  list: string
  /** In words, one per condition. */
  meaning: string[]
  /** Whether the search has all products of a brand or a store. */
  isFollowed: boolean
  mails: Mails
  isPaused: boolean
  createdAt: Date
  /** Unseen new products. */
  news: number
  feedToken: string
}

type SearchOwner = Pick<PersonAsk, 'db' | 'viewer'>
const NOT_THERE = 'This saved search no longer exists.'

/** Lists the viewer's saved searches, most news first, then by age. Also lists those removed a moment ago. */
export async function listSearches({ db, viewer }: SearchOwner, now = new Date()) {
  const removedSince = new Date(now.getTime() - UNDO_MS)
  const [searches, [removed]] = await Promise.all([
    listSavedSearches({ db, viewer }, Prisma.sql`true`),
    db.savedSearch.findMany({
      where: { userId: viewer.userId, removedAt: { gt: removedSince } },
      orderBy: { removedAt: 'desc' },
      select: { id: true, name: true },
      take: 1,
    }),
  ])
  return { searches, most: MAX_SEARCHES, removed: removed ?? null }
}

/** Counts the finds that the viewer has not seen. */
export async function countUnseenFinds({ db, viewer }: SearchOwner): Promise<number> {
  const [row] = await db.$queryRaw<
    Array<{ unseen: number }>
  >`SELECT ${unseenFindsOf(Prisma.sql`${viewer.userId}::uuid`)} AS unseen`
  return row?.unseen ?? 0
}

/** @param which a condition on `s` */
async function listSavedSearches({ db, viewer }: SearchOwner, which: Prisma.Sql): Promise<SavedSearch[]> {
  const rows = await db.$queryRaw<Array<Omit<SavedSearch, 'isFollowed'>>>`
    SELECT s.id, s.name, s.list, s.meaning, s.mails, s.is_paused AS "isPaused", s.created_at AS "createdAt", s.feed_token AS "feedToken",
      (SELECT count(*)::int FROM search_finds f JOIN products p ON p.id = f.product_id AND ${LISTED}
        WHERE f.search_id = s.id AND f.user_id = s.user_id AND f.seen_at IS NULL) AS news
    FROM saved_searches s WHERE s.user_id = ${viewer.userId}::uuid AND s.removed_at IS NULL AND ${which}
    ORDER BY news DESC, s.created_at DESC, s.id DESC`
  return rows.map((row) => ({ ...row, isFollowed: parseSavedList(row.list)?.isFollowed ?? false }))
}

/** A new product in a saved search. */
interface Find {
  card: ProductCard
  foundAt: Date
  isNew: boolean
}

/**
 * Returns one of the viewer's saved searches with its newest 60 finds that are still listed.
 * @throws AppError not_found, also for other people's searches
 */
export async function getSearch(
  { db, viewer }: SearchOwner,
  searchId: string,
): Promise<{ search: SavedSearch; finds: Find[] }> {
  const [search] = await listSavedSearches({ db, viewer }, Prisma.sql`s.id = ${searchId}::uuid`)
  if (!search) throw new AppError('not_found', NOT_THERE)
  const rows = await db.$queryRaw<Array<{ productId: string; foundAt: Date; isNew: boolean }>>`
    SELECT f.product_id AS "productId", f.found_at AS "foundAt", f.seen_at IS NULL AS "isNew"
    FROM search_finds f JOIN products p ON p.id = f.product_id AND ${LISTED}
    WHERE f.search_id = ${searchId}::uuid ORDER BY f.found_at DESC, f.product_id DESC LIMIT ${MAX_SHOWN}`
  const cards = await findCards(
    db,
    rows.map(({ productId }) => productId),
  )
  const finds = rows.flatMap(({ productId, ...find }) => {
    const card = cards.get(productId)
    return card ? [{ card, ...find }] : []
  })
  return { search, finds }
}

/** Changes the given fields; missing ones stay. @throws AppError not_found */
export async function changeSearch(
  { db, viewer }: SearchOwner,
  { searchId, ...said }: ChangeSearchInput,
): Promise<void> {
  await updateSearch({ db, viewer }, searchId, said)
}

/** Gives the feed of a saved search a new address; the old one stops working. @throws AppError not_found */
export async function renewFeed({ db, viewer }: SearchOwner, searchId: string): Promise<void> {
  await updateSearch({ db, viewer }, searchId, { feedToken: newFeedToken() })
}

/** Removes a saved search with its emails and its feed. It can be restored for 30 days. @throws AppError not_found */
export async function removeSearch({ db, viewer }: SearchOwner, searchId: string): Promise<{ message: string }> {
  await updateSearch({ db, viewer }, searchId, { removedAt: new Date() })
  return { message: 'Removed. You won’t get updates about it.' }
}

/**
 * Restores a removed search unchanged.
 * @throws AppError not_found, conflict if the viewer already has the maximum number of searches
 */
export async function bringBackSearch({ db, viewer }: SearchOwner, searchId: string): Promise<{ message: string }> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${viewer.userId}::uuid FOR NO KEY UPDATE`
    const others = await tx.savedSearch.count({
      where: { userId: viewer.userId, removedAt: null, NOT: { id: searchId } },
    })
    if (others >= MAX_SEARCHES)
      throw new AppError('conflict', `You have reached the limit of ${MAX_SEARCHES}. Remove one first.`)
    const { count } = await tx.savedSearch.updateMany({
      where: { id: searchId, userId: viewer.userId },
      data: { removedAt: null },
    })
    if (!count) throw new AppError('not_found', NOT_THERE)
    return { message: 'Restored.' }
  })
}

/** Marks a search's finds up to a time as seen, also in the viewer's other searches. Later ones stay new. */
export async function markFindsSeen(
  { db, viewer }: SearchOwner,
  { searchId, until }: { searchId: string; until: Date },
  now = new Date(),
): Promise<void> {
  await db.$executeRaw`
    UPDATE search_finds f SET seen_at = ${now}::timestamptz
    WHERE f.seen_at IS NULL AND (f.user_id, f.product_id) IN (
      SELECT shown.user_id, shown.product_id FROM search_finds shown
      WHERE shown.search_id = ${searchId}::uuid AND shown.user_id = ${viewer.userId}::uuid AND shown.found_at <= ${until}::timestamptz
    )`
}

async function updateSearch(
  { db, viewer }: SearchOwner,
  searchId: string,
  data: Prisma.SavedSearchUncheckedUpdateManyInput,
): Promise<void> {
  const { count } = await db.savedSearch.updateMany({
    where: { id: searchId, userId: viewer.userId, removedAt: null },
    data,
  })
  if (!count) throw new AppError('not_found', NOT_THERE)
}
