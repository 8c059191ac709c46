import { randomBytes } from 'node:crypto'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { LISTED, LISTED_WHERE } from '#server/platform/listed.ts'
import { addWishes } from './change-wishlist.service.ts'

const PAGE_SIZE = 48
/** 128 bits cannot be guessed, so attempts are not limited. */
const TOKEN_BYTES = 16
const TOKEN = /^[\w-]{22}$/
const DEFAULT_TITLE = 'A wishlist'

/** Whether the viewer's wishlist is shared, and how. */
interface Sharing {
  /** Empty if the owner set none. */
  title: string
  /** Null if the list is not shared. */
  token: string | null
  sharedAt: Date | null
}

/** The public data of an item on a shared wishlist. */
interface SharedWish {
  card: ProductCard
  /** 1 to 5, where 5 is the highest priority. */
  priority: number
  /** Null for any. */
  size: string | null
}

interface SharedWishlist {
  title: string
  /** Whether it is the viewer's own list. */
  isOwn: boolean
  items: SharedWish[]
  page: number
  totalPages: number
  /** The number of items on all pages. */
  total: number
}

const NOT_SHARED: Sharing = { title: '', token: null, sharedAt: null }

/** Returns how the viewer's wishlist is shared. */
export async function getSharing({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<Sharing> {
  const share = await db.wishlistShare.findUnique({
    where: { userId: viewer.userId },
    select: { title: true, token: true, sharedAt: true },
  })
  return share ?? NOT_SHARED
}

/** Creates a link that lets anyone read the viewer's wishlist. If there is one, only its title changes. */
export async function startSharing(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { title }: { title: string },
): Promise<Sharing> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  // Uses one statement, so that two tabs at the same time get one link.
  const [share] = await db.$queryRaw<Sharing[]>`
    INSERT INTO wishlist_shares AS share (user_id, token, title, shared_at) VALUES (${viewer.userId}::uuid, ${token}, ${title}, now())
    ON CONFLICT (user_id) DO UPDATE SET title = EXCLUDED.title, token = coalesce(share.token, EXCLUDED.token),
      shared_at = CASE WHEN share.token IS NULL THEN EXCLUDED.shared_at ELSE share.shared_at END
    RETURNING title, token, shared_at AS "sharedAt"`
  return share ?? NOT_SHARED
}

/** Ends the link permanently. Sharing again creates another one with the same title. */
export async function stopSharing({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<Sharing> {
  await db.wishlistShare.updateMany({ where: { userId: viewer.userId }, data: { token: null, sharedAt: null } })
  return getSharing({ db, viewer })
}

/**
 * Returns one page of a shared wishlist, highest priority first. Contains only listed products and nothing personal: no
 * notes, no prices at the time of saving, no name. A page number past the end gives the last page.
 * @throws AppError not_found for a token that never existed or has ended
 */
export async function getSharedWishlist(
  { db, viewer }: Pick<Ask, 'db' | 'viewer'>,
  { token, page: asked }: { token: string; page: number },
): Promise<SharedWishlist> {
  const { userId, title } = await findShare(db, token)
  const total = await db.wishlistItem.count({ where: { userId, product: LISTED_WHERE } })
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(asked, totalPages)
  const wishes = await db.$queryRaw<Array<{ productId: string; priority: number; size: string | null }>>`
    SELECT w.product_id AS "productId", w.priority, w.size FROM wishlist_items w JOIN products p ON p.id = w.product_id
    WHERE w.user_id = ${userId}::uuid AND ${LISTED}
    ORDER BY w.priority DESC, w.added_at DESC, w.id DESC LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}`
  const cards = await findCards(
    db,
    wishes.map(({ productId }) => productId),
  )
  const items = wishes.flatMap(({ productId, ...said }) => {
    const card = cards.get(productId)
    return card ? [{ card, ...said }] : []
  })
  return { title: title || DEFAULT_TITLE, isOwn: viewer?.userId === userId, items, page, totalPages, total }
}

/**
 * Adds the listed products of a shared wishlist to the viewer's own.
 * @throws AppError not_found as getSharedWishlist, bad_input for your own list, conflict if the viewer's list has no room
 */
export async function copyShared(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  token: string,
): Promise<{ added: number; message: string }> {
  const { userId } = await findShare(db, token)
  if (userId === viewer.userId) throw new AppError('bad_input', 'This is your own wishlist.')
  const wishes = await db.wishlistItem.findMany({
    where: { userId, product: LISTED_WHERE },
    orderBy: [{ addedAt: 'asc' }, { id: 'asc' }],
    select: { productId: true },
  })
  const { added, message } = await addWishes(
    { db, viewer },
    wishes.flatMap(({ productId }) => productId ?? []),
  )
  return { added, message }
}

/** Finds the wishlist of a token, unless its account is closed. */
async function findShare(db: Db, token: string): Promise<{ userId: string; title: string }> {
  const share = TOKEN.test(token)
    ? await db.wishlistShare.findFirst({
        where: { token, user: { deletionRequestedAt: null } },
        select: { userId: true, title: true },
      })
    : null
  if (!share) throw new AppError('not_found', 'This wishlist is not shared. Ask its owner for a new link.')
  return share
}
