/**
 * Returns the cookie's name. '__Host-' is only allowed on https. It guarantees that no subdomain and no http page has
 * set the cookie.
 */
export const sessionCookieName = (siteIsHttps: boolean): string => (siteIsHttps ? '__Host-wtf_session' : 'wtf_session')
