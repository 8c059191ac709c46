import { createCookie, type LoaderFunctionArgs } from '@remix-run/node'
import { PAGE_COOKIES } from '#server/site/site.schema.ts'
import { noticeKeyFor, siteUrlFor } from './api.server.ts'

const MAX_LENGTH = 400
const SECONDS = 60

type Args = Pick<LoaderFunctionArgs, 'context'>

/**
 * A cookie that carries a sentence over a redirect: the next page says it, once. Signed, for neither another site nor a neighbour on this host may
 * put words into our mouth. It lies open in the browser: no part of it may be personal.
 */
export async function noticeCookie(args: Args, text: string): Promise<string> {
  return (await cookieFor(args)).serialize(text.slice(0, MAX_LENGTH))
}

/** What the last page left to say, null for nothing, and the header that has the browser forget it; null where it has nothing to forget. */
export async function takeNotice({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<{ notice: string | null; forget: string | null }> {
  // This one alone: each of the others would be decoded too, and a header has room for thousands.
  const own = request.headers.get('cookie')?.split(';').find((part) => part.trimStart().startsWith(`${nameFor({ context })}=`))
  if (!own) return { notice: null, forget: null }
  const cookie = await cookieFor({ context })
  const text: unknown = await cookie.parse(own.trim())
  return { notice: typeof text === 'string' && text !== '' ? text : null, forget: await cookie.serialize('', { maxAge: 0 }) }
}

/** '__Host-' is only allowed on https: it says that no subdomain and no http page has set the cookie. */
const nameFor = (args: Args) => `${isHttps(args) ? '__Host-' : ''}${PAGE_COOKIES.notice}`

const isHttps = (args: Args) => siteUrlFor(args).startsWith('https://')

async function cookieFor(args: Args) {
  return createCookie(nameFor(args), { secrets: [await noticeKeyFor(args)], path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(args), maxAge: SECONDS })
}
