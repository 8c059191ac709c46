/** Who asks, as the session in the database says: nothing of it comes from an input. */
export interface Viewer {
  userId: string
  email: string
  role: 'customer' | 'partner' | 'admin'
  /** The partner that the account manages; null for everybody else. */
  partner: { id: string; status: 'pending' | 'approved' | 'suspended' } | null
  /** SHA-256 of the session's secret id, as it is stored. */
  sessionId: string
  expiresAt: Date
  /** When he last proved who he is, in this session. */
  authenticatedAt: Date
  isRemembered: boolean
  /** A user without a profile is a real state, with screens of its own. */
  hasProfile: boolean
  fullName: string
  isEmailVerified: boolean
  searchMode: 'normal' | 'intelligent'
}

/** The request that asks, as far as services may know of it. */
export interface Visit {
  /** Of the visitor's machine; never stored as it is. */
  address: string
  userAgent: string
  /** Two letters, or 'Unknown'. */
  country: string
  /** Two letters, if the edge has told it; `country` may also be the browser's language's. */
  edgeCountry: string | null
  siteUrl: string
  siteIsHttps: boolean
  cookie: (name: string) => string | undefined
  /** Sets a cookie on the answer, whatever answers: a whole Set-Cookie header. */
  setCookie: (header: string) => void
}

/** '__Host-' is only allowed on https: it says that no subdomain and no http page has set the cookie. */
export const sessionCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_session' : 'wtf_session')
