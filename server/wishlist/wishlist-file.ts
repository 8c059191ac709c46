import { z } from 'zod'
import { isId } from '#server/platform/ids.ts'
import { toMinor } from '#server/platform/money.schema.ts'
import { updateWishInput } from './wishlist.schema.ts'

interface WrittenAmount {
  /** '79.00' */
  amount: string
  currency: string
}

/** An item in a JSON file. */
export interface WrittenWish {
  name: string
  brand: string
  price: WrittenAmount
  category: string | null
  /** ISO 8601, UTC. */
  addedDate: string
  /** The URL of our own page; null if it is no longer listed. */
  productUrl: string | null
  productId: string | null
  priceWhenSaved: WrittenAmount
  priority: number
  note: string
  size: string | null
  target: WrittenAmount | null
  dropPercent: number | null
  watchesStock: boolean
}

/** The owner's settings for an item; undefined if the file has none, or invalid ones. */
export interface SaidWish {
  priority?: number | undefined
  note?: string | undefined
  size?: string | null | undefined
  /** Minor units. */
  target?: { minor: number; currency: string } | null | undefined
  dropPercent?: number | null | undefined
  watchesStock?: boolean | undefined
}

const { priority, note, size, targetMinor, dropPercent, watchesStock } = updateWishInput.shape

const target = z
  .object({ amount: z.string().max(20), currency: z.string().regex(/^[A-Z]{3}$/) })
  .transform(({ amount, currency }) => ({ minor: Number(toMinor(amount, currency) ?? 0n), currency }))
  .refine(({ minor }) => targetMinor.safeParse(minor).success)

/** An item of a JSON file from any source. */
export const writtenWish = z.object({
  productUrl: z.string().nullish(),
  productId: z.string().nullish(),
  priority: priority.catch(undefined),
  note: note.catch(undefined),
  size: size.catch(undefined),
  target: target.nullish().catch(undefined),
  dropPercent: dropPercent.catch(undefined),
  watchesStock: watchesStock.catch(undefined),
}) satisfies z.ZodType<SaidWish>

/** Megabytes of dots and non-ASCII letters take a tenth of a second to parse. */
const MAX_URL = 2_000

export const productUrl = (siteUrl: string, productId: string): string => `${siteUrl}/product/${productId}`

/** Returns the product of one of our own URLs; null for other URLs, undefined for invalid ones. */
export function productIdOf(siteUrl: string, url: string): string | null | undefined {
  if (url.length > MAX_URL || !URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  const [, id = ''] = /^\/product\/([^/]+)\/?$/.exec(pathname) ?? []
  return origin === new URL(siteUrl).origin && isId(id) ? id.toLowerCase() : null
}
