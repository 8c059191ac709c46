import type { Db } from './db.ts'
import { emptySteps, stepOf } from './histogram.ts'
import { newId } from './ids.ts'
import { log } from './log.ts'

export const COUNT_LEVELS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
type Level = keyof typeof COUNT_LEVELS

const FLUSH_EVERY_MS = 60_000
/** Counts of minutes that could not be written within this time are dropped. Their hour and day still include them. */
const GIVE_UP_MS = 3_600_000
/** Days that each level is kept. */
const KEPT_DAYS: Record<Level, number> = { minute: 2, hour: 15, day: 90 }

interface Row {
  level: Level
  at: number
  route: string
  outcome: string
  requests: number
  steps: number[]
  isWritten: boolean
}

/**
 * Counts requests in memory, by route and outcome, and writes changes once a minute in one statement. Counting never
 * waits for the database and never throws. Rows belong to this process and are overwritten, so a retried write counts
 * once.
 */
export class RequestCounts {
  readonly #db: Db
  readonly #now: () => number
  readonly #processId = newId()
  readonly #rows = new Map<string, Row>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  /** @param route one of a bounded number of names */
  count(route: string, outcome: string, ms: number): void {
    const now = this.#now()
    const step = stepOf(ms)
    for (const level of Object.keys(COUNT_LEVELS) as Level[]) {
      const at = now - (now % COUNT_LEVELS[level])
      const key = `${level} ${at} ${outcome} ${route}`
      let row = this.#rows.get(key)
      if (!row) {
        row = { level, at, route, outcome, requests: 0, steps: emptySteps(), isWritten: true }
        this.#rows.set(key, row)
      }
      row.requests++
      row.steps[step] = (row.steps[step] ?? 0) + 1
      row.isWritten = false
    }
  }

  /** Starts to write every minute. */
  start(): void {
    const flush = () =>
      void this.flush().catch((error: unknown) => log.warn({ err: error }, 'request counts were not saved yet'))
    this.#timer = setInterval(flush, FLUSH_EVERY_MS).unref()
  }

  /** Writes the remaining counts. @throws if the database is unavailable; the counts are then kept */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /**
   * @throws if the database is unavailable; the counts are then kept and written the next time
   */
  async flush(): Promise<void> {
    const rows = [...this.#rows.values()].filter(({ isWritten }) => !isWritten)
    for (const row of rows) row.isWritten = true
    try {
      if (rows.length) await this.#write(rows)
    } catch (error) {
      for (const row of rows) row.isWritten = false
      throw error
    } finally {
      this.#forget()
    }
  }

  async #write(rows: Row[]): Promise<void> {
    const written = rows.map(({ at, isWritten: _, ...row }) => ({ ...row, at: new Date(at) }))
    await this.#db.$executeRaw`
      INSERT INTO request_counts (level, at, route, outcome, process_id, requests, steps)
      SELECT level, at, route, outcome, ${this.#processId}::uuid, requests, steps
      FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) r (level text, at timestamptz, route text, outcome text, requests int, steps int[])
      ON CONFLICT (level, at, route, outcome, process_id) DO UPDATE SET requests = excluded.requests, steps = excluded.steps`
  }

  /** Forgets completed and written counts. */
  #forget(): void {
    const now = this.#now()
    for (const [key, { level, at, isWritten }] of this.#rows) {
      const endedAgo = now - at - COUNT_LEVELS[level]
      if (endedAgo >= 0 && (isWritten || (level === 'minute' && endedAgo > GIVE_UP_MS))) this.#rows.delete(key)
    }
  }
}

/** Deletes counts that are older than their level's limit. */
export async function forgetRequestCounts(db: Db, now: Date): Promise<void> {
  for (const [level, days] of Object.entries(KEPT_DAYS))
    await db.requestCount.deleteMany({
      where: { level, at: { lt: new Date(now.getTime() - days * COUNT_LEVELS.day) } },
    })
}
