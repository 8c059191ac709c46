import { createHash, createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { Visit } from '#server/platform/visit.ts'
import { VALID_DAYS } from './invitation-values.schema.ts'

/** The page that a link opens. */
const ONBOARDING = '/partners/onboarding'
const TOKEN = /^[\w-]{43}$/

/**
 * Returns the token of an invitation. It is derived from the shop's key, so that an administrator can copy the link
 * later, although only its SHA-256 is stored.
 */
export async function tokenOf(db: Db, { id, round }: { id: string; round: number }): Promise<string> {
  return createHmac('sha256', await appSecret(db, 'invitation'))
    .update(`${id}:${round}`)
    .digest('base64url')
}

/** Returns the stored form of a token: SHA-256. */
export const hashInvitation = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

/** Returns the path of the link in the email. */
export const invitationPath = (token: string, email: string): string =>
  `${ONBOARDING}?${new URLSearchParams({ token, email }).toString()}`

const cookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_invitation' : 'wtf_invitation')

/** Stores the token in this browser until the invitation ends, to keep it out of later addresses. */
export function keepInvitation(visit: Visit, token: string): void {
  setCookie(visit, token, VALID_DAYS * 24 * 3600)
}

export function forgetInvitation(visit: Visit): void {
  setCookie(visit, '', 0)
}

/** Returns the token in this browser; null if there is none. */
export function keptInvitation(visit: Visit): string | null {
  const token = visit.cookie(cookieName(visit.siteIsHttps))
  return token && TOKEN.test(token) ? token : null
}

function setCookie(visit: Visit, token: string, seconds: number): void {
  visit.setCookie(
    `${cookieName(visit.siteIsHttps)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`,
  )
}
