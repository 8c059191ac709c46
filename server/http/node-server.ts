import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { IMPORT_UPLOAD } from '#server/importing/import-upload.values.ts'
import { subscriberOf } from '#server/platform/network.ts'
import { pageAt } from '#server/site/addresses.ts'
import { SENDING_MS } from '#server/uploads/uploads.ts'

/**
 * A search of 100 kB in the URL still gets a page, for the part that we read. Beyond this limit Node responds with 431.
 */
const MAX_HEADER_BYTES = 128 * 1024
/** Timeout for a complete request with its body. Sending a form takes far less, even on a slow connection. */
const REQUEST_MS = 30_000
/** Enough for an import of 200 MB at 2 Mbit/s. Idle connections end earlier: IDLE_MS. */
const UPLOAD_MS = 15 * 60_000
/** Node has one timeout for all requests. This one is for files, which have their own (server/uploads). */
const LONGEST_REQUEST_MS = Math.max(SENDING_MS, UPLOAD_MS) + REQUEST_MS
/** The slowest connection to allow for: at 0.8 Mbit/s a phone needs nearly three minutes for three pictures of 5 MB. */
const SLOW_BYTES_A_MS = 100
const FILES = '/api/ingest/'
const HEADERS_MS = 15_000
/** Timeout without a byte in either direction. Without it, clients that do not read would keep responses in memory. */
const IDLE_MS = 60_000
const MAX_CONNECTIONS = 5_000
/**
 * A browser opens six connections, and an office behind one address stays below this limit. Without the limit, one
 * machine could occupy all connections with headers that never end.
 */
export const MAX_OF_ADDRESS = 256
/** Limit of all header fields without the URL. Browsers send about 2 kB with cookies. Later code has no limit. */
const MAX_FIELD_CHARACTERS = 32 * 1024
/**
 * Browsers and proxies send requests on a connection one after another. Node would start all pipelined requests at
 * once, even thousands, and keep their responses in memory, half a megabyte each.
 */
const MAX_OPEN_ANSWERS = 2

/**
 * Creates the HTTP server. Requests that are too slow get 408, and their connection is closed.
 * @param options times in ms; `mostOfAddress` limits connections per address, for servers without a proxy
 */
export function createHttpServer({
  requestMs = REQUEST_MS,
  headersMs = HEADERS_MS,
  checkEveryMs = 2_000,
  mostOfAddress = Infinity,
} = {}): http.Server {
  const server = http.createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: LONGEST_REQUEST_MS,
    headersTimeout: Math.min(headersMs, requestMs),
    connectionsCheckingInterval: checkEveryMs,
  })
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(IDLE_MS)
  server.on('request', (request, response) => boundBody(request, response, longestOf(request, requestMs)))
  if (mostOfAddress < Infinity) boundAddresses(server, mostOfAddress)
  return server
}

/**
 * Returns how long a request may take, in ms. Files get longer than forms. Forms with files get enough for their files
 * on a slow connection.
 */
function longestOf({ method, url = '' }: IncomingMessage, requestMs: number): number {
  if (url.startsWith(FILES)) return LONGEST_REQUEST_MS
  if (method !== 'POST') return requestMs
  const path = url.split('?', 1)[0] ?? ''
  return path === IMPORT_UPLOAD ? UPLOAD_MS : requestMs + (pageAt(path)?.takesFile ?? 0) / SLOW_BYTES_A_MS
}

/** Ends a request if its body does not arrive in time. Node's own timeout is the same for all requests. */
function boundBody(request: IncomingMessage, response: ServerResponse, withinMs: number): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  const late = setTimeout(() => {
    if (request.complete) return
    if (!response.headersSent) request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    request.socket.destroy()
  }, withinMs)
  response.once('close', () => clearTimeout(late))
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

/**
 * Passes requests on. Refuses long headers (431), and closes connections with more pipelined requests than browsers
 * send.
 */
export function boundedListener(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): typeof listener {
  const open = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (open.get(socket) ?? 0) + 1
    if (socket.destroyed) return
    if (count > MAX_OPEN_ANSWERS) return void socket.destroy()
    open.set(socket, count)
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    if (request.rawHeaders.reduce((sum, text) => sum + text.length, 0) <= MAX_FIELD_CHARACTERS)
      return listener(request, response)
    response.writeHead(431, { connection: 'close', 'content-type': 'text/plain', 'cache-control': 'no-store' })
    response.end('Your browser sent too many headers. Deleting this site’s cookies usually helps.')
  }
}
