import http from 'node:http'

/** One HTTP response, byte for byte as received. */
export interface Answer {
  status: number
  /** Names and values in the order sent, without connection headers. */
  headers: Array<[string, string]>
  body: Buffer
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

/** The request headers of a browser, as far as our server uses them. */
export const BROWSER_HEADERS: Record<string, string> = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip',
  'accept-language': 'en-GB,en;q=0.9',
}

/** A notice for this visitor bypasses the page cache, so that the page is rendered for each request. */
export const UNCACHED_HEADERS: Record<string, string> = { ...BROWSER_HEADERS, cookie: 'wtf_notice=Hello' }

/** Fetches once, without following redirects or decoding. */
export function fetchAnswer(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const { rawHeaders } = response
          const pairs = rawHeaders.flatMap((name, index): Array<[string, string]> =>
            index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
          )
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase())),
            body: Buffer.concat(chunks),
          })
        })
      })
      .once('error', reject)
  })
}
