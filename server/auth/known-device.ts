import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { Visit } from './viewer.ts'

// OWASP, "Slow Down Online Guessing Attacks with Device Cookies": a browser in which somebody has proven to be an account's owner counts its tries by itself.
// The cookie holds one entry an account, `number.mark`: a random number, and what only we can make of it and the account's address. It names nobody, signs
// nobody in, and whoever copies it wins a count of tries of his own.

/** What the longest-lived of cookies may be in browsers. */
const LIFE_SECONDS = 400 * 24 * 3600
/** Accounts that one browser is remembered for; the oldest goes. */
const MAX_ACCOUNTS = 5
const BYTES = 16
const ENTRY = /^([\w-]{22})\.([\w-]{22})$/

/** Its name starts as it does on https so that no other host can plant it. */
export const deviceCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_device' : 'wtf_device')

interface Entry {
  number: string
  mark: string
}

/**
 * Whether the account of that address has been entered from this browser before, as its cookie proves.
 * @param email in lower case; whether anybody has it is not asked
 * @returns the number that this browser's tries on that account are counted by; null: to us it is any browser.
 */
export async function knownDevice(db: Db, visit: Visit, email: string): Promise<string | null> {
  const key = await appSecret(db, 'known-device')
  return entriesOf(visit).find((entry) => isMark(key, entry, email))?.number ?? null
}

/**
 * From now on this browser is known to the account of that address, for 400 days, under a new number. For whoever has just proven to be its owner.
 * @param email in lower case
 */
export async function rememberDevice(db: Db, visit: Visit, email: string): Promise<void> {
  const key = await appSecret(db, 'known-device')
  const number = randomBytes(BYTES).toString('base64url')
  const others = entriesOf(visit).filter((entry) => !isMark(key, entry, email)).slice(0, MAX_ACCOUNTS - 1)
  const value = [{ number, mark: markOf(key, number, email) }, ...others].map((entry) => `${entry.number}.${entry.mark}`).join('~')
  visit.setCookie(`${deviceCookieName(visit.siteIsHttps)}=${value}; Path=/; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`)
}

const markOf = (key: Buffer, number: string, email: string): string =>
  createHmac('sha256', key).update(`${number}:${email}`).digest().subarray(0, BYTES).toString('base64url')

const isMark = (key: Buffer, { number, mark }: Entry, email: string): boolean => timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(key, number, email)))

function entriesOf(visit: Visit): Entry[] {
  const value = visit.cookie(deviceCookieName(visit.siteIsHttps)) ?? ''
  return value.split('~', MAX_ACCOUNTS).flatMap((text) => {
    const [, number, mark] = ENTRY.exec(text) ?? []
    return number && mark ? [{ number, mark }] : []
  })
}
