import type { SignedInAsk } from '#server/platform/ask.ts'
import { toCsv } from '#server/platform/csv.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { listWishes, type Wish } from './list-wishes.ts'
import { productUrl, type WrittenWish } from './wishlist-file.ts'
import type { WishlistFormat } from './wishlist.schema.ts'

/** A file to download. */
interface WishlistFile {
  fileName: string
  mimeType: string
  text: string
  message: 'Wishlist exported as JSON' | 'Wishlist exported as CSV'
}

const COLUMNS = ['Name', 'Brand', 'Price', 'Category', 'Added Date', 'Product URL']

/**
 * Exports the viewer's wishlist as a file, the newest first. Products that are no longer listed appear with their last
 * price and without a URL. Only JSON includes the owner's notes and settings for each product.
 */
export async function exportWishlist(
  { db, viewer, visit }: Pick<SignedInAsk, 'db' | 'viewer' | 'visit'>,
  format: WishlistFormat,
  now = new Date(),
): Promise<WishlistFile> {
  const wishes = await listWishes(db, viewer.userId)
  const fileName = `wishlist_${now.toISOString().slice(0, 10)}.${format}`
  const urlOf = ({ productId, isListed }: Wish) => (productId && isListed ? productUrl(visit.siteUrl, productId) : null)
  if (format === 'json') {
    const items = wishes.map((wish) => written(wish, urlOf(wish)))
    const text = `${JSON.stringify({ exportedAt: now.toISOString(), items }, null, 2)}\n`
    return { fileName, mimeType: 'application/json', text, message: 'Wishlist exported as JSON' }
  }
  const rows = wishes.map((wish) => [
    wish.name,
    wish.brand,
    `${toAmount(wish.priceMinor, wish.currency)} ${wish.currency}`,
    wish.category ?? '',
    wish.addedAt.toISOString().slice(0, 10),
    urlOf(wish) ?? '',
  ])
  return { fileName, mimeType: 'text/csv', text: toCsv(COLUMNS, rows), message: 'Wishlist exported as CSV' }
}

function written(wish: Wish, url: string | null): WrittenWish {
  const { currency, targetMinor } = wish
  return {
    name: wish.name,
    brand: wish.brand,
    price: { amount: toAmount(wish.priceMinor, currency), currency },
    category: wish.category,
    addedDate: wish.addedAt.toISOString(),
    productUrl: url,
    productId: wish.productId,
    priceWhenSaved: { amount: toAmount(wish.addedPriceMinor, wish.addedCurrency), currency: wish.addedCurrency },
    priority: wish.priority,
    note: wish.note,
    size: wish.size,
    target: targetMinor === null ? null : { amount: toAmount(targetMinor, currency), currency },
    dropPercent: wish.dropPercent,
    watchesStock: wish.watchesStock,
  }
}
