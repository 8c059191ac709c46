import { hashToken, newToken, TOKEN_MINUTES } from './one-time-tokens.ts'
import type { Visit } from './viewer.ts'

/** Tells the browser that asked for a mail from every other: what the mail holds may be of use there only. */
export const askerCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_asker' : 'wtf_asker')

/** Marks the browser for as long as any mail is good. @returns what is stored of the mark: its SHA-256 */
export function markBrowser(visit: Visit): string {
  const mark = markOf(visit) ?? newToken()
  visit.setCookie(`${askerCookieName(visit.siteIsHttps)}=${mark}; Path=/; Max-Age=${TOKEN_MINUTES.sign_up * 60}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`)
  return hashToken(mark)
}

/** What is stored of the browser's mark; null: it has asked for nothing. */
export function askingBrowser(visit: Visit): string | null {
  const mark = markOf(visit)
  return mark === null ? null : hashToken(mark)
}

function markOf(visit: Visit): string | null {
  const value = visit.cookie(askerCookieName(visit.siteIsHttps))
  return value && /^[\w-]{43}$/.test(value) ? value : null
}
