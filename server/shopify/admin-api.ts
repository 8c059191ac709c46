import { z } from 'zod'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { pause } from '#server/platform/pause.ts'
import { StoreError, type StoreErrorKind } from '#server/stores/store-error.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'
import { noteBudget, untilAffordable, waitForBudget, type ThrottleStatus } from './shop-budget.ts'

/** The newest stable version when we chose it. Shopify serves it until October 2027. */
export const API_VERSION = '2026-10'

interface Settings {
  /** The origin of a shop's API, without a trailing slash. */
  addressOf: (shop: string) => string
  /** Timeout in ms for one response. */
  answerWithinMs: number
  /** Timeout in ms for one request with all retries and pauses. */
  totalMs: number
  /** The first pause; each doubles the previous one, with some randomness. */
  firstPauseMs: number
}

const USUAL: Settings = {
  addressOf: (shop) => `https://${shop}`,
  answerWithinMs: 20_000,
  totalMs: 120_000,
  firstPauseMs: 500,
}
const MAX_TRIES = 6
const MAX_BYTES = 16 * 1024 * 1024
const SHOP = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/

let settings = USUAL

/** Sets the stores' address and timeouts. Missing values use the defaults. */
export function configureShopify(given: Partial<Settings>): void {
  settings = { ...USUAL, ...given }
}

/** Returns the origin of the store's API. @throws StoreError not_found for a name that is not a Shopify store's */
export function shopifyUrlOf(shop: string): string {
  // The name becomes part of an address that receives the token.
  if (!SHOP.test(shop)) throw new StoreError('not_found', `'${shop.slice(0, 80)}' is not the name of a Shopify store.`)
  return settings.addressOf(shop)
}

/** Returns the stores' address as a template with {shop}, to send to a child process. */
export const addressTemplate = (): string => settings.addressOf('{shop}')

/** Whether the operator or the demo has set the stores' address. */
export const isAddressSet = (): boolean => addressTemplate() !== USUAL.addressOf('{shop}')

/** Parses a template as returned by `addressTemplate`. */
export const addressesFrom =
  (template: string) =>
  (shop: string): string =>
    template.replace('{shop}', shop)

const throttleStatus = z.object({
  maximumAvailable: z.number().positive(),
  currentlyAvailable: z.number(),
  restoreRate: z.number().positive(),
})
const answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .union([
      z.string(),
      z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).nullish() })),
    ])
    .optional(),
  extensions: z
    .object({
      cost: z
        .object({ requestedQueryCost: z.number(), throttleStatus })
        .transform((cost) => ({ requested: cost.requestedQueryCost, status: cost.throttleStatus }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** A failed attempt. `againInMs` is when to retry; null means after the usual pause. */
interface Failure {
  error: StoreError
  againInMs?: number | null
}

/**
 * Sends a request to a store's Admin GraphQL API. Waits for the store's rate limit. Retries temporary errors (429,
 * THROTTLED, 5xx, broken connections) a few times, for at most two minutes.
 * @returns the raw `data` of the response
 * @throws StoreError; the signal's reason
 */
export async function askShopify<T>(
  { shop, token }: StoreAccess,
  document: string,
  variables: Record<string, unknown> = {},
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<T> {
  const url = `${shopifyUrlOf(shop)}/admin/api/${API_VERSION}/graphql.json`
  const body = JSON.stringify({ query: document, variables })
  return patiently(signal, async (withinMs) => {
    await waitForBudget(shop, document, signal)
    const response = await post(url, { body, headers: { 'x-shopify-access-token': token }, shop, signal, withinMs })
    if ('error' in response) return response
    const parsed = answer.safeParse(response.json)
    if (!parsed.success) return { error: new StoreError('bad_answer', `${shop} sent a response that we cannot read.`) }
    const { data, errors, extensions } = parsed.data
    if (extensions?.cost) noteBudget(shop, document, extensions.cost)
    if (errors?.length) return failureOf(shop, errors, extensions?.cost)
    if (data === undefined || data === null)
      return { error: new StoreError('bad_answer', `${shop} sent a response without data.`) }
    return { value: data as T }
  })
}

const granted = z.object({
  access_token: z.string().min(1).max(500),
  scope: z.string().max(10_000),
  expires_in: z.number().int().positive(),
})

/**
 * Exchanges an app's client id and secret for a token (client credentials grant), which is valid for a day.
 * @throws StoreError unauthorized if the store does not know them; the others as askShopify
 */
export async function exchangeCredentials(
  shop: string,
  clientId: string,
  clientSecret: string,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<{ token: string; scopes: string[]; expiresAt: Date }> {
  const url = `${shopifyUrlOf(shop)}/admin/oauth/access_token`
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
  return patiently(signal, async (withinMs) => {
    const askedAt = Date.now()
    const response = await post(url, { body, headers: {}, shop, signal, withinMs })
    if ('error' in response) return response
    const parsed = granted.safeParse(response.json)
    if (!parsed.success) return { error: new StoreError('bad_answer', `${shop} sent a response without a token.`) }
    const { access_token: token, scope, expires_in: seconds } = parsed.data
    return { value: { token, scopes: scopesOf(scope), expiresAt: new Date(askedAt + seconds * 1_000) } }
  })
}

/** Splits a list of scopes: 'read_products, read_orders' -> its parts. */
const scopesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

async function patiently<T>(
  signal: AbortSignal,
  attempt: (withinMs: number) => Promise<{ value: T } | Failure>,
): Promise<T> {
  const { totalMs, answerWithinMs, firstPauseMs } = settings
  const until = Date.now() + totalMs
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const result = await attempt(Math.min(answerWithinMs, Math.max(1, until - Date.now())))
    if ('value' in result) return result.value
    const { error, againInMs } = result
    if (againInMs === undefined || tries >= MAX_TRIES) throw error
    const ms = againInMs ?? firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random())
    if (Date.now() + ms >= until) throw error
    await pause(ms, signal)
  }
}

async function post(
  url: string,
  {
    body,
    headers,
    shop,
    signal,
    withinMs,
  }: { body: string; headers: Record<string, string>; shop: string; signal: AbortSignal; withinMs: number },
): Promise<{ json: unknown } | Failure> {
  const limit = AbortSignal.timeout(withinMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body,
      // A redirect would send the token elsewhere.
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    })
    const bytes = await parseBounded(response)
    const failure = statusFailure(shop, response, bytes)
    if (failure) return failure
    try {
      return { json: cleanTexts(JSON.parse(bytes?.toString('utf8') ?? '') as unknown) }
    } catch {
      return { error: new StoreError('bad_answer', `${shop} sent a response that is not JSON.`) }
    }
  } catch (error) {
    signal.throwIfAborted()
    // Omits the error as the cause, because fetch's error may contain the address and headers.
    const why = limit.aborted ? 'did not answer in time' : `cannot be reached (${codeOf(error)})`
    return { error: new StoreError('unreachable', `${shop} ${why}.`), againInMs: null }
  }
}

/** Returns null if the response exceeds our limit. */
async function parseBounded(response: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function statusFailure(shop: string, { status, headers }: Response, bytes: Buffer | null): Failure | null {
  if (bytes === null) return { error: new StoreError('bad_answer', `${shop} sent a response that is too large.`) }
  if (status === 200) return null
  const failed = (kind: StoreErrorKind, why: string) => new StoreError(kind, `${shop} ${why} (${status}).`)
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? '')
    return { error: failed('throttled', 'is limiting our requests'), againInMs: seconds > 0 ? seconds * 1_000 : null }
  }
  if (status >= 500) return { error: failed('unreachable', 'is having problems'), againInMs: null }
  // The token endpoint responds with 400 to a wrong client id or secret.
  if (status === 401 || status === 400) return { error: failed('unauthorized', 'rejected our key') }
  if (status === 403 || status === 402 || status === 423) return { error: failed('forbidden', 'denied us access') }
  if (status === 404) return { error: failed('not_found', 'was not found') }
  return { error: failed('bad_answer', 'sent an unexpected response') }
}

function failureOf(
  shop: string,
  errors: string | Array<{ message: string; extensions?: { code?: string | undefined } | null | undefined }>,
  cost: { requested: number; status: ThrottleStatus } | undefined,
): Failure {
  const given = typeof errors === 'string' ? [{ message: errors, extensions: null }] : errors
  const codes = given.map(({ extensions }) => extensions?.code ?? '')
  const said = given[0]?.message.slice(0, 200) ?? ''
  if (codes.includes('THROTTLED'))
    return {
      error: new StoreError('throttled', `${shop} asked us to wait.`),
      againInMs: cost ? Math.max(untilAffordable(cost), settings.firstPauseMs / 2) : null,
    }
  if (codes.includes('ACCESS_DENIED')) return { error: new StoreError('forbidden', `${shop} denied access: ${said}`) }
  if (codes.includes('SHOP_INACTIVE')) return { error: new StoreError('not_found', `${shop} is closed.`) }
  if (codes.includes('INTERNAL_SERVER_ERROR'))
    return { error: new StoreError('unreachable', `${shop} had an internal error.`), againInMs: null }
  return { error: new StoreError('bad_answer', `${shop} rejected our request: ${said}`) }
}

function codeOf(error: unknown): string {
  const { cause, code } = error as { cause?: { code?: string }; code?: string }
  return cause?.code ?? code ?? 'broken off'
}
