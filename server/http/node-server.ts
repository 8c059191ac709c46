import http from 'node:http'

/** A sentence of 100 kB is answered with a page that says what was read of it; beyond this Node answers 431. */
const MAX_HEADER_BYTES = 128 * 1024
/** A request must be there whole, body included. People on a bad line send a form in far less. */
const REQUEST_MS = 30_000
const HEADERS_MS = 15_000

/** @param timing other times, in ms. A request that is late is answered 408 and its connection closed, at the next check. */
export function createHttpServer({ requestMs = REQUEST_MS, headersMs = HEADERS_MS, checkEveryMs = 2_000 } = {}): http.Server {
  return http.createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: requestMs, headersTimeout: Math.min(headersMs, requestMs), connectionsCheckingInterval: checkEveryMs })
}
