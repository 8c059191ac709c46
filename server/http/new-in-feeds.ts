import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { writeAtom, type Feed } from '#server/new-in/atom.ts'
import { getListFeed, getSavedFeed } from '#server/new-in/feeds.service.ts'
import { parseSavedList, type SavedList } from '#server/new-in/saved-list.ts'
import type { Ask } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HttpContext } from './client-address.ts'
import { refuseWhileClosed } from './crawlers.ts'
import { hasTag } from './etag.ts'

/** Cache time of feeds. Readers all over the world request the same ones. */
const KEPT_MS = 60_000
const MAX_KEPT = 200
/** Maximum query, in characters. */
const MAX_ASKED = 4_000
/** Well-behaved feed readers poll once an hour. */
const OF_ALL = 'public, max-age=900'
const OF_ONE = 'private, max-age=900'

interface FeedParts extends Pick<Ask, 'db' | 'engine'> {
  siteUrl: string
  inTurn: (c: HttpContext, work: () => Promise<Response>) => Promise<Response>
}

/**
 * Adds Atom feeds of new products. /feeds/new.atom takes the parameters of a list (`partner` for a store's) and is
 * public. /feeds/saved/TOKEN.atom has the results of a saved search, for anyone who knows the URL. While the site is
 * closed there are no feeds.
 */
export function addNewInFeeds(app: Hono<{ Bindings: HttpBindings }>, { db, engine, siteUrl, inTurn }: FeedParts): void {
  const kept = new LRUCache<string, string>({ max: MAX_KEPT, ttl: KEPT_MS })
  const unlessClosed = refuseWhileClosed(db)
  app.get('/feeds/new.atom', unlessClosed, (c) =>
    inTurn(c, async () => {
      const { searchParams, search } = new URL(c.req.url)
      if (search.length > MAX_ASKED) return c.text('This URL is too long.', 414)
      const list = askedList(searchParams)
      if (!list) return c.text('List not found.', 404)
      const known = kept.get(list.address)
      if (known !== undefined) return sendFeed(c, known, OF_ALL)
      const self = `${siteUrl}/feeds/new.atom?${feedParams(list)}`
      return answer(c, OF_ALL, () => getListFeed({ db, engine }, siteUrl, list, self), {
        keep: (atom) => kept.set(list.address, atom),
      })
    }),
  )
  app.get('/feeds/saved/:file{[\\w-]+\\.atom}', unlessClosed, (c) =>
    inTurn(c, () => answer(c, OF_ONE, () => getSavedFeed(db, siteUrl, c.req.param('file').slice(0, -'.atom'.length)))),
  )
}

function askedList(params: URLSearchParams): SavedList | null {
  const partnerId = params.get('partner')
  params.delete('partner')
  return parseSavedList(`${partnerId === null ? '/discover' : `/partner/${encodeURIComponent(partnerId)}`}?${params}`)
}

/** Normalises the query of a list. */
function feedParams({ address, partnerId }: SavedList): URLSearchParams {
  const params = new URLSearchParams(address.split('?')[1])
  if (partnerId !== null) params.set('partner', partnerId)
  return params
}

async function answer(
  c: HttpContext,
  cacheControl: string,
  read: () => Promise<Feed>,
  { keep }: { keep?: (atom: string) => void } = {},
): Promise<Response> {
  try {
    const atom = writeAtom(await read())
    keep?.(atom)
    return sendFeed(c, atom, cacheControl)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return c.text(error.message, 404)
    throw error
  }
}

function sendFeed(c: HttpContext, atom: string, cacheControl: string): Response {
  const etag = `"${createHash('sha1').update(atom).digest('base64url')}"`
  const headers = { etag, 'cache-control': cacheControl }
  if (hasTag(c.req.raw, etag)) return new Response(null, { status: 304, headers })
  return new Response(atom, { headers: { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' } })
}
