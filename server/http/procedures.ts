import type { HttpBindings } from '@hono/node-server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Hono, MiddlewareHandler } from 'hono'
import { AWAY } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import type { Meter } from '#server/platform/meter.ts'
import type { AppRouter } from '#server/router.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import type { Context } from '#server/trpc/context.ts'
import { askerOf } from './asker.ts'
import { logFailure, viewerOrTrouble } from './failures.ts'
import { askGate, secondsToWait } from './gate.ts'
import { visitOf, withCookies } from './visit.ts'

interface Parts {
  env: Env
  db: Db
  engine: SearchEngine
  router: AppRouter
  meter: Meter | null
}

/** Answers /trpc: calls of loaded pages and of other clients. */
export function addProcedures(app: Hono<{ Bindings: HttpBindings }>, { env, db, engine, router, meter }: Parts): void {
  app.use('/trpc/*', onlyJson, async (c) => {
    const { visit, cookies } = visitOf(c, { siteUrl: env.SITE_URL, trustProxy: env.TRUST_PROXY })
    const asker = askerOf(meter, db, visit)
    const { gate } = await askGate({ db, secret: env.ADMIN_BYPASS_SECRET }, visit, asker, c.req.raw)
    const createContext = async ({ info }: { info: { calls: unknown[] } }): Promise<Context> => {
      return {
        ...(await viewerOrTrouble(asker)),
        db,
        engine,
        dataDir: env.DATA_DIR,
        visit,
        isOpen: gate === null,
        isBatch: info.calls.length > 1,
        inLine: line(),
      }
    }
    const response = await asker.inTurn(() =>
      fetchRequestHandler({
        endpoint: '/trpc',
        req: c.req.raw,
        router,
        createContext,
        maxBatchSize: 10,
        onError: logFailure,
      }),
    )
    response.headers.set('cache-control', 'no-store')
    if (gate || response.status === 503)
      response.headers.set('retry-after', String(gate ? secondsToWait(gate) : AWAY.retryAfterSeconds))
    return withCookies(response, cookies)
  })
}

function line(): NonNullable<Context['inLine']> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Refuses content types other than JSON, because pages of other sites can send them without a preflight request. */
const onlyJson: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'POST' && c.req.header('content-type')?.split(';')[0]?.trim() !== 'application/json')
    return c.text('This endpoint only accepts JSON.', 415)
  // A streamed response begins before its procedures end, so the meter would miss their time.
  if (c.req.header('trpc-accept') !== undefined || c.req.header('accept')?.includes('jsonl'))
    return c.text('Streamed responses are not supported.', 406)
  return next()
}
