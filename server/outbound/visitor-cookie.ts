import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { drawRandom } from '#server/platform/draw-random.ts'
import { appSecret } from '#server/platform/secrets.ts'

/** The cookie expires after 30 days, so that it rotates. The server rejects older ones too. */
const VISITOR_COOKIE_DAYS = 30
export const VISITOR_COOKIE_SECONDS = VISITOR_COOKIE_DAYS * 24 * 3600
const YOUNG_SECONDS = 10 * 60
const SECRET = 'visitor'
const ID_BYTES = 16
const MAC_BYTES = 16

export const visitorCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_vid' : 'wtf_vid')

export interface Visitor {
  /** 128 random bits in 22 characters. */
  visitorId: string
  /**
   * Whether the cookie is new, or younger than 10 minutes. Anyone can get any number of new cookies, so limits then
   * apply to the address instead.
   */
  isYoung: boolean
}

export const newVisitorId = (): string => drawRandom(ID_BYTES).toString('base64url')

/** Returns the cookie's value: the visitor's id, its date, and our signature. */
export function signVisitor(secret: KeyObject, visitorId: string, issuedAt: Date): string {
  const said = `${visitorId}.${Math.floor(issuedAt.getTime() / 1_000).toString(36)}`
  return `${said}.${macOf(secret, said)}`
}

/** Returns the visitor of a cookie; null if it was not signed with this secret, or has expired. */
export function parseVisitor(secret: KeyObject, value: string, now: Date): Visitor | null {
  const [, said, visitorId, issued, mac] = /^(([\w-]{22})\.([0-9a-z]{1,10}))\.([\w-]{22})$/.exec(value) ?? []
  if (!said || !visitorId || !issued || !mac) return null
  // Compares the texts, because two different texts may decode to the same bytes.
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, said)))) return null
  const age = now.getTime() / 1_000 - parseInt(issued, 36)
  return age < VISITOR_COOKIE_SECONDS ? { visitorId, isYoung: age < YOUNG_SECONDS } : null
}

/** Returns the shop's signing key, the same in every process and after every start. */
export const visitorSecret = (db: Db): Promise<KeyObject> =>
  appSecret(db, SECRET).then((secret) => createSecretKey(secret))

const macOf = (secret: KeyObject, said: string) =>
  createHmac('sha256', secret).update(said).digest().subarray(0, MAC_BYTES).toString('base64url')
