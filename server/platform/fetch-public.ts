import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import pTimeout from 'p-timeout'
import { isPublicAddress } from './public-address.ts'
import { isLoopback } from './reach.ts'
import { resolveAddresses } from './resolve-addresses.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const USER_AGENT = 'WTF-marketplace/1.0'
/** Node's default of 250 ms is too short for distant hosts or a busy machine, so all addresses would fail. */
const NEXT_ADDRESS_AFTER_MS = 2_000

/** Stores the bytes completely, or not at all if they throw. */
export type Save = (bytes: AsyncIterable<Uint8Array>) => Promise<unknown>

/** The reason why a fetch failed. Only 'unreachable' and 'timeout' concern the host as a whole. */
export type FetchFailure = 'forbidden' | 'unreachable' | 'timeout' | 'status' | 'redirects' | 'too_large'

export class FetchError extends Error {
  readonly failure: FetchFailure
  /** The response's status, if the failure is 'status'. */
  readonly status: number | undefined

  constructor(failure: FetchFailure, message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.name = 'FetchError'
    this.failure = failure
    this.status = status
  }
}

/** How names are resolved, and which addresses may be reached. Only tests pass their own. */
export interface Network {
  resolve: (hostname: string, signal: AbortSignal) => Promise<string[]>
  isAllowed: (address: string) => boolean
  /** PEM of a certificate authority to trust instead of the system's. */
  ca?: string
  /** Also allows plain http, which the public network never does. */
  allowsHttp?: boolean
  /** The port of the network's hosts, whatever the URL says, because tests cannot use 443. */
  port?: number
}

const PUBLIC_NETWORK: Network = {
  resolve: resolveAddresses,
  isAllowed: isPublicAddress,
}
const THIS_MACHINE: Network = {
  // Name servers need not know 'localhost' (RFC 6761).
  resolve: async (hostname, signal) =>
    isLoopback(hostname) ? ['127.0.0.1', '::1'] : resolveAddresses(hostname, signal),
  isAllowed: isLoopback,
  allowsHttp: true,
}

let ownOrigins: ReadonlySet<string> = new Set()

/**
 * Allows these origins on this machine too, for the demo's simulated Shopify. Only if no other machine can reach the
 * shop.
 */
export function allowOwnOrigins(origins: readonly string[]): void {
  ownOrigins = new Set(origins)
}

/** Returns the origins that `allowOwnOrigins` allowed, to pass on to a child process that fetches too. */
export const allowedOwnOrigins = (): string[] => [...ownOrigins]

/** Whether we may fetch this URL: https, or one of our own origins. */
export const isFetched = ({ protocol, origin }: URL): boolean => protocol === 'https:' || ownOrigins.has(origin)

const networkFor = (url: URL): Network => (ownOrigins.has(url.origin) ? THIS_MACHINE : PUBLIC_NETWORK)

export interface FetchOptions {
  /** In bytes. A longer response is aborted as soon as its length is known. */
  maxBytes: number
  /** Whether a longer response is cut off at `maxBytes` instead. */
  cutsBody?: boolean
  /** Milliseconds for everything, including names and redirects. Default: 5 s. */
  timeoutMs?: number
  /** Default: 3. */
  maxRedirects?: number
  /** The allowed ports. Default: any. */
  ports?: readonly number[]
  network?: Network
}

export interface FetchedAnswer {
  bytes: Buffer
  /** Names in lower case. */
  headers: IncomingHttpHeaders
  /** The URL after redirects. */
  url: string
}

/**
 * GETs an address from an untrusted source without reaching into our own network. Only https is allowed, and every
 * resolved address must be public. The connection goes to exactly the checked addresses, so a name that resolves
 * differently a moment later changes nothing. Each redirect is checked in the same way.
 * @throws FetchError
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<FetchedAnswer> {
  const { timeoutMs = 5_000 } = options
  const signal = AbortSignal.timeout(timeoutMs)
  const { response, url } = await follow(address, options, signal, timeoutMs)
  return { bytes: await readBody(response, options, signal, timeoutMs), headers: response.headers, url }
}

/**
 * Like fetchPublic, but streams the response to `save`. Unpacks gzip; `maxBytes` limits the unpacked size. If the
 * response fails, the iteration throws, and `save` must discard all bytes.
 * @returns the saved bytes
 * @throws FetchError; errors of `save` itself, such as a full disk
 */
export async function savePublic(
  address: string,
  save: Save,
  options: FetchOptions & { timeoutMs: number },
): Promise<number> {
  const { timeoutMs, maxBytes } = options
  const signal = AbortSignal.timeout(timeoutMs)
  const { response } = await follow(address, options, signal, timeoutMs)
  const tooLarge = new FetchError('too_large', `it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
  let length = 0
  /** The error that ended the response early. */
  let failed: unknown
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge
    const body: Readable = (await startsWithGzip(response)) ? unpacked(response) : response
    const limited = async function* () {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          length += chunk.length
          if (length > maxBytes) throw tooLarge
          yield chunk
        }
      } catch (error) {
        failed = error
        throw error
      }
    }
    await save(limited())
    return length
  } catch (error) {
    if (error === tooLarge || error !== failed) throw error
    if (/^Z_/.test(codeOf(error)))
      throw new FetchError('unreachable', 'its compressed file is damaged', { cause: error })
    throw signal.aborted
      ? timedOut(timeoutMs)
      : new FetchError('unreachable', `its host closed the connection (${codeOf(error)})`, { cause: error })
  } finally {
    response.destroy()
  }
}

/** Turns an error of the response into an error of the unpacked stream. */
function unpacked(response: IncomingMessage): Readable {
  const gunzip = createGunzip()
  pipeline(response, gunzip, () => undefined)
  return gunzip
}

/** Peeks at the first bytes. Headers are not reliable: hosts use different types for '.gz' files. */
async function startsWithGzip(response: IncomingMessage): Promise<boolean> {
  // An empty response ends without becoming readable.
  await Promise.race([once(response, 'readable'), once(response, 'end')])
  const start = response.read() as Buffer | null
  if (!start) return false
  response.unshift(start)
  return start[0] === 0x1f && start[1] === 0x8b
}

/**
 * Requests an address once, with the checks of fetchPublic. Returns a redirect's target without following it, and does
 * not read the body.
 * @throws FetchError
 */
export async function hopPublic(
  address: string,
  { timeoutMs = 5_000 }: Pick<FetchOptions, 'timeoutMs'> = {},
): Promise<{ status: number; location: string | null }> {
  const signal = AbortSignal.timeout(timeoutMs)
  const url = parseUrl(address)
  const network = networkFor(url)
  const addresses = await checkedAddresses(url, network, signal, timeoutMs)
  const response = await request(url, addresses, network, signal, timeoutMs)
  response.destroy()
  const status = response.statusCode ?? 0
  const { location } = response.headers
  return { status, location: REDIRECTS.has(status) && location ? parseUrl(location, url).href : null }
}

/**
 * POSTs to an address from an untrusted source, with the checks of fetchPublic. Does not follow redirects.
 * @param options.startBytes how much of the response's body to read; none by default
 * @returns `start`: the first bytes of the body
 * @throws FetchError, never with 'status': any status is returned
 */
export async function postPublic(
  address: string,
  {
    timeoutMs = 5_000,
    ports,
    network: given,
    startBytes = 0,
    ...sent
  }: Pick<FetchOptions, 'timeoutMs' | 'ports' | 'network'> & Sent & { startBytes?: number },
): Promise<{ status: number; headers: IncomingHttpHeaders; start: Buffer }> {
  const signal = AbortSignal.timeout(timeoutMs)
  const url = parseUrl(address)
  assertPort(url, ports)
  const network = given ?? networkFor(url)
  const addresses = await checkedAddresses(url, network, signal, timeoutMs)
  const response = await request(url, addresses, network, signal, timeoutMs, sent)
  // Returns the status even if the body never ends.
  const start = startBytes
    ? await readBody(response, { maxBytes: startBytes, cutsBody: true }, signal, timeoutMs).catch(() => Buffer.alloc(0))
    : Buffer.alloc(0)
  response.destroy()
  return { status: response.statusCode ?? 0, headers: response.headers, start }
}

/**
 * Sends a request of any method to an address from an untrusted source, with the checks of fetchPublic. Does not follow
 * redirects, because the headers may contain a password.
 * @returns any status, with the whole body
 * @throws FetchError, never with 'status'; the given signal's reason
 */
export async function askPublic(
  address: string,
  { maxBytes, timeoutMs = 5_000, ports, signal: given, network: chosen, ...sent }: AskPublicOptions,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(given ? [given] : [])])
  const url = parseUrl(address)
  assertPort(url, ports)
  const network = chosen ?? networkFor(url)
  try {
    const addresses = await checkedAddresses(url, network, signal, timeoutMs)
    const response = await request(url, addresses, network, signal, timeoutMs, sent)
    const bytes = await readBody(response, { maxBytes }, signal, timeoutMs)
    return { status: response.statusCode ?? 0, headers: response.headers, bytes }
  } catch (error) {
    given?.throwIfAborted()
    throw error
  }
}

/** Follows redirects, and returns the final response. */
async function follow(
  address: string,
  { maxRedirects = 3, ports, network: given }: FetchOptions,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ response: IncomingMessage; url: string }> {
  let url = parseUrl(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const network = given ?? networkFor(url)
    assertPort(url, ports)
    const addresses = await checkedAddresses(url, network, signal, timeoutMs)
    const response = await request(url, addresses, network, signal, timeoutMs)
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (REDIRECTS.has(status) && location) {
      response.destroy()
      url = parseUrl(location, url)
      continue
    }
    if (status !== 200) {
      response.destroy()
      throw new FetchError('status', `it responded with status ${status}`, { status })
    }
    return { response, url: url.href }
  }
  throw new FetchError('redirects', `it redirects more than ${maxRedirects} times`)
}

function parseUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchError('forbidden', 'it is not a URL')
  return new URL(address, base)
}

function assertPort({ port, protocol }: URL, ports: readonly number[] | undefined): void {
  const asked = Number(port || (protocol === 'https:' ? 443 : 80))
  if (ports && !ports.includes(asked)) throw new FetchError('forbidden', 'this port is not allowed')
}

async function checkedAddresses(url: URL, network: Network, signal: AbortSignal, timeoutMs: number): Promise<string[]> {
  if (url.protocol !== 'https:' && !(network.allowsHttp && url.protocol === 'http:'))
    throw new FetchError('forbidden', 'only https URLs are allowed')
  if (url.username || url.password)
    throw new FetchError('forbidden', 'URLs with a user name or password are not allowed')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = net.isIP(host) ? [host] : await resolveName(host, network, signal, timeoutMs)
  // A single private address is enough to refuse, because we do not choose the address of a connection.
  if (!addresses.every(network.isAllowed)) throw new FetchError('forbidden', 'it does not lead to a public address')
  return addresses
}

async function resolveName(host: string, network: Network, signal: AbortSignal, timeoutMs: number): Promise<string[]> {
  let addresses: string[]
  try {
    addresses = await pTimeout(network.resolve(host, signal), { milliseconds: Infinity, signal })
  } catch (error) {
    throw signal.aborted
      ? timedOut(timeoutMs)
      : new FetchError('unreachable', `its host was not found (${codeOf(error)})`, { cause: error })
  }
  if (!addresses.length) throw new FetchError('unreachable', 'its host has no IP address')
  return addresses
}

/** The parts of a request that the caller chooses. */
interface Sent {
  /** Default: POST. */
  method?: string
  headers: Readonly<Record<string, string | number>>
  body?: Buffer
}

type AskPublicOptions = Pick<FetchOptions, 'maxBytes' | 'timeoutMs' | 'ports' | 'network'> &
  Sent & { signal?: AbortSignal }

function request(
  url: URL,
  addresses: string[],
  network: Network,
  signal: AbortSignal,
  timeoutMs: number,
  sent?: Sent,
): Promise<IncomingMessage> {
  const pinned = addresses.map((address) => ({ address, family: net.isIP(address) }))
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions & Pick<net.TcpSocketConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
      signal,
      // Does not use a shared agent, because one of its open connections may lead to an address that was not checked
      // for this request.
      agent: false,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
      method: sent ? (sent.method ?? 'POST') : 'GET',
      headers: { 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': 'identity', ...sent?.headers },
      lookup: (_hostname, { all }, callback) => {
        const [first] = pinned
        if (all) callback(null, pinned)
        else callback(null, first?.address ?? '', first?.family)
      },
      ...(network.ca ? { ca: network.ca } : {}),
      ...(network.port !== undefined && { port: network.port }),
    }
    const outgoing = (url.protocol === 'http:' ? http : https).request(url, options, resolve)
    outgoing.on('error', (error) => {
      reject(
        signal.aborted
          ? timedOut(timeoutMs)
          : new FetchError('unreachable', `its host cannot be reached (${codeOf(error)})`, { cause: error }),
      )
    })
    outgoing.end(sent?.body)
  })
}

async function readBody(
  response: IncomingMessage,
  { maxBytes, cutsBody }: FetchOptions,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Buffer> {
  const tooLarge = new FetchError('too_large', `it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
  try {
    if (!cutsBody && Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes && !cutsBody) throw tooLarge
      chunks.push(chunk)
      if (length > maxBytes) break
    }
    return Buffer.concat(chunks, Math.min(length, maxBytes))
  } catch (error) {
    if (error === tooLarge) throw error
    throw signal.aborted
      ? timedOut(timeoutMs)
      : new FetchError('unreachable', `its host closed the connection (${codeOf(error)})`, { cause: error })
  } finally {
    response.destroy()
  }
}

const timedOut = (timeoutMs: number) =>
  new FetchError('timeout', `its host did not answer within ${timeoutMs / 1000} s`)

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
