import { createCookie, type LoaderFunctionArgs } from '@remix-run/node'
import { siteUrlFor } from '#app/lib/api.server.ts'
import { isEmpty, shopperSizes, type ShopperSizesData } from '#server/sizing/person.schema.ts'

const NAME = 'wtf_sizes'
const DAYS = 180
/** Below the 4,096 characters that browsers store. */
const MAX_CHARACTERS = 3_800
/** Longer garment names are cut: the start is enough to recognise them. */
const NAME_LENGTH = 40

type Args = Pick<LoaderFunctionArgs, 'context'>

/**
 * Returns the cookie with the shopper's sizes. Browsers send it only to the lists in their size and to the page that
 * asks for sizes. Shoppers can read and delete it.
 */
const cookieFor = (args: Args) =>
  createCookie(NAME, {
    // Also matches the data requests of these pages ('/my-size/list.data').
    path: '/my-size',
    httpOnly: true,
    sameSite: 'lax',
    secure: siteUrlFor(args).startsWith('https://'),
    maxAge: DAYS * 86_400,
  })

/**
 * Returns the header that stores the sizes, or deletes the cookie if they are empty. If they are too long, the oldest
 * garments are left out.
 */
export async function sizesCookie(args: Args, sizes: ShopperSizesData): Promise<string> {
  const cookie = cookieFor(args)
  if (isEmpty(sizes)) return cookie.serialize('', { maxAge: 0 })
  const garments = sizes.garments.map(({ brand, category, ...garment }) => ({
    ...garment,
    brand: brand.slice(0, NAME_LENGTH).toWellFormed(),
    category: category.slice(0, NAME_LENGTH).toWellFormed(),
  }))
  for (;;) {
    const header = await cookie.serialize({ ...sizes, garments })
    if (header.length <= MAX_CHARACTERS || !garments.length) return header
    garments.shift()
  }
}

/** Returns the sizes that the browser has sent; null if there are none. */
export async function parseSizesCookie(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<ShopperSizesData | null> {
  // Reads only this cookie: a header can hold thousands, and parsing would decode each.
  const cookie = args.request.headers
    .get('cookie')
    ?.split(';')
    .find((part) => part.trimStart().startsWith(`${NAME}=`))
  if (!cookie) return null
  const read = shopperSizes.safeParse(await cookieFor(args).parse(cookie.trim()))
  return read.success && !isEmpty(read.data) ? read.data : null
}
