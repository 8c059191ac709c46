import type { Db } from '#server/platform/db.ts'
import type { Period } from '#server/platform/period.schema.ts'
import { COUNT_LEVELS } from '#server/platform/request-counts.ts'

/** The requests of a route with one outcome in a period, from all processes. */
export interface CountedRequests {
  route: string
  outcome: string
  requests: number
  steps: number[]
}

const DAYS: Record<Period, number> = { day: 1, week: 7, month: 30, year: 90 }

/**
 * Selects the counts for a period: whole hours or days, including the current one. Counts from before their retention
 * time are missing.
 */
export function countsOf(period: Period, now: Date): { level: 'hour' | 'day'; since: Date } {
  const level = period === 'day' || period === 'week' ? 'hour' : 'day'
  const since = now.getTime() - DAYS[period] * COUNT_LEVELS.day
  return { level, since: new Date(since - (since % COUNT_LEVELS[level]) + COUNT_LEVELS[level]) }
}

/** Returns sums by route and outcome. @param route limits it to one route */
export function listRequestCounts(
  db: Pick<Db, '$queryRaw'>,
  { level, since }: ReturnType<typeof countsOf>,
  route: string | null = null,
): Promise<CountedRequests[]> {
  return db.$queryRaw<CountedRequests[]>`
    SELECT route, outcome, sum(total)::int AS requests, array_agg(total ORDER BY step) AS steps FROM (
      SELECT c.route, c.outcome, s.step, sum(s.count)::int AS total
      FROM request_counts c CROSS JOIN LATERAL unnest(c.steps) WITH ORDINALITY s (count, step)
      WHERE c.level = ${level} AND c.at >= ${since} AND (${route}::text IS NULL OR c.route = ${route}) GROUP BY 1, 2, 3
    ) summed GROUP BY 1, 2`
}

export const addSteps = (counts: ReadonlyArray<Pick<CountedRequests, 'steps'>>): number[] =>
  counts.reduce<number[]>((sums, { steps }) => steps.map((count, step) => count + (sums[step] ?? 0)), [])
