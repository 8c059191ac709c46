import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A sentence of 100 kB is answered with a page that says what was read of it; beyond this Node answers 431. */
const MAX_HEADER_BYTES = 128 * 1024
/** A request must be there whole, body included. People on a bad line send a form in far less. */
const REQUEST_MS = 30_000
const HEADERS_MS = 15_000
/** Without a byte in either direction: whoever asks and does not read must not keep what was answered in memory. */
const IDLE_MS = 60_000
const MAX_CONNECTIONS = 5_000
/** Browsers send one request after the other on a connection. Node raises all that come in one packet at once, thousands of them. */
const MAX_OPEN_ANSWERS = 8

/** @param timing other times, in ms. A request that is late is answered 408 and its connection closed, at the next check. */
export function createHttpServer({ requestMs = REQUEST_MS, headersMs = HEADERS_MS, checkEveryMs = 2_000 } = {}): http.Server {
  const server = http.createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: requestMs, headersTimeout: Math.min(headersMs, requestMs), connectionsCheckingInterval: checkEveryMs })
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(IDLE_MS)
  return server
}

/** Hands requests on, and breaks off a connection that has more of them open than any browser would. */
export function boundedListener(listener: (request: IncomingMessage, response: ServerResponse) => void): typeof listener {
  const open = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (open.get(socket) ?? 0) + 1
    if (socket.destroyed) return
    if (count > MAX_OPEN_ANSWERS) return void socket.destroy()
    open.set(socket, count)
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    listener(request, response)
  }
}
