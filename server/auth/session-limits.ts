import { TimeSpan } from 'lucia'

// docs/keys-and-sessions.md explains these values, and its test compares them.

/** How long a session lasts from its start or refresh, with "Remember me". */
const REMEMBERED_DAYS = 30
/** How long a session lasts without "Remember me". The cookie ends with the browser. */
const BROWSER_SESSION_HOURS = 24
/** No refresh extends a session beyond this time after its owner last proved their identity. */
const MAX_SESSION_DAYS = 90
/** Maximum sessions per account. Beyond that, the session that has been inactive the longest ends. */
export const MAX_SESSIONS = 50
/** How long after proving their identity people may add sign-in methods to their account. */
export const RECENT_PROOF_MINUTES = 10

export const lifetimeOf = (isRemembered: boolean): TimeSpan =>
  isRemembered ? new TimeSpan(REMEMBERED_DAYS, 'd') : new TimeSpan(BROWSER_SESSION_HOURS, 'h')

/**
 * @param expiresAt according to the session's lifetime
 * @param authenticatedAt when its owner last proved their identity
 */
export const cappedExpiry = (expiresAt: Date, authenticatedAt: Date): Date =>
  new Date(Math.min(expiresAt.getTime(), authenticatedAt.getTime() + MAX_SESSION_DAYS * 86_400_000))
