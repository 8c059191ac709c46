import { expect, test } from 'vitest'
import { createAccount } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const admin = async () => shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)

for (const path of ['/admin/analytics', '/admin/analytics/days.csv'])
  test(`${path} is for admins only`, async () => {
    expect((await shop.visitor().open(path)).address).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    for (const role of ['customer', 'partner'] as const) {
      const { id } = await createAccount(shop.db, { role })
      expect([role, (await (await shop.visitorAs(id)).open(path)).status]).toEqual([role, 403])
    }
  })

for (const period of ['day', 'week', 'month', 'year', 'nonsense'])
  test(`the figures of a ${period} are on one page, with their formulas`, async () => {
    const page = await (await admin()).open(`/admin/analytics?period=${period}&show=commission`)
    expect([page.status, page.heading]).toEqual([200, 'Analytics'])
    expect(page.texts('main h2')).toEqual([
      expect.stringMatching(/^Commission, [A-Z]{3}$/),
      'Commission by status',
      'Partners',
      'Top partners',
      'Declining partners',
      'Top products',
      'Declining products',
      'Shoppers',
      'Search',
      'Waitlist and invitations',
      'Performance',
    ])
    expect(page.text()).toContain('Paid orders at all partners, placed in the period and referred by us')
    expect(page.texts('[aria-label="Time range"] [aria-current]')).toEqual([
      { day: 'Day', week: 'Week', year: 'Year' }[period] ?? 'Month',
    ])
  })

test('the CSV file has a row for each bar of the chart', async () => {
  const answer = await (await admin()).ask('/admin/analytics/days.csv?period=week')
  expect(answer.status).toBe(200)
  const lines = (await answer.text()).trim().split(/\r?\n/)
  expect(lines[0]).toMatch(/^\uFEFF?"?Time \(UTC\)"?,"?Views"?,/)
  expect(lines).toHaveLength(9)
})
