import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { askPublic, FetchError, isFetched } from '#server/platform/fetch-public.ts'
import { pause } from '#server/platform/pause.ts'
import { StoreError, type StoreErrorKind } from '#server/stores/store-error.ts'
import type { AskOptions, StoreAccess } from '#server/stores/store-platform.ts'

/** The version of WooCommerce's REST API that we use. */
export const API_VERSION = 'wc/v3'
const MAX_BYTES = 16 * 2 ** 20
const ANSWER_WITHIN_MS = 20_000
const MAX_TRIES = 4
/** We only connect to these ports, so that nobody can use us to scan a host. Hosts on other ports cannot be verified. */
const PORTS = [443]
const FIRST_PAUSE_MS = 500
/** A host name with an optional port and folder. */
const SHOP = /^[a-z0-9.-]{1,253}(?::\d{1,5})?(?:\/[a-z0-9._~/-]{1,100})?$/

/** Returns the address of a store, without a trailing slash. @throws StoreError not_found for an invalid address */
export function wooUrlOf(shop: string): string {
  if (!SHOP.test(shop) || !URL.canParse(`https://${shop}`))
    throw new StoreError('not_found', `'${shop.slice(0, 80)}' is not the address of a store.`)
  // Only the demo's store on this machine has no certificate.
  return isFetched(new URL(`http://${shop}`)) ? `http://${shop}` : `https://${shop}`
}

interface Question extends AskOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Readonly<Record<string, string | number>>
  body?: object
}

/**
 * Calls a store's REST API. Retries temporary errors (429, 5xx, broken connections) a few times.
 * @param path below wp-json: 'wc/v3/orders/59'
 * @throws StoreError; the signal's reason
 */
export async function askWoo(access: StoreAccess, path: string, question: Question = {}): Promise<unknown> {
  return (await askWooAt(access, path, question)).json
}

/** Like `askWoo`, with the store's clock. @returns the response and the time of the store's clock */
export async function askWooAt(
  access: StoreAccess,
  path: string,
  question: Question = {},
): Promise<{ json: unknown; at: Date }> {
  const signal = question.signal ?? new AbortController().signal
  for (let tries = 1; ; tries++) {
    const result = await ask(access, path, question)
    if ('json' in result) return result
    const { error, againInMs } = result
    if (againInMs === null || tries >= MAX_TRIES) throw error
    await pause(Math.max(againInMs, FIRST_PAUSE_MS * 2 ** (tries - 1)), signal)
  }
}

type Answer = { json: unknown; at: Date } | { error: StoreError; againInMs: number | null }

async function ask(
  { shop, token }: StoreAccess,
  path: string,
  { method = 'GET', query = {}, body, signal }: Question,
): Promise<Answer> {
  const url = new URL(`${wooUrlOf(shop)}/wp-json/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  try {
    const { status, headers, bytes } = await askPublic(url.href, {
      method,
      headers: {
        accept: 'application/json',
        ...(token === '' ? {} : { authorization: `Basic ${Buffer.from(token).toString('base64')}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
      maxBytes: MAX_BYTES,
      timeoutMs: ANSWER_WITHIN_MS,
      // Only the demo's store on this machine uses http.
      ...(url.protocol === 'https:' && { ports: PORTS }),
      ...(signal ? { signal } : {}),
    })
    const failure = failureOf(shop, status, headers, bytes)
    if (failure) return failure
    const json = parseJson(bytes)
    const at = new Date(headers.date ?? '')
    return { json, at: Number.isNaN(at.getTime()) ? new Date() : at }
  } catch (error) {
    if (error instanceof SyntaxError)
      return { error: new StoreError('bad_answer', `${shop} sent a response that is not JSON.`), againInMs: null }
    if (!(error instanceof FetchError)) throw error
    return {
      error: new StoreError(kindOf(error), `The request to ${shop} failed: ${error.message}.`),
      againInMs: kindOf(error) === 'unreachable' && method === 'GET' ? 0 : null,
    }
  }
}

function kindOf({ failure }: FetchError): StoreErrorKind {
  if (failure === 'unreachable' || failure === 'timeout') return 'unreachable'
  // 'forbidden' means that the address is not public.
  return failure === 'forbidden' ? 'not_found' : 'bad_answer'
}

const parseJson = (bytes: Buffer): unknown =>
  cleanTexts(JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as unknown)

const errorAnswer = z.object({ code: z.string().max(100) })

/** Returns the API's error code. Empty if the response is not the API's, such as the web server's error page. */
function codeOf(bytes: Buffer): string {
  try {
    return errorAnswer.parse(parseJson(bytes)).code
  } catch {
    return ''
  }
}

function failureOf(shop: string, status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer | null {
  if (status >= 200 && status < 300) return null
  const failed = (kind: StoreErrorKind, why: string, againInMs: number | null = null): Answer => ({
    error: new StoreError(kind, `${shop} ${why} (${status}).`, codeOf(bytes)),
    againInMs,
  })
  if (status === 429)
    return failed('throttled', 'is limiting our requests', Number(headers['retry-after'] ?? 0) * 1_000 || 0)
  if (status >= 500) return failed('unreachable', 'is having problems', 0)
  if (status === 401) return failed('unauthorized', 'rejected our key')
  if (status === 403) return failed('forbidden', 'denied us access')
  if (status === 404) return failed('not_found', 'does not have this data')
  if (status >= 300 && status < 400) return failed('not_found', 'redirects to another address')
  return failed('bad_answer', 'sent an unexpected response')
}
