/** The data of a request that services may use. */
export interface Visit {
  /** The visitor's IP address. Never store it unhashed. */
  address: string
  userAgent: string
  /** Two letters, or 'Unknown'. */
  country: string
  /** Two letters, if the edge has sent them. `country` may be a guess from the browser's language. */
  edgeCountry: string | null
  siteUrl: string
  siteIsHttps: boolean
  cookie: (name: string) => string | undefined
  /** Sets a cookie on the response, given as a complete Set-Cookie header. */
  setCookie: (header: string) => void
}
