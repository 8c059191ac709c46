import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { DEMO_PARTNER } from '#demo/seed-accounts.ts'
import { partnerIdOf } from '#demo/seed-partners.ts'
import type { Db } from '#server/platform/db.ts'
import { createPartner } from '#tests/factories.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const partnerId = partnerIdOf(DEMO_PARTNER)

/** Signs in as a team member of the demo's store, because the demo accounts themselves only work on localhost. */
async function enterAsColleague(page: Page, db: Db): Promise<void> {
  const { id: userId } = await createAccount(db, { role: 'partner' })
  await db.partnerMember.create({ data: { userId, partnerId, role: 'viewer' } })
  await enterAs(page, db, userId)
}

const rowsOf = async (path: string) =>
  parse(await readFile(path), { bom: true, columns: true }) as Array<Record<string, string>>

test.describe('sales and analytics of the demo store', () => {
  for (const width of [768, 1280]) {
    test.describe(`at ${width} pixels`, () => {
      test.use({ viewport: { width, height: 900 } })
      test.beforeEach(async ({ page, db }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await enterAsColleague(page, db)
      })

      test('the sales page has figures and a chart with keyboard access, a data table and links to sales', async ({
        page,
      }) => {
        await page.goto('/brand/dashboard/sales?period=year')
        const main = page.getByRole('main')
        for (const figure of ['Total Sales', 'Total Revenue', 'Total Commission', 'Total Customers'])
          await expect(main.getByRole('term').filter({ hasText: figure })).toBeVisible()
        await expect(main.getByRole('definition').first()).toContainText(/Conversion rate [\d.]+%/)
        await expect(main.getByText('Next payout date')).toBeVisible()
        expect(await axeFindings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

        const panel = main.getByRole('region', { name: 'Revenue in the last year' })
        const chart = panel.getByRole('application')
        const live = panel.locator('[aria-live]')
        await chart.focus()
        await page.keyboard.press('Home')
        await expect(live).toHaveText(/\w+ \d{4}: £[\d,.]+, previous year \(\w+ \d{4}\) £/)
        const first = await live.textContent()
        await page.keyboard.press('ArrowRight')
        await expect(live).not.toHaveText(first ?? '')
        await page.keyboard.press('End')
        await expect(live).toHaveText(/\(so far\): £/)
        await page.keyboard.press('ArrowLeft')
        const month = ((await live.textContent()) ?? '').split(':')[0] ?? ''

        await panel.getByText('Show as table').click()
        const row = panel.getByRole('row').filter({ hasText: month })
        await expect(row).toContainText(/£[\d,.]+/)
        expect(await axeFindings(page)).toEqual([])

        await chart.focus()
        await page.keyboard.press('End')
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/from=.*#transactions/)
        const chip = main.getByRole('link', { name: `Remove date filter: ${month}` })
        await expect(chip).toBeVisible()
        await expect(main.getByRole('row').filter({ hasText: 'OD-' }).first()).toBeVisible()
        await chip.click()
        await expect(chip).toHaveCount(0)
      })

      test('the sales list can be sorted by amount, and exported in full or by date', async ({ page, db }, info) => {
        await page.goto('/brand/dashboard/sales')
        const main = page.getByRole('main')
        const states = main.getByRole('navigation', { name: 'Status' })
        await states.getByRole('link', { name: 'Pending' }).click()
        await expect(states.getByRole('link', { name: 'Pending' })).toHaveAttribute('aria-current', 'page')
        if (width >= 1024) {
          await main.getByRole('columnheader', { name: 'Amount' }).getByRole('link').click()
          await expect(main.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending')
          const biggest = await db.conversion.findFirstOrThrow({
            where: { partnerId, status: 'pending' },
            orderBy: { netMinor: 'desc' },
          })
          await expect(main.getByRole('row').nth(1)).toContainText(biggest.orderName)
        }
        const download = async (name = 'Export this list') => {
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            main.getByRole('link', { name, exact: true }).click(),
          ])
          const path = info.outputPath(file.suggestedFilename())
          await file.saveAs(path)
          return rowsOf(path)
        }
        const pending = await download()
        await expect(page.getByText('Your sales report is being generated...')).toBeVisible()
        expect(pending).toHaveLength(await db.conversion.count({ where: { partnerId, status: 'pending' } }))
        await page.goto('/brand/dashboard/sales')
        const all = await download()
        expect(all).toHaveLength(await db.conversion.count({ where: { partnerId } }))
        expect(all.length).toBeGreaterThan(100)
        const ordered = all.map((row) => row['Ordered (UTC)'] ?? '').sort()
        const until = Date.parse(ordered.at(-20) ?? '')
        const [first, last] = [until - 60 * 86_400_000, until].map((at) => new Date(at).toISOString().slice(0, 10))
        await main.locator('summary').filter({ hasText: 'Dates' }).click()
        await main.getByLabel('From').fill(first ?? '')
        await main.getByLabel('To', { exact: true }).fill(last ?? '')
        await main.getByRole('button', { name: 'Show these dates' }).click()
        await expect(page).toHaveURL(/first=/)
        const between = await download('Export')
        expect(between.length).toBeGreaterThan(0)
        expect(between.length).toBeLessThan(all.length)
        expect(all[0]).toMatchObject({ Currency: 'GBP', Order: /^OD-\d+$/.exec(all[0]?.Order ?? '')?.[0] })
      })

      test('the analytics page shows the tier, figures and chart tabs, and exports the period', async ({
        page,
      }, info) => {
        await page.goto('/brand/dashboard/analytics')
        const main = page.getByRole('main')
        await expect(main.getByRole('heading', { name: /^Starter tier/ })).toBeVisible()
        await expect(main.getByText(/to go until Growth/)).toBeVisible()
        await main.getByRole('button', { name: 'View Details' }).click()
        await expect(main.getByRole('link', { name: /^Draft or archived/ })).toBeVisible()
        expect(await axeFindings(page)).toEqual([])
        await main.getByRole('link', { name: 'Traffic' }).click()
        const chart = main.getByRole('application', { name: /^Traffic/ })
        await chart.focus()
        await page.keyboard.press('Home')
        await expect(
          main.getByText(/: Views [\d,]+, Clicks [\d,]+, Views in the previous week \(.+\) [\d,]+/),
        ).toBeAttached()
        await main.getByText('Show as table').click()
        await expect(main.getByRole('columnheader', { name: 'Clicks' })).toBeVisible()
        expect(await axeFindings(page)).toEqual([])
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          main.getByRole('link', { name: 'Export' }).click(),
        ])
        const path = info.outputPath(file.suggestedFilename())
        await file.saveAs(path)
        const days = await rowsOf(path)
        expect(days.length).toBeGreaterThan(28)
        expect(Object.keys(days[0] ?? {})).toEqual(['Day', 'Revenue (GBP)', 'Sales', 'Views', 'Clicks'])
      })
    })
  }

  test('the chart is shown without JavaScript, with its table and links', async ({ browser, db, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await enterAsColleague(page, db)
    await page.goto('/brand/dashboard/sales?period=year')
    const panel = page.getByRole('region', { name: 'Six-month trend' })
    await expect(panel.locator('svg rect.chart-bar')).toHaveCount(6)
    await panel.getByText('Show as table').click()
    await panel.getByRole('row').nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/from=/)
    await context.close()
  })

  test('figures stay and a message appears if a refresh fails', async ({ page, db, errors }) => {
    await enterAsColleague(page, db)
    for (const [path, text] of [
      ['/brand/dashboard/sales', 'Failed to load sales data'],
      ['/brand/dashboard/analytics', 'Failed to load analytics data'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(/^as of/)).toBeVisible()
      await page.route(/\.data\?.*_routes=routes.*brand\.dashboard/, (route) =>
        route.fulfill({ status: 503, body: '' }),
      )
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByText(text)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: /Sales|Analytics/ })).toBeVisible()
      await page.unroute(/\.data\?.*_routes=routes.*brand\.dashboard/)
    }
    errors.splice(0)
  })
})

test('a store without sales learns how to get the first one', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  await createPartner(db, { ownerId })
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/analytics')
  await expect(page.getByRole('heading', { name: 'Start Selling to See Analytics' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/brand/dashboard/sales')
  await expect(page.getByRole('heading', { name: 'No Sales Yet' })).toBeVisible()
})
