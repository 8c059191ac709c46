import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'

/** The visitor's cookie goes after 30 days, so that it rotates; we take none that is older either. */
export const VISITOR_COOKIE_SECONDS = 30 * 24 * 3600
const YOUNG_SECONDS = 10 * 60
const SECRET = 'visitor'
const MAC_BYTES = 16

export const visitorCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_vid' : 'wtf_vid')

export interface Visitor {
  /** 128 random bits in 22 characters. */
  visitorId: string
  /** Its cookie is younger than 10 minutes, or has just been made: whoever wants many has as many, so its address is asked. */
  isYoung: boolean
}

export const newVisitorId = (): string => randomBytes(MAC_BYTES).toString('base64url')

/** The cookie's value: whose it is, since when, and that it is ours. */
export function signVisitor(secret: Buffer, visitorId: string, issuedAt: Date): string {
  const said = `${visitorId}.${Math.floor(issuedAt.getTime() / 1_000).toString(36)}`
  return `${said}.${macOf(secret, said)}`
}

/** Who comes with that cookie; null for one that this secret has not signed, and for one that is over. */
export function readVisitor(secret: Buffer, value: string, now: Date): Visitor | null {
  const [, said, visitorId, issued, mac] = /^(([\w-]{22})\.([0-9a-z]{1,10}))\.([\w-]{22})$/.exec(value) ?? []
  if (!said || !visitorId || !issued || !mac) return null
  // As texts: two of them may stand for the same bytes.
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, said)))) return null
  const age = now.getTime() / 1_000 - parseInt(issued, 36)
  return age < VISITOR_COOKIE_SECONDS ? { visitorId, isYoung: age < YOUNG_SECONDS } : null
}

/** The shop's own key for them, the same in every process and after every start. */
export const visitorSecret = (db: Db): Promise<Buffer> => appSecret(db, SECRET)

const macOf = (secret: Buffer, said: string) => createHmac('sha256', secret).update(said).digest().subarray(0, MAC_BYTES).toString('base64url')
