import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import type { Visit } from '#server/platform/visit.ts'
import { getSiteSettings } from '#server/site/site-settings.service.ts'
import { Uploads } from '#server/uploads/uploads.ts'
import type { HttpContext } from './client-address.ts'
import type { Asker } from './asker.ts'
import { readBody } from './request-body.ts'

/** Enough for the names of twenty files. */
const MAX_ASKED_BYTES = 32 * 1024

interface UploadRoutes {
  env: Env
  db: Db
  askerOf: (visit: Visit) => Asker
  visitOf: (c: HttpContext) => Visit
}

/**
 * Adds the routes for partners' uploads (server/uploads). Register them before bodies are read, because a file is
 * written to disk while it arrives.
 */
export function addUploads(app: Hono<{ Bindings: HttpBindings }>, { env, db, askerOf, visitOf }: UploadRoutes): void {
  const uploads = new Uploads({ db, dataDir: env.DATA_DIR, siteUrl: env.SITE_URL, token: env.UPLOADTHING_TOKEN })
  const isClosed = async () => (await getSiteSettings(db)).state === 'maintenance'
  app.post(
    '/api/uploadthing',
    readBody(MAX_ASKED_BYTES, () => uploadAnswer(413, 'Please upload fewer files at a time.')),
    async (c) => {
      const asker = askerOf(visitOf(c))
      if (await isClosed()) return uploadAnswer(503, 'The shop is currently closed. Please come back soon.')
      const viewer = await asker.viewer()
      // Do not pass on c.req.raw, which Hono's server builds from parts of several requests.
      const { url, headers } = c.req.raw
      const request = new Request(url, { method: 'POST', headers, body: await c.req.raw.arrayBuffer() })
      return unkept(await asker.inTurn(() => uploads.begin(request, viewer)))
    },
  )
  app.on('HEAD', '/api/ingest/:key', async (c) => unkept(await uploads.ask(c.req.raw)))
  app.put('/api/ingest/:key', async (c) => unkept(await uploads.receive(c.req.raw)))
}

const uploadAnswer = (status: number, message: string) => unkept(Response.json({ message }, { status }))

function unkept(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}
