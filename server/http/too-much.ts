import { encode } from 'turbo-stream'
import type { TooMuchAsked } from '#server/platform/meter.ts'
import type { HttpContext } from './client-address.ts'
import { addressToReload } from './closed-pages.ts'
import { isUnsafe } from './own-origin.ts'
import { staticPage } from './static-page.ts'

const MESSAGE = 'Too many requests at once. Please try again in a moment.'

/** Responds with 429 in the format that the client understands: a page, Remix's or tRPC's format, or text. */
export function tooMuch(c: HttpContext, { retryAfterSeconds }: TooMuchAsked): Response {
  const headers = { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' }
  if (c.req.path.startsWith('/trpc/'))
    return c.json(
      { error: { json: { message: MESSAGE, code: -32029, data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } } } },
      429,
      headers,
    )
  if (c.req.path.endsWith('.data'))
    return new Response(forRemix(c.req.raw), {
      status: 429,
      headers: { ...headers, 'content-type': 'text/x-script', 'x-remix-response': 'yes' },
    })
  if (!c.req.header('accept')?.includes('text/html')) return c.text(MESSAGE, 429, headers)
  return staticPage(
    429,
    {
      heading: 'One moment, please',
      reason: 'Your network sent more requests than we can answer right now. Your data is safe.',
      advice: `Load this page again in ${retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`}.`,
    },
    headers,
  )
}

/**
 * For page data, makes the browser reload the page, which then shows the message. For a form, returns an error that the
 * page shows.
 */
function forRemix(request: Request): ReadableStream<Uint8Array> {
  const [redirect, error] = [{}, {}]
  return encode(isUnsafe(request) ? { error } : redirect, {
    plugins: [
      (value) => {
        if (value === redirect)
          return [
            'SingleFetchRedirect',
            { redirect: addressToReload(request), status: 302, revalidate: false, reload: true, replace: false },
          ]
        return value === error && ['ErrorResponse', MESSAGE, 429, 'Too Many Requests']
      },
    ],
  })
}
