import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { noQuery } from '#server/open-data/catalogue-api.schema.ts'
import { currentCursor } from '#server/open-data/feed-cursor.ts'
import { writeMerchantFeed } from '#server/open-data/google-merchant.ts'
import { KeptFeed } from '#server/open-data/kept-feed.ts'
import {
  KEPT_FEEDS_OF_AN_ADDRESS,
  KEPT_FEEDS_TOGETHER,
  LIVE_FEEDS_OF_AN_ADDRESS,
  LIVE_FEEDS_TOGETHER,
} from '#server/open-data/limits.values.ts'
import { OPENAI_FEED_PATH, writeOpenAiFeed } from '#server/open-data/openai-feed.ts'
import { FEED_PATH, writeChanges, writeProductFeed } from '#server/open-data/product-feed.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { OPEN_WHERE } from '#server/platform/listed.ts'
import { plainError } from '#server/platform/plain-error.schema.ts'
import type { HttpContext } from './client-address.ts'
import type { Asker } from './asker.ts'
import { withApiErrors, problemAnswer, type Routes } from './for-programs.ts'
import { acceptsGzip } from './encoded-body.ts'
import { hasTag } from './etag.ts'
import { StreamedFiles } from './streamed-files.ts'

export const MERCHANT_PATH = '/feeds/google-merchant.xml'
const XML = 'application/xml; charset=utf-8'
/** A small catalogue is ready within this time, so its first reader does not have to try again. */
const PATIENCE_MS = 8_000
const COME_AGAIN_SECONDS = 60

const productFeedQuery = z.strictObject({ since: z.string().max(100).optional() })
const merchantFeedQuery = z.strictObject({ partner: z.uuid().optional() })

interface Parts {
  db: Db
  dataDir: string
  siteUrl: string
  askerFor: (c: HttpContext) => Asker
}

/**
 * Adds the catalogue as feeds: NDJSON with changes, Google's product data, and OpenAI's product feed. Complete feeds
 * come from a file; the others are streamed.
 */
export function addCatalogueFeeds(app: Routes, { db, dataDir, siteUrl, askerFor }: Parts): void {
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
  const openAi = new KeptFeed({
    dataDir,
    name: 'openai-products.jsonl',
    of,
    write: () => writeOpenAiFeed({ db, siteUrl }),
  })
  const files = new StreamedFiles({ ofAsker: LIVE_FEEDS_OF_AN_ADDRESS, together: LIVE_FEEDS_TOGETHER })
  const keptFiles = new StreamedFiles({ ofAsker: KEPT_FEEDS_OF_AN_ADDRESS, together: KEPT_FEEDS_TOGETHER })
  const sendFile: SendFile = (c, write, headers) => keptFiles.send(c, askerFor(c), write, headers)
  const sendLive = (
    c: HttpContext,
    type: string,
    write: () => AsyncGenerator<string> | Promise<AsyncGenerator<string>>,
  ) => files.send(c, askerFor(c), write, { 'content-type': type, 'cache-control': 'no-store' })

  app.get(
    FEED_PATH,
    withApiErrors(async (c) => {
      const { since } = productFeedQuery.parse(c.req.query(), { error: plainError })
      const type = 'application/x-ndjson; charset=utf-8'
      if (since === undefined) return sendKept(c, products, type, sendFile)
      return sendLive(c, type, () => writeChanges({ db, siteUrl }, since))
    }),
  )
  app.get(
    MERCHANT_PATH,
    withApiErrors(async (c) => {
      const { partner } = merchantFeedQuery.parse(c.req.query(), { error: plainError })
      if (partner === undefined) return sendKept(c, merchant, XML, sendFile)
      const found = await db.partner.findFirst({ where: { id: partner, ...OPEN_WHERE }, select: { id: true } })
      if (!found) throw new AppError('not_found', 'Store not found or not open.')
      return sendLive(c, XML, () => writeMerchantFeed({ db, siteUrl, partnerId: partner }))
    }),
  )
  app.get(
    OPENAI_FEED_PATH,
    withApiErrors(async (c) => {
      noQuery.parse(c.req.query(), { error: plainError })
      return sendKept(c, openAi, 'application/jsonl; charset=utf-8', sendFile)
    }),
  )
}

type SendFile = (c: HttpContext, write: () => AsyncGenerator<Uint8Array>, headers: Headers) => Promise<Response>

async function sendKept(c: HttpContext, feed: KeptFeed, type: string, send: SendFile): Promise<Response> {
  const kept = await feed.open(PATIENCE_MS)
  if (!kept)
    return problemAnswer(503, 'This feed is being generated. Try again after the time in Retry-After.', {
      retryAfter: COME_AGAIN_SECONDS,
    })
  const { read, etag, size, bytes, writtenAt } = kept
  const modified = new Date(writtenAt).toUTCString()
  const headers = new Headers({
    etag,
    'last-modified': modified,
    'cache-control': 'public, max-age=600',
    vary: 'Accept-Encoding',
  })
  const isSince = !c.req.header('if-none-match') && c.req.header('if-modified-since') === modified
  if (hasTag(c.req.raw, etag) || isSince) return new Response(null, { status: 304, headers })
  headers.set('content-type', type)
  const isGzip = acceptsGzip(c.req.header('accept-encoding') ?? null)
  if (isGzip) headers.set('content-encoding', 'gzip')
  headers.set('content-length', String(isGzip ? size : bytes))
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  return send(c, () => (isGzip ? read() : unpacked(read())), headers)
}

async function* unpacked(compressed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // `pipeline` ends both streams when the reader stops. Its callback is empty, because the loop throws the errors.
  for await (const bytes of pipeline(Readable.from(compressed), createGunzip(), () => undefined))
    yield bytes as Uint8Array
}
