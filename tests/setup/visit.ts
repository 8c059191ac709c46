import type { Visit } from '#server/platform/visit.ts'

/** A browser as services see it. It keeps its cookies. */
export interface TestVisit extends Visit {
  cookies: Map<string, string>
  /** Every Set-Cookie header so far. */
  headers: string[]
}

export function createVisit(given: Partial<Visit> = {}): TestVisit {
  const cookies = new Map<string, string>()
  const headers: string[] = []
  const siteUrl = given.siteUrl ?? 'http://127.0.0.1:3000'
  return {
    address: '127.0.0.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    country: 'GB',
    edgeCountry: null,
    siteUrl,
    siteIsHttps: siteUrl.startsWith('https://'),
    cookie: (name) => cookies.get(name),
    setCookie: (header) => {
      headers.push(header)
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (!name) return
      if (value === '' || /max-age=0\b/i.test(header)) cookies.delete(name)
      else cookies.set(name, value ?? '')
    },
    cookies,
    headers,
    ...given,
  }
}
