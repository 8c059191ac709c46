import { percentOf } from '#server/analytics/metrics.values.ts'
import { spanOf } from '#server/analytics/span.ts'
import type { Ask } from '#server/platform/ask.ts'
import { quantileOf } from '#server/platform/histogram.ts'
import { daysAfter, startOfDay } from '#server/platform/roll-up-days.ts'
import type { MarketInput } from './market.schema.ts'
import type { MarketSearches } from './market.types.ts'
import { addSteps, countsOf, listRequestCounts } from './list-request-counts.ts'

const PLACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11+'] as const

interface Total {
  searches: number
  foundNothing: number
  clicks: number
  places: number[]
}

/** Returns figures about the results of searches, for the full days of the period (UTC) and today. */
export async function getMarketSearches(
  { db }: Pick<Ask, 'db'>,
  { period }: MarketInput,
  now = new Date(),
): Promise<MarketSearches> {
  const { from, to, previousFrom } = spanOf(period, now, 'UTC')
  const totalOf = async (after: Date, until: Date): Promise<Total> => {
    const day = { gte: daysAfter(startOfDay(after), 1), lte: startOfDay(until) }
    const days = await db.searchTotal.findMany({ where: { day } })
    const sum = (of: (row: (typeof days)[number]) => number) => days.reduce((total, row) => total + of(row), 0)
    return {
      searches: sum((row) => row.searches),
      foundNothing: sum((row) => row.foundNothing),
      clicks: sum((row) => row.clicks),
      places: PLACES.map((_, place) => sum((row) => row.places[place] ?? 0)),
    }
  }
  const [present, before, computed] = await Promise.all([
    totalOf(from, to),
    totalOf(previousFrom, from),
    listRequestCounts(db, countsOf(period, now), 'search'),
  ])
  const all = computed.reduce((total, { requests }) => total + requests, 0)
  const relaxed = computed.find(({ outcome }) => outcome === 'relaxed')?.requests ?? 0
  const steps = addSteps(computed)
  return {
    searches: { now: present.searches, before: before.searches },
    foundNothing: {
      now: percentOf(present.foundNothing, present.searches),
      before: percentOf(before.foundNothing, before.searches),
    },
    clicked: { now: percentOf(present.clicks, present.searches), before: percentOf(before.clicks, before.searches) },
    relaxed: percentOf(relaxed, all),
    places: PLACES.map((place, at) => ({
      place,
      percent: percentOf(present.places[at] ?? 0, present.searches - present.foundNothing),
    })),
    p50: quantileOf(0.5, steps),
    p99: quantileOf(0.99, steps),
  }
}
