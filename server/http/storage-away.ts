import { AWAY } from '#server/platform/database-away.ts'
import { Makeshift } from './page-cache.ts'
import { staticPage } from './static-page.ts'

const RETRY_AFTER = { 'retry-after': String(AWAY.retryAfterSeconds) }

/** Responds while the database is unavailable: with a page, or with JSON for programs. */
export function storageAway(request: Request): Response {
  if (new URL(request.url).pathname.startsWith('/trpc/'))
    return Response.json(
      { error: { message: AWAY.message } },
      { status: 503, headers: { 'cache-control': 'no-store', ...RETRY_AFTER } },
    )
  return staticPage(
    503,
    {
      heading: 'Back in a moment',
      reason: 'Our database is unavailable right now, so we cannot show you this page. Your data is safe.',
      advice:
        'This usually takes a few seconds. If you have just sent a form, go back in your browser. What you typed should still be there.',
      canTryAgain: true,
    },
    RETRY_AFTER,
  )
}

/**
 * Marks a page that was rendered while the database was unavailable. `away` replaces a failed document. Data for an
 * open page and answers to forms stay as they are, because Remix's client reads them.
 */
export function asMakeshift(request: Request, page: Response): Makeshift {
  const { pathname } = new URL(request.url)
  const isDocument =
    (request.method === 'GET' || request.method === 'HEAD') && !pathname.endsWith('.data') && pathname !== '/__manifest'
  const answer = isDocument && page.status >= 500 ? storageAway(request) : page
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'no-store')
  if (answer.status === 503) headers.set('retry-after', RETRY_AFTER['retry-after'])
  return new Makeshift(answer.body, { status: answer.status, headers })
}
