import { performance } from 'node:perf_hooks'
import superjson from 'superjson'
import type { Db } from '#server/platform/db.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { suggest } from '#server/search/suggest.service.ts'
import { BROWSER_HEADERS, fetchAnswer } from './answer.ts'
import type { DrawnPrefix, DrawnSearch } from './draw-searches.ts'

/** Enough time for plain SQL to relax a search as far as the shop does. */
const PATIENT_MS = 600_000
/** Fields that differ between runs: the duration and the source of an answer. */
const OF_THE_RUN = ['executionMs', 'cached', 'searchToken']

export interface Comparison {
  compared: number
  /** Searches without results. */
  empty: number
  /** Searches with results only after a condition was dropped. */
  relaxed: number
  /**
   * Milliseconds per complete answer, one at a time. `shopMs`: from the shop over HTTP. `sqlMs`: from the same service
   * with the SQL engine.
   */
  shopMs: number[]
  sqlMs: number[]
  /** Differences between answers, as text. */
  differences: string[]
}

interface Limits {
  /** The maximum number of comparisons. */
  most: number
  /** Starts no further comparison after this many seconds. */
  seconds: number
  /** Skips searches without results, because they need many SQL queries. */
  isSparing: boolean
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * Compares complete answers (products in order, total, every facet, chips) of the shop and of plain SQL. Skips words
 * that only the index understands.
 */
export function compareSearches(shopUrl: string, db: Db, searches: DrawnSearch[], limits: Limits): Promise<Comparison> {
  const engine = new SqlEngine(db)
  return compare(shopUrl, searches, limits, ({ input }) =>
    searchProducts({ db, engine, patienceMs: PATIENT_MS }, searchProductsInput.parse(input)),
  )
}

export function compareSuggestions(
  shopUrl: string,
  db: Db,
  prefixes: DrawnPrefix[],
  limits: Limits,
): Promise<Comparison> {
  const engine = new SqlEngine(db)
  return compare(shopUrl, prefixes, limits, ({ text }) => suggest({ db, engine }, text))
}

async function compare<Drawn extends { path: string }>(
  shopUrl: string,
  all: Drawn[],
  { most, seconds, isSparing }: Limits,
  askSql: (drawn: Drawn) => Promise<unknown>,
): Promise<Comparison> {
  const comparison: Comparison = { compared: 0, empty: 0, relaxed: 0, shopMs: [], sqlMs: [], differences: [] }
  const end = performance.now() + seconds * 1000
  for (const drawn of all) {
    if (comparison.compared === most || performance.now() > end) break
    const start = performance.now()
    const { body } = await fetchAnswer(shopUrl + drawn.path, BROWSER_HEADERS)
    const shopMs = performance.now() - start
    const shop = read(body)
    const { corrections = [], relaxed = [], total } = shop as { corrections?: Json[]; relaxed?: Json[]; total?: number }
    if (corrections.length > 0 || (isSparing && (relaxed.length > 0 || total === 0))) continue
    const between = performance.now()
    const answer = await askSql(drawn)
    comparison.sqlMs.push(performance.now() - between)
    comparison.shopMs.push(shopMs)
    const difference = firstDifference(shop, JSON.parse(JSON.stringify(superjson.serialize(answer).json)) as Json, '')
    if (difference !== null) comparison.differences.push(`${decodeURIComponent(drawn.path)}\n    ${difference}`)
    comparison.compared++
    if (total === 0 || (Array.isArray(shop) && shop.length === 0)) comparison.empty++
    if (relaxed.length > 0) comparison.relaxed++
  }
  return comparison
}

function read(body: Buffer): Json {
  const { result } = JSON.parse(body.toString()) as { result?: { data: { json: Json } } }
  if (!result) throw new Error(`The shop gave no answer: ${body.toString().slice(0, 500)}`)
  return result.data.json
}

function firstDifference(shop: Json | undefined, sql: Json | undefined, path: string): string | null {
  if (isObject(shop) && isObject(sql) && Array.isArray(shop) === Array.isArray(sql)) {
    for (const key of new Set([...Object.keys(shop), ...Object.keys(sql)])) {
      const difference = OF_THE_RUN.includes(key)
        ? null
        : firstDifference(shop[key], sql[key], Array.isArray(shop) ? `${path}[${key}]` : `${path}.${key}`)
      if (difference !== null) return difference
    }
    return null
  }
  return shop === sql ? null : `${path}: the shop says ${show(shop)}, plain SQL ${show(sql)}`
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null
const show = (value: Json | undefined) => JSON.stringify(value)?.slice(0, 300) ?? 'nothing'
