import { expect, test } from 'vitest'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { getFunnel } from './insights/funnel.service.ts'
import { funnelQuery } from './insights/insights.schema.ts'
import { getAnalytics } from './overview.service.ts'
import { getSalesFigures } from './sales-figures.service.ts'

const here = useTestDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
const DATES = '2025-11-28..2026-11-19'

test('limits simultaneous custom date ranges for each partner, and never refuses a preset period', async () => {
  const [ask, other] = [await createPartnerAsk(here.db), await createPartnerAsk(here.db)]
  const readAll = (by: typeof ask, period: string) => [
    ...FUNNELS.map((part) => getFunnel(by, funnelQuery.parse({ by: part, period }), NOW)),
    getAnalytics(by, { period: funnelQuery.parse({ period }).period }, NOW),
    getSalesFigures(by, { period: funnelQuery.parse({ period }).period }, NOW),
  ]
  const read = await Promise.allSettled<unknown>([
    ...readAll(ask, DATES),
    getFunnel(other, funnelQuery.parse({ period: DATES }), NOW),
  ])
  expect(read.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  for (const each of read) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(TooMuchAsked)
  await Promise.all<unknown>(readAll(ask, 'year'))
  await Promise.all<unknown>([getAnalytics(ask, { period: funnelQuery.parse({ period: DATES }).period }, NOW)])
})

const FUNNELS = ['product', 'category', 'surface', 'search'] as const
