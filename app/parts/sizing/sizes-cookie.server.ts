import { createCookie, type LoaderFunctionArgs } from '@remix-run/node'
import { siteUrlFor } from '#app/lib/api.server.ts'
import { isEmpty, shopperSizes, type ShopperSizesData } from '#server/sizing/person.schema.ts'

const NAME = 'wtf_sizes'
const DAYS = 180
/** Browsers keep 4,096 characters. */
const MOST = 3_800
/** A name tells people which garment it is; the rest of a long one does not. */
const NAME_LENGTH = 40

type Args = Pick<LoaderFunctionArgs, 'context'>

/** What brings somebody's sizes along to lists in their size: to these and the page that asks for them, and nowhere else. It is theirs to read and to end. */
const cookieFor = (args: Args) =>
  createCookie(NAME, {
    // Also of the data of these pages ('/my-size/list.data').
    path: '/my-size',
    httpOnly: true,
    sameSite: 'lax',
    secure: siteUrlFor(args).startsWith('https://'),
    maxAge: DAYS * 86_400,
  })

/** The header that keeps them, or ends it where there is nothing to keep. Where they are too long, garments that were told first are left out. */
export async function keepSizes(args: Args, sizes: ShopperSizesData): Promise<string> {
  const cookie = cookieFor(args)
  if (isEmpty(sizes)) return cookie.serialize('', { maxAge: 0 })
  const garments = sizes.garments.map(({ brand, category, ...garment }) => ({
    ...garment,
    brand: brand.slice(0, NAME_LENGTH).toWellFormed(),
    category: category.slice(0, NAME_LENGTH).toWellFormed(),
  }))
  for (;;) {
    const header = await cookie.serialize({ ...sizes, garments })
    if (header.length <= MOST || !garments.length) return header
    garments.shift()
  }
}

/** The sizes that the browser has sent; null if there are none. */
export async function parseSizesCookie(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<ShopperSizesData | null> {
  // Reads only this cookie: a header can hold thousands, and each would be decoded.
  const cookie = args.request.headers
    .get('cookie')
    ?.split(';')
    .find((part) => part.trimStart().startsWith(`${NAME}=`))
  if (!cookie) return null
  const read = shopperSizes.safeParse(await cookieFor(args).parse(cookie.trim()))
  return read.success && !isEmpty(read.data) ? read.data : null
}
