import { createHash, randomBytes } from 'node:crypto'
import type { Visit } from '#server/platform/visit.ts'
import { TEAM_INVITATION_DAYS } from './team-values.schema.ts'

const BYTES = 32
const TOKEN = /^[\w-]{43}$/
const DAY_SECONDS = 24 * 3600

/** Creates a token for an emailed link, and its stored hash. */
export function newTeamToken(): { token: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, tokenHash: hashTeamToken(token) }
}

/** Returns the stored form of a token: SHA-256. */
export const hashTeamToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

/** Returns the path of the emailed link. */
export const teamInvitationPath = (token: string): string => `/partners/team?${new URLSearchParams({ token })}`

/** Returns when an invitation that is emailed now expires. */
export const teamInvitationEnd = (now = new Date()): Date =>
  new Date(now.getTime() + TEAM_INVITATION_DAYS * DAY_SECONDS * 1000)

const cookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_team' : 'wtf_team')

/** Stores the token in this browser until the invitation ends, to keep it out of redirect addresses. */
export const keepTeamToken = (visit: Visit, token: string): void =>
  setCookie(visit, token, TEAM_INVITATION_DAYS * DAY_SECONDS)

export const forgetTeamToken = (visit: Visit): void => setCookie(visit, '', 0)

/** Returns the token in this browser, or null. */
export function keptTeamToken(visit: Visit): string | null {
  const token = visit.cookie(cookieName(visit.siteIsHttps))
  return token && TOKEN.test(token) ? token : null
}

function setCookie(visit: Visit, token: string, seconds: number): void {
  visit.setCookie(
    `${cookieName(visit.siteIsHttps)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`,
  )
}
