import { createCookieSessionStorage, type LoaderFunctionArgs } from '@remix-run/node'
import { PAGE_COOKIES } from '#server/site/addresses.values.ts'
import { noticeKeyFor, siteUrlFor } from './api.server.ts'

const MAX_LENGTH = 400
const SECONDS = 60

type Args = Pick<LoaderFunctionArgs, 'context'>

/**
 * Returns a cookie that carries a message over a redirect; the next page shows it once. It is signed, so that other
 * sites and hosts cannot show messages on our pages. It is not encrypted, so it must not contain personal data.
 */
export async function noticeCookie(args: Args, text: string): Promise<string> {
  const storage = await storageFor(args)
  const session = await storage.getSession()
  session.flash('notice', text.slice(0, MAX_LENGTH))
  return storage.commitSession(session)
}

/**
 * Returns the message that the previous page left (null for none) and the header that clears its cookie (null if there
 * is none).
 */
export async function takeNotice({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<{ notice: string | null; forget: string | null }> {
  // Reads only this cookie: a header can hold thousands, and parsing would decode each.
  const cookie = request.headers
    .get('cookie')
    ?.split(';')
    .find((part) => part.trimStart().startsWith(`${nameFor({ context })}=`))
  if (!cookie) return { notice: null, forget: null }
  const storage = await storageFor({ context })
  const session = await storage.getSession(cookie.trim())
  return { notice: session.get('notice') ?? null, forget: await storage.destroySession(session) }
}

/**
 * Returns the cookie's name. '__Host-' works only on https. It guarantees that no subdomain and no http page has set
 * the cookie.
 */
const nameFor = (args: Args) => `${isHttps(args) ? '__Host-' : ''}${PAGE_COOKIES.notice}`

const isHttps = (args: Args) => siteUrlFor(args).startsWith('https://')

/** Creates a session storage only for notices. Pages that are cached for everyone need none. */
async function storageFor(args: Args) {
  return createCookieSessionStorage<Record<string, never>, { notice: string }>({
    cookie: {
      name: nameFor(args),
      secrets: [await noticeKeyFor(args)],
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps(args),
      maxAge: SECONDS,
    },
  })
}
