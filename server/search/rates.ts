import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db.ts'

const FRESH_MS = 60_000

const kept = new LRUCache<Db, Promise<Map<string, number>>>({ max: 20, ttl: FRESH_MS })

/** One unit of each currency in US dollars, at most a minute old. @throws Error when the database does not answer. */
export function ratesToBase(db: Db): Promise<Map<string, number>> {
  const known = kept.get(db)
  if (known) return known
  const reading = db.exchangeRate.findMany().then((rows) => new Map(rows.map(({ currency, toBase }) => [currency, Number(toBase)])))
  kept.set(db, reading)
  reading.catch(() => kept.delete(db))
  return reading
}
