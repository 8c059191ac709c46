import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { currentCursor } from '#server/open-data/feed-cursor.ts'
import { writeMerchantFeed } from '#server/open-data/google-merchant.ts'
import { KeptFeed } from '#server/open-data/kept-feed.ts'
import { LIVE_FEEDS_OF_AN_ADDRESS, LIVE_FEEDS_TOGETHER } from '#server/open-data/limits.values.ts'
import { FEED_PATH, writeChanges, writeProductFeed } from '#server/open-data/product-feed.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { OPEN_WHERE } from '#server/platform/listed.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { subscriberOf } from '#server/platform/network.ts'
import { addressOf, type HttpContext } from './address.ts'
import { hasTag, inWords, problemAnswer, type Routes } from './for-programs.ts'
import { acceptsGzip } from './page-cache.ts'
import { sentAsWritten } from './sent-as-written.ts'

export const MERCHANT_PATH = '/feeds/google-merchant.xml'
/** A small catalogue is written in this time, and its first reader need not come again. */
const PATIENCE_MS = 8_000
const COME_AGAIN_SECONDS = 60
/** After this a reader who has stopped reading no longer counts. */
const LIVE_MS = 15 * 60_000

const productFeedQuery = z.strictObject({ since: z.string().max(100).optional() })
const merchantFeedQuery = z.strictObject({ partner: z.uuid().optional() })

interface Parts {
  db: Db
  dataDir: string
  siteUrl: string
  trustProxy: boolean
  /** When it is the asker's turn, and at the asker's cost. @throws TooMuchAsked */
  inTurn: <T>(c: HttpContext, work: () => Promise<T>) => Promise<T>
}

/** The catalogue as feeds: NDJSON with changes, and Google's product data. Whole ones come from a file, the others are written as they are read. */
export function addCatalogueFeeds(app: Routes, { db, dataDir, siteUrl, trustProxy, inTurn }: Parts): void {
  const of = async () => `${siteUrl} ${(await currentCursor(db)).database}`
  const products = new KeptFeed({
    dataDir,
    name: 'products.ndjson',
    of,
    write: () => writeProductFeed({ db, siteUrl }),
  })
  const merchant = new KeptFeed({
    dataDir,
    name: 'google-merchant.xml',
    of,
    write: () => writeMerchantFeed({ db, siteUrl }),
  })
  const live = new LiveReaders()
  /** A feed that is written while it is read. @param inTurn of the reader */
  const sendLive = async (c: HttpContext, type: string, write: (turn: InTurn) => Promise<AsyncGenerator<string>>) => {
    const leave = live.enter(subscriberOf(addressOf(c, trustProxy)))
    try {
      const text = await write((work) => inTurn(c, work))
      const headers = { 'content-type': type, 'cache-control': 'no-store' }
      if (c.req.method !== 'HEAD') return new Response(sentAsWritten(untilRead(text, leave)), { headers })
      leave()
      return new Response(null, { headers })
    } catch (error) {
      leave()
      throw error
    }
  }

  app.get(
    FEED_PATH,
    inWords(async (c) => {
      const { since } = productFeedQuery.parse(c.req.query())
      if (since === undefined) return sendKept(c, products, 'application/x-ndjson; charset=utf-8')
      return sendLive(c, 'application/x-ndjson; charset=utf-8', (turn) =>
        // The first answer says whether the cursor holds: a refusal must not come in the middle.
        writeChanges({ db, siteUrl }, since, patiently(turn)),
      )
    }),
  )
  app.get(
    MERCHANT_PATH,
    inWords(async (c) => {
      const { partner } = merchantFeedQuery.parse(c.req.query())
      if (partner === undefined) return sendKept(c, merchant, 'application/xml; charset=utf-8')
      const found = await db.partner.findFirst({ where: { id: partner, ...OPEN_WHERE }, select: { id: true } })
      if (!found) throw new AppError('not_found', 'There is no such store, or it is not open.')
      return sendLive(c, 'application/xml; charset=utf-8', async (turn) =>
        writeMerchantFeed({ db, siteUrl, partnerId: partner }, patiently(turn)),
      )
    }),
  )
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

async function sendKept(c: HttpContext, feed: KeptFeed, type: string): Promise<Response> {
  const kept = await feed.open(PATIENCE_MS)
  if (!kept)
    return problemAnswer(503, 'This feed is being written just now. Ask again when Retry-After says so.', {
      retryAfter: COME_AGAIN_SECONDS,
    })
  const { file, etag, size, bytes, writtenAt } = kept
  const modified = new Date(writtenAt).toUTCString()
  const headers = new Headers({
    etag,
    'last-modified': modified,
    'cache-control': 'public, max-age=600',
    vary: 'Accept-Encoding',
  })
  const isSince = !c.req.header('if-none-match') && c.req.header('if-modified-since') === modified
  if (hasTag(c.req.raw, etag) || isSince) {
    await file.close()
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-type', type)
  const isGzip = acceptsGzip(c.req.header('accept-encoding') ?? null)
  if (isGzip) headers.set('content-encoding', 'gzip')
  headers.set('content-length', String(isGzip ? size : bytes))
  if (c.req.method === 'HEAD') {
    await file.close()
    return new Response(null, { headers })
  }
  const compressed = file.createReadStream()
  const gunzip = isGzip ? null : createGunzip()
  const body = gunzip ? compressed.on('error', (error) => gunzip.destroy(error)).pipe(gunzip) : compressed
  // The file stays open until its last byte, or until the reader goes.
  gunzip?.on('close', () => compressed.destroy())
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { headers })
}

/** How many read feeds that are written for them. */
class LiveReaders {
  readonly #of = new Map<string, number>()
  #all = 0

  /** @returns ends it @throws TooMuchAsked */
  enter(address: string): () => void {
    const own = this.#of.get(address) ?? 0
    if (own >= LIVE_FEEDS_OF_AN_ADDRESS || this.#all >= LIVE_FEEDS_TOGETHER) throw new TooMuchAsked(10)
    this.#all++
    this.#of.set(address, own + 1)
    let isOver = false
    const leave = () => {
      clearTimeout(timer)
      if (isOver) return
      isOver = true
      this.#all--
      const left = (this.#of.get(address) ?? 1) - 1
      if (left) this.#of.set(address, left)
      else this.#of.delete(address)
    }
    const timer = setTimeout(leave, LIVE_MS)
    timer.unref()
    return leave
  }
}

async function* untilRead(text: AsyncGenerator<string>, leave: () => void): AsyncGenerator<string> {
  try {
    yield* text
  } finally {
    leave()
  }
}

/** The first piece is refused if the reader has used up its share; later ones wait until there is some again: the reader is slower, and gets everything. */
function patiently(inTurn: InTurn): InTurn {
  let isFirst = true
  return async (work) => {
    for (;;) {
      try {
        const done = await inTurn(work)
        isFirst = false
        return done
      } catch (error) {
        if (isFirst || !(error instanceof TooMuchAsked)) throw error
        await pause(error.retryAfterSeconds * 1000)
      }
    }
  }
}
