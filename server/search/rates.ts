import type { Db } from '#server/platform/db.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'

const FRESH_MS = 60_000

const kept = keptByDatabase(FRESH_MS, async (db) => {
  const rows = await db.exchangeRate.findMany()
  return new Map(rows.map(({ currency, toBase }) => [currency, Number(toBase)]))
})

/**
 * Returns the value of each currency in US dollars, at most a minute old. @throws Error if the database does not answer
 */
export function ratesToBase(db: Db): Promise<Map<string, number>> {
  return kept.forceFetch(db)
}

/** Call this after rates have changed. The next call reads them again. */
export function forgetRates(db: Db): void {
  kept.delete(db)
}
