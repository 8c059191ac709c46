import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { appSecret } from '#server/platform/secrets.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Ask } from '#server/platform/ask.ts'

// Based on OWASP, "Slow Down Online Guessing Attacks with Device Cookies": attempts from a browser that has signed in
// to the account before are counted separately. The cookie holds one entry per account, `number.mark`: a random number,
// and an HMAC of it with the account's address. It identifies nobody and signs nobody in. A thief who copies it only
// gains a separate count of attempts.

/** Maximum days for which browsers keep a cookie. */
const LIFE_DAYS = 400
const LIFE_SECONDS = LIFE_DAYS * 24 * 3600
/** Maximum accounts that one browser remembers. The oldest is dropped. */
const MAX_ACCOUNTS = 5
const BYTES = 16
const ENTRY = /^([\w-]{22})\.([\w-]{22})$/

/** Returns the cookie's name. On https its prefix prevents other hosts from setting the cookie. */
const deviceCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_device' : 'wtf_device')

interface Entry {
  number: string
  mark: string
}

/**
 * Checks whether this browser has signed in to the account of an address before, as its cookie proves.
 * @param email in lower case; need not have an account
 * @returns the browser's number, under which its attempts on the account are counted; null if the browser is not known
 */
export async function knownDevice({ db, visit }: Pick<Ask, 'db' | 'visit'>, email: string): Promise<string | null> {
  const key = await appSecret(db, 'known-device')
  return entriesOf(visit).find((entry) => isMark(key, entry, email))?.number ?? null
}

/**
 * Remembers this browser for the account of an address for 400 days, under a new number. Call it only when the visitor
 * has just proven to be its owner.
 * @param email in lower case
 */
export async function rememberDevice({ db, visit }: Pick<Ask, 'db' | 'visit'>, email: string): Promise<void> {
  const key = await appSecret(db, 'known-device')
  const number = randomBytes(BYTES).toString('base64url')
  const others = entriesOf(visit)
    .filter((entry) => !isMark(key, entry, email))
    .slice(0, MAX_ACCOUNTS - 1)
  const value = [{ number, mark: markOf(key, number, email) }, ...others]
    .map((entry) => `${entry.number}.${entry.mark}`)
    .join('~')
  visit.setCookie(
    `${deviceCookieName(visit.siteIsHttps)}=${value}; Path=/; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`,
  )
}

const markOf = (key: Buffer, number: string, email: string): string =>
  createHmac('sha256', key).update(`${number}:${email}`).digest().subarray(0, BYTES).toString('base64url')

const isMark = (key: Buffer, { number, mark }: Entry, email: string): boolean =>
  timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(key, number, email)))

function entriesOf(visit: Visit): Entry[] {
  const value = visit.cookie(deviceCookieName(visit.siteIsHttps)) ?? ''
  return value.split('~', MAX_ACCOUNTS).flatMap((text) => {
    const [, number, mark] = ENTRY.exec(text) ?? []
    return number && mark ? [{ number, mark }] : []
  })
}
