import { createAccount, enterAs, expect, openDashboard, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { createSeller } from '#tests/setup/sales.ts'

const PAGE = '/brand/dashboard/connect-store/webhooks'

for (const width of [360, 1280])
  test(`at ${width} pixels: an owner creates a webhook, sends a test event and deletes it`, async ({ page, db }) => {
    await page.setViewportSize({ width, height: 800 })
    const { id: ownerId } = await createAccount(db, { role: 'partner' })
    const { partner } = await createSeller(db, { ownerId })
    await enterAs(page, db, ownerId)
    const main = page.getByRole('main')
    const check = async () => {
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }

    await openDashboard(page, PAGE)
    if (width === 360) await page.getByRole('button', { name: 'Continue Anyway' }).click()
    await expect(main.getByText('No webhooks yet.')).toBeVisible()
    await check()
    const url = main.getByLabel('URL')
    await url.fill('http://hooks.example.com/wtf')
    await main.getByRole('button', { name: 'Create webhook' }).click()
    await expect(url).toHaveAttribute('aria-invalid', 'true')
    await check()
    await url.fill('https://hooks.example.com/wtf')
    await main.getByRole('checkbox', { name: /^click\.daily/ }).uncheck()
    await main.getByRole('button', { name: 'Create webhook' }).click()
    await expect(main.getByText(/^whsec_/)).toBeVisible()
    await check()
    await page.reload()
    await expect(main.getByText(/^whsec_/)).toHaveCount(0)

    await main.getByRole('link', { name: 'https://hooks.example.com/wtf' }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'Webhook' })).toBeVisible()
    await main.getByRole('button', { name: 'Send a test event' }).click()
    await expect(main.getByRole('region', { name: 'Deliveries' }).getByText('test', { exact: true })).toBeVisible()
    await main.getByText('Delete this webhook', { exact: true }).click()
    await check()
    await main.getByRole('button', { name: 'Yes, delete this webhook' }).click()
    await expect(page).toHaveURL(PAGE)
    await expect(main.getByText('No webhooks yet.')).toBeVisible()
    expect(await db.outgoingWebhook.count({ where: { partnerId: partner.id } })).toBe(0)
  })
