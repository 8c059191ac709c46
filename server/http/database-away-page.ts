import type { Trouble } from '#server/platform/database-away.ts'
import { Makeshift } from './page-cache.ts'
import { staticPage } from './static-page.ts'

const retryAfter = ({ retryAfterSeconds }: Trouble) => ({ 'retry-after': String(retryAfterSeconds) })

const REASONS = {
  away: 'Our database is unavailable right now, so we cannot show you this page. Your data is safe.',
  busy: 'We are very busy right now, so this page took too long. Your data is safe.',
}

/** Responds while the database is unavailable or busy: with a page, or with JSON for programs. */
export function databaseAwayPage(request: Request, trouble: Trouble): Response {
  if (new URL(request.url).pathname.startsWith('/trpc/'))
    return Response.json(
      { error: { message: trouble.message } },
      { status: 503, headers: { 'cache-control': 'no-store', ...retryAfter(trouble) } },
    )
  return staticPage(
    503,
    {
      heading: 'Back in a moment',
      reason: REASONS[trouble.kind],
      advice:
        'This usually takes a few seconds. If you have just sent a form, go back in your browser. What you typed should still be there.',
      canTryAgain: true,
    },
    retryAfter(trouble),
  )
}

/**
 * Marks a page that was rendered while the database was unavailable or busy, and replaces a failed document. Data for
 * an open page and answers to forms stay as they are, because Remix's client reads them.
 */
export function asMakeshift(request: Request, page: Response, trouble: Trouble): Makeshift {
  const { pathname } = new URL(request.url)
  const isDocument =
    (request.method === 'GET' || request.method === 'HEAD') && !pathname.endsWith('.data') && pathname !== '/__manifest'
  const answer = isDocument && page.status >= 500 ? databaseAwayPage(request, trouble) : page
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'no-store')
  if (answer.status === 503) headers.set('retry-after', String(trouble.retryAfterSeconds))
  return new Makeshift(answer.body, { status: answer.status, headers })
}
