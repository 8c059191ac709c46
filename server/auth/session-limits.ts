import { TimeSpan } from 'lucia'

// docs/keys-and-sessions.md names these values and says why; its test compares them.

/** How long a session lasts from its start or refresh, with "Remember me". */
const REMEMBERED_DAYS = 30
/** The same without it. The cookie ends with the browser. */
const BROWSER_SESSION_HOURS = 24
/** No refresh extends a session beyond this time after its owner last proved who they are. */
const MAX_SESSION_DAYS = 90
/** Sessions per account. Beyond it, the session not seen for longest ends. */
export const MAX_SESSIONS = 50
/** For how long after proving who they are people may add ways into their account. */
export const RECENT_PROOF_MINUTES = 10

export const lifetimeOf = (isRemembered: boolean): TimeSpan =>
  isRemembered ? new TimeSpan(REMEMBERED_DAYS, 'd') : new TimeSpan(BROWSER_SESSION_HOURS, 'h')

/** @param expiresAt as the lifetime says @param authenticatedAt when its owner last proved who they are */
export const cappedExpiry = (expiresAt: Date, authenticatedAt: Date): Date =>
  new Date(Math.min(expiresAt.getTime(), authenticatedAt.getTime() + MAX_SESSION_DAYS * 86_400_000))
