import { hashToken, newToken, TOKEN_MINUTES } from './one-time-tokens.ts'
import type { Visit } from '#server/platform/visit.ts'

/** Recognises the browser that requested an email. Some links and codes work only in that browser. */
const askerCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_asker' : 'wtf_asker')

/**
 * Sets the cookie for as long as the longest-lived email is valid.
 * @returns the SHA-256 of its value, which is what we store
 */
export function markBrowser(visit: Visit): string {
  const mark = markOf(visit) ?? newToken()
  visit.setCookie(
    `${askerCookieName(visit.siteIsHttps)}=${mark}; Path=/; Max-Age=${TOKEN_MINUTES.sign_up * 60}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`,
  )
  return hashToken(mark)
}

/** Returns the stored hash of this browser's cookie; null if it has not requested an email. */
export function askingBrowser(visit: Visit): string | null {
  const mark = markOf(visit)
  return mark === null ? null : hashToken(mark)
}

function markOf(visit: Visit): string | null {
  const value = visit.cookie(askerCookieName(visit.siteIsHttps))
  return value && /^[\w-]{43}$/.test(value) ? value : null
}
