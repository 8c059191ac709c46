import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

test('an admin reads the analytics by period, and axe finds nothing serious at 768 and 1280 pixels', async ({
  page,
  db,
}) => {
  test.setTimeout(90_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/analytics')
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.getByRole('navigation', { name: 'Time range' }).getByRole('link', { name: 'Year' }).click()
  await expect(page).toHaveURL(/period=year/)
  const traffic = page.getByRole('navigation', { name: 'Chart' }).getByRole('link', { name: 'Traffic' })
  // The URL changes before the page does.
  await expect(traffic).toHaveAttribute('href', /period=year/)
  await traffic.click()
  await expect(page).toHaveURL(/period=year&show=traffic/)
  await expect(page.getByRole('application', { name: /^Traffic in this period/ })).toBeVisible()
  await page.getByRole('button', { name: 'About Clicks', exact: true }).hover()
  await expect(page.getByText('Counted visits to stores through our links')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^market-year-/)
})
