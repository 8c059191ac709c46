import { sendPushes } from '#server/new-in/send-pushes.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { writeSaleNotices } from '#server/sales/write-sale-notices.ts'
import { createSeller, signal, storeOrder } from '#tests/setup/sales.ts'
import { createAccount, enterAs } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { expect } from '../own-shop.ts'
import { deliver, giveNotifications, test } from '../push-browser.ts'

test.describe.configure({ timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

for (const width of [360, 1280])
  test(`at ${width} pixels: a partner turns on notifications and gets one about a sale`, async ({
    page,
    context,
    db,
    service,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const browser = service.subscribe()
    await giveNotifications(page, browser)
    const { id: ownerId } = await createAccount(db, { role: 'partner' })
    const { partner, click } = await createSeller(db, { ownerId })
    await enterAs(page, db, ownerId)
    await page.goto('/brand/dashboard/settings/notifications')
    if (width === 360) await page.getByRole('button', { name: 'Continue Anyway' }).click()
    await expect(page.getByRole('main')).not.toContainText(/coming soon/i)
    const here = page.getByRole('switch', { name: 'Notify me on this device' })
    await expect(here).toBeEnabled({ timeout: 30_000 })
    await here.click()
    await expect(here).toBeChecked()
    await expect(page.getByRole('switch', { name: /^Sales/ })).toBeChecked()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

    const send = async () => {
      await writeSaleNotices(db, new Date())
      const siteUrl = new URL(page.url()).origin
      return sendPushes(db, { siteUrl, contact: undefined, network: service.network }, new Date())
    }
    expect(await send()).toBe(0)
    const { id: clickId } = await click(new Date(Date.now() - 60_000))
    await recordOrder(
      db,
      partner.id,
      storeOrder({ orderedAt: new Date().toISOString(), signals: [signal({ clickId })] }),
      new Date(),
    )
    expect([await send(), await send()]).toEqual([1, 0])
    const { text } = service.read(service.received[0]!, browser)
    const { id } = await db.conversion.findFirstOrThrow({ where: { partnerId: partner.id } })
    expect(await deliver(context, page, text, 1)).toEqual([
      {
        title: `${partner.businessName}: a new sale (£100.00)`,
        body: 'Linen dress',
        data: `/brand/dashboard/sales/${id}`,
      },
    ])
  })
