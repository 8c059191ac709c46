import { percentOf } from '#server/analytics/metrics.values.ts'
import type { Ask } from '#server/platform/ask.ts'
import { quantileOf } from '#server/platform/histogram.ts'
import { COUNT_LEVELS } from '#server/platform/request-counts.ts'
import type { MarketInput } from './market.schema.ts'
import type { MarketPerformance, RouteFigures } from './market.types.ts'
import { addSteps, countsOf, listRequestCounts, type CountedRequests } from './list-request-counts.ts'

const MAX_ROUTES = 20
const MINUTES = 60

/** Returns response times by route, and by minute for the last hour, as counted by all processes up to a minute ago. */
export async function getMarketPerformance(
  { db }: Pick<Ask, 'db'>,
  { period }: MarketInput,
  now = new Date(),
): Promise<MarketPerformance> {
  const present = now.getTime() - (now.getTime() % COUNT_LEVELS.minute)
  const since = present - (MINUTES - 1) * COUNT_LEVELS.minute
  const [counted, rows] = await Promise.all([
    listRequestCounts(db, countsOf(period, now)),
    db.requestCount.findMany({
      where: { level: 'minute', at: { gte: new Date(since) }, route: { not: 'search' } },
      select: { at: true, outcome: true, requests: true, steps: true },
    }),
  ])
  const requests = counted.filter(({ route }) => route !== 'search')
  const routes = [...new Set(requests.map(({ route }) => route))].map((route) =>
    figuresOf(
      route,
      requests.filter((row) => row.route === route),
    ),
  )
  return {
    total: figuresOf('', requests),
    routes: routes.sort((a, b) => b.requests - a.requests || (a.route < b.route ? -1 : 1)).slice(0, MAX_ROUTES),
    minutes: Array.from({ length: MINUTES }, (_, minute) => {
      const at = since + minute * COUNT_LEVELS.minute
      const of = figuresOf(
        '',
        rows.filter((row) => row.at.getTime() === at),
      )
      return { at: new Date(at), requests: of.requests, p50: of.p50, p99: of.p99, errors: of.errors }
    }),
  }
}

function figuresOf(route: string, counted: ReadonlyArray<Omit<CountedRequests, 'route'>>): RouteFigures {
  const count = (some: typeof counted) => some.reduce((total, row) => total + row.requests, 0)
  const requests = count(counted)
  const errors = count(counted.filter(({ outcome }) => outcome === '5xx'))
  const steps = addSteps(counted)
  return {
    route,
    requests,
    errors,
    errorPercent: percentOf(errors, requests),
    p50: quantileOf(0.5, steps),
    p99: quantileOf(0.99, steps),
  }
}
