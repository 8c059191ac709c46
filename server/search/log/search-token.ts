import { createHmac, timingSafeEqual } from 'node:crypto'
import { cleanText } from '#server/platform/clean-text.ts'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { LISTS } from '../search.schema.ts'
import { MAX_QUERY } from '../search-values.schema.ts'
import { loggedSearch, type LoggedSearch } from './search-log.schema.ts'

const MAX_TOKEN = 2_000
const MAC_BYTES = 16
const SECRET = 'search-log'

const tidyText = (text: string, length: number) =>
  cleanText(text)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
    .trim()

/** Shortens a search: leaves out filters without effect, and removes characters that the database refuses. */
export function tidySearch({ query, mode, filters, partnerId, found }: LoggedSearch): LoggedSearch {
  const tidy: LoggedSearch['filters'] = {}
  for (const name of LISTS) {
    const values = filters[name]?.map((value) => tidyText(value, 100)).filter(Boolean)
    if (values?.length) tidy[name] = values
  }
  for (const name of ['priceMinMinor', 'priceMaxMinor', 'discountMin'] as const)
    if (filters[name] !== undefined) tidy[name] = filters[name]
  if (tidy.priceMinMinor !== undefined || tidy.priceMaxMinor !== undefined) tidy.currency = filters.currency ?? 'USD'
  for (const name of ['onSale', 'inStock'] as const) if (filters[name]) tidy[name] = true
  return { query: tidyText(query, MAX_QUERY), mode, filters: tidy, partnerId, found }
}

/**
 * Signs a search as at most 2,000 URL-safe characters. The page, which is the same for everyone, contains the token and
 * sends it back when someone views it. Filters that do not fit are left out.
 */
export function signSearch(secret: Buffer, search: LoggedSearch): string {
  const tidy = tidySearch(search)
  const token = sign(secret, tidy)
  return token.length <= MAX_TOKEN ? token : sign(secret, { ...tidy, filters: {} })
}

/** Returns the search given to signSearch in its shortest form; null if it was not signed with this secret. */
export function verifySearchToken(secret: Buffer, token: string): LoggedSearch | null {
  const at = token.indexOf('.')
  if (at < 0 || token.length > MAX_TOKEN) return null
  const payload = token.slice(0, at)
  const [given, right] = [Buffer.from(token.slice(at + 1)), Buffer.from(macOf(secret, payload))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return loggedSearch.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data ?? null
}

function sign(secret: Buffer, search: LoggedSearch): string {
  const payload = Buffer.from(JSON.stringify(search)).toString('base64url')
  return `${payload}.${macOf(secret, payload)}`
}

const macOf = (secret: Buffer, payload: string) =>
  createHmac('sha256', secret).update(payload).digest().subarray(0, MAC_BYTES).toString('base64url')

/** Returns the token for the page of a search; null if there is nothing to log: no text, or a page after the first. */
export async function searchTokenFor(db: Db, search: LoggedSearch & { page: number }): Promise<string | null> {
  return search.page === 1 && tidySearch(search).query ? signSearch(await appSecret(db, SECRET), search) : null
}

/** Does the same as `verifySearchToken` with the shop's own secret. */
export async function verifyOwnSearchToken(db: Db, token: string): Promise<LoggedSearch | null> {
  return verifySearchToken(await appSecret(db, SECRET), token)
}
