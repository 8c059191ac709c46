import type { Page } from '@playwright/test'
import { createSeller } from '#tests/setup/sales.ts'
import { createAccount, enterAs, expect, openDashboard, test } from '../accounts.ts'

// Dashboard pages reload their data automatically. This must not remove the result of a form.
const PAGE = '/brand/dashboard/connect-store/webhooks'

/** Simulates a return from the back/forward cache, which reloads all data. */
async function reloadData(page: Page): Promise<void> {
  const isReloaded = page.waitForResponse(
    (response) => response.request().method() === 'GET' && new URL(response.url()).pathname === `${PAGE}.data`,
  )
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await isReloaded
  await page.waitForFunction(() => window.__remixRouter.state.revalidation === 'idle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

test.beforeEach(async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  await createSeller(db, { ownerId })
  await enterAs(page, db, ownerId)
  await openDashboard(page, PAGE)
})

test('the result of a form stays when the page reloads its data', async ({ page }) => {
  const main = page.getByRole('main')
  const url = main.getByLabel('URL')
  const create = main.getByRole('button', { name: 'Create webhook' })
  await url.fill('http://hooks.example.com/wtf')
  await create.click()
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await reloadData(page)
  await expect(url).toHaveAttribute('aria-invalid', 'true')

  await url.fill('https://hooks.example.com/wtf')
  await create.click()
  await expect(main.getByText(/^whsec_/)).toBeVisible()
  await reloadData(page)
  await expect(main.getByText(/^whsec_/)).toBeVisible()
  await reloadData(page)
  await expect(main.getByText(/^whsec_/)).toBeVisible()

  await main.getByRole('link', { name: 'https://hooks.example.com/wtf' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Webhook', exact: true })).toBeVisible()
  await page.goBack()
  await expect(create).toBeVisible()
  await expect(main.getByText(/^whsec_/)).toHaveCount(0)
})

test('the result of a form submitted by double click is shown even if the page reloads its data meanwhile', async ({
  page,
}) => {
  const main = page.getByRole('main')
  let answer = (): void => undefined
  let sent = 0
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  await page.route(`**${PAGE}.data*`, async (route) => {
    if (route.request().method() === 'POST') {
      sent++
      await mayAnswer
    }
    await route.continue()
  })
  await main.getByLabel('URL').fill('https://hooks.example.com/slow')
  await main.getByRole('button', { name: 'Create webhook' }).dblclick()
  await expect.poll(() => sent).toBe(1)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  answer()
  await expect(main.getByText(/^whsec_/)).toBeVisible()
  await reloadData(page)
  await expect(main.getByText(/^whsec_/)).toBeVisible()
  expect(sent).toBe(1)
})
