import { Prisma } from '#prisma/generated/client.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import { getStore } from '#server/partners/partners.service.ts'
import type { Ask } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { LISTED } from '#server/platform/listed.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { explainSearch } from '#server/search/explain-search.ts'
import { queryFor } from '#server/search/find-exactly.ts'
import type { Feed } from './atom.ts'
import { meaningOf, searchNameOf } from './describe-search.ts'
import type { SavedList } from './saved-list.ts'

/** Feed readers keep old entries, and poll again long before there are this many new ones. */
const MAX_ENTRIES = 50
const PICTURE_WIDTH = 640
const TOKEN = /^[\w-]{22}$/
/** The date of a feed without entries. */
const LONG_AGO = new Date('2025-01-01T00:00:00Z')

/**
 * Returns the newest 50 products that a saved search has found and that are still listed, for anyone who knows its
 * feed's address.
 * @throws AppError not_found for an unknown or replaced token, and for a removed search or account
 */
export async function getSavedFeed(db: Db, siteUrl: string, token: string): Promise<Feed> {
  const search = TOKEN.test(token)
    ? await db.savedSearch.findFirst({
        where: { feedToken: token, removedAt: null, user: { deletionRequestedAt: null } },
        select: { id: true, name: true, list: true, meaning: true, createdAt: true },
      })
    : null
  if (!search) throw new AppError('not_found', 'This feed does not exist or has been removed.')
  const found = await db.$queryRaw<Dated[]>`
    SELECT f.product_id AS id, f.found_at AS at FROM search_finds f JOIN products p ON p.id = f.product_id AND ${LISTED}
    WHERE f.search_id = ${search.id}::uuid ORDER BY f.found_at DESC, f.product_id DESC LIMIT ${MAX_ENTRIES}`
  return {
    title: `${search.name} | New in at WTF`,
    subtitle: `New products: ${search.meaning.join(', ') || 'everything'}`,
    self: `${siteUrl}/feeds/saved/${token}.atom`,
    page: siteUrl + search.list,
    begunAt: search.createdAt,
    entries: await entriesOf(db, siteUrl, found),
  }
}

/**
 * Returns the newest 50 products of a list, for everybody.
 * @param self the feed's own address
 * @throws AppError not_found for a store that is not open
 */
export async function getListFeed(
  { db, engine }: Pick<Ask, 'db' | 'engine'>,
  siteUrl: string,
  list: SavedList,
  self: string,
): Promise<Feed> {
  const store = list.partnerId === null ? null : await getStore(db, list.partnerId)
  const { isSentence, ...explained } = await explainSearch({ db, engine }, list.input)
  const query = await queryFor({ db, engine }, isSentence ? { ...list.input, mode: 'intelligent' } : list.input)
  const { hits } = await engine.search({ ...query, sort: 'newest', page: 1, pageSize: MAX_ENTRIES })
  const ids = hits.map(({ id }) => id)
  const dated = ids.length
    ? await db.$queryRaw<Dated[]>`
        SELECT p.id, coalesce(l.listed_at, p.created_at) AS at FROM products p LEFT JOIN first_listings l ON l.product_id = p.id
        WHERE p.id IN (${Prisma.join(ids.map((id) => Prisma.sql`${id}::uuid`))}) AND ${LISTED} ORDER BY at DESC, p.id DESC`
    : []
  const name = searchNameOf(
    meaningOf({ ...explained, isSentence, q: list.input.q, storeName: store?.businessName ?? null }),
  )
  return {
    title: `${name} | New in at WTF`,
    subtitle: 'The newest products from independent brands in this list.',
    self,
    page: siteUrl + list.address,
    begunAt: LONG_AGO,
    entries: await entriesOf(db, siteUrl, dated),
  }
}

interface Dated {
  id: string
  at: Date
}

async function entriesOf(db: Db, siteUrl: string, dated: readonly Dated[]): Promise<Feed['entries']> {
  const cards = await findCards(
    db,
    dated.map(({ id }) => id),
  )
  return dated.flatMap(({ id, at }) => {
    const card = cards.get(id)
    return card ? [entryOf(card, siteUrl, at)] : []
  })
}

function entryOf(card: ProductCard, siteUrl: string, publishedAt: Date): Feed['entries'][number] {
  const [picture] = card.pictures
  const price = `${card.priceMaxMinor > card.priceMinor ? 'From ' : ''}${formatMoney(card.priceMinor, card.currency)}`
  return {
    link: `${siteUrl}/product/${card.id}`,
    title: card.name,
    author: card.brand,
    summary: `${card.brand}, ${price}`,
    picture: picture ? { url: `${siteUrl}/img/${picture.name}/${PICTURE_WIDTH}.jpg`, alt: picture.alt } : null,
    publishedAt,
  }
}
