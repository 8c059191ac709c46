import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { subscriberOf } from '#server/platform/network.ts'

/** A sentence of 100 kB is answered with a page that says what was read of it; beyond this Node answers 431. */
const MAX_HEADER_BYTES = 128 * 1024
/** A request must be there whole, body included. People on a bad line send a form in far less. */
const REQUEST_MS = 30_000
const HEADERS_MS = 15_000
/** Without a byte in either direction: whoever asks and does not read must not keep what was answered in memory. */
const IDLE_MS = 60_000
const MAX_CONNECTIONS = 5_000
/** A browser opens six; an office behind one address stays below. Without it one machine takes all there are by headers that never end. */
export const MOST_OF_ADDRESS = 256
/** Of all but the address: browsers send some 2 kB, cookies included, and everything behind reads them with no limit of its own. */
const MAX_FIELD_CHARACTERS = 32 * 1024
/**
 * Browsers and proxies send one request after the other on a connection. Node raises all that come in one packet at once, thousands of them, and keeps
 * the answers, half a megabyte each, until somebody reads them.
 */
const MAX_OPEN_ANSWERS = 2

/**
 * A request that is late is answered 408 and its connection closed, at the next check.
 * @param options times in ms; `mostOfAddress`: connections that one address may have open, for a server that everybody connects to by himself.
 */
export function createHttpServer({ requestMs = REQUEST_MS, headersMs = HEADERS_MS, checkEveryMs = 2_000, mostOfAddress = Infinity } = {}): http.Server {
  const server = http.createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: requestMs, headersTimeout: Math.min(headersMs, requestMs), connectionsCheckingInterval: checkEveryMs })
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(IDLE_MS)
  if (mostOfAddress < Infinity) boundAddresses(server, mostOfAddress)
  return server
}

function boundAddresses(server: http.Server, most: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const subscriber = subscriberOf(socket.remoteAddress ?? '')
    const count = (open.get(subscriber) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(subscriber, count)
    socket.once('close', () => {
      const left = (open.get(subscriber) ?? 1) - 1
      if (left > 0) open.set(subscriber, left)
      else open.delete(subscriber)
    })
  })
}

/** Hands requests on; refuses those with long headers (431), and breaks off a connection that has more of them open than any browser would. */
export function boundedListener(listener: (request: IncomingMessage, response: ServerResponse) => void): typeof listener {
  const open = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (open.get(socket) ?? 0) + 1
    if (socket.destroyed) return
    if (count > MAX_OPEN_ANSWERS) return void socket.destroy()
    open.set(socket, count)
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    if (request.rawHeaders.reduce((sum, text) => sum + text.length, 0) <= MAX_FIELD_CHARACTERS) return listener(request, response)
    response.writeHead(431, { connection: 'close', 'content-type': 'text/plain', 'cache-control': 'no-store' })
    response.end('Your browser sent more headers than we read. Deleting the cookies of this site usually helps.')
  }
}
