import { encode } from 'turbo-stream'
import type { Viewer, Visit } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { anonymousPayer, signedInPayer, type Meter, type TooMuchAsked } from '#server/platform/meter.ts'
import type { HttpContext } from './address.ts'
import { addressToReload } from './closed-pages.ts'
import { isUnsafe } from './own-origin.ts'
import { standingPage } from './standing-page.ts'
import { viewerOf } from './visit.ts'

/** Whoever sends a request. */
export interface Asker {
  /** The session in the database says who; it is asked once. */
  viewer: () => Promise<Viewer | null>
  /**
   * Does work in his name when it is his turn, and charges it: to himself when he is signed in, else to his address.
   * @throws TooMuchAsked
   */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** @param meter null: nobody is charged. */
export function askerOf(meter: Meter | null, db: Db, visit: Visit): Asker {
  let asked: Promise<Viewer | null> | undefined
  const payerOf = (viewer: Viewer | null) => (viewer ? signedInPayer(viewer.userId, visit.address) : anonymousPayer(visit.address))
  const find = async () => {
    if (!meter) return viewerOf(db, visit)
    // Even with an empty account: that of whoever is signed in is another one, and until the session is read nobody knows.
    const { value, ms } = await meter.measure(() => viewerOf(db, visit))
    meter.charge(payerOf(value), ms)
    return value
  }
  const viewer = () => (asked ??= find())
  return {
    viewer,
    inTurn: async (work) => (meter ? meter.run(payerOf(await viewer().catch(() => null)), work) : work()),
  }
}

const MESSAGE = 'Too much was asked for at once. Please try again in a moment.'

/** 429 in the words that whoever asked understands: a page, what Remix's or tRPC's client reads, or text. */
export function tooMuch(c: HttpContext, { retryAfterSeconds }: TooMuchAsked): Response {
  const headers = { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' }
  if (c.req.path.startsWith('/trpc/')) return c.json({ error: { json: { message: MESSAGE, code: -32029, data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } } } }, 429, headers)
  if (c.req.path.endsWith('.data')) return new Response(forRemix(c.req.raw), { status: 429, headers: { ...headers, 'content-type': 'text/x-script', 'x-remix-response': 'yes' } })
  if (!c.req.header('accept')?.includes('text/html')) return c.text(MESSAGE, 429, headers)
  return standingPage(429, {
    heading: 'One moment, please',
    reason: 'From your network more was asked for at once than we can answer. Nothing of yours is lost.',
    advice: `Load this page again in ${retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`}.`,
  }, headers)
}

/** A page's data: its browser loads the page anew, and sees what stands there. A form's answer: an error, which the page says. */
function forRemix(request: Request): ReadableStream<Uint8Array> {
  const [redirect, error] = [{}, {}]
  return encode(isUnsafe(request) ? { error } : redirect, {
    plugins: [(value) => {
      if (value === redirect) return ['SingleFetchRedirect', { redirect: addressToReload(request), status: 302, revalidate: false, reload: true, replace: false }]
      return value === error && ['ErrorResponse', MESSAGE, 429, 'Too Many Requests']
    }],
  })
}
