import { sendPushes } from '#server/new-in/send-pushes.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, enterAs } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { expect } from '../own-shop.ts'
import { deliver, giveNotifications, has, test } from '../push-browser.ts'
import type { Db } from '#server/platform/db.ts'

test.describe.configure({ mode: 'serial', timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

/** Creates a shopper who follows a store. */
async function createFollower(db: Db) {
  const { id: userId } = await createAccount(db, { wishlistSettings: { create: { quietFrom: 0, quietUntil: 0 } } })
  const { id: partnerId } = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const search = await db.savedSearch.create({
    data: { userId, list: `/brand/${partnerId}`, name: 'Linen dresses', meaning: ['Linen'], feedToken: userId },
  })
  const find = async (name: string) => {
    const { id: productId } = await createProduct(db, { partnerId, name, brandName: 'Toteme' })
    await db.searchFind.create({ data: { searchId: search.id, productId, userId } })
  }
  return { userId, searchId: search.id, find }
}

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 780 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const)
  test(`on ${device}: a shopper turns on notifications, gets one, and gets none after signing out`, async ({
    page,
    context,
    db,
    service,
  }) => {
    await page.setViewportSize(viewport)
    const browser = service.subscribe()
    await giveNotifications(page, browser)
    const { userId, searchId, find } = await createFollower(db)
    await enterAs(page, db, userId)
    const send = () =>
      sendPushes(db, { siteUrl: new URL(page.url()).origin, contact: undefined, network: service.network }, new Date())

    await page.goto('/new-in')
    const toggle = page.getByRole('switch', { name: 'Notify me on this device' })
    await expect(toggle).toBeEnabled({ timeout: 30_000 })
    await expect(toggle).not.toBeChecked()
    expect(await axeFindings(page)).toEqual([])
    expect(await has(page, 'the-leave')).toBe(false)
    await toggle.click()
    await expect(page.getByText('On while you are signed in on this device.')).toBeVisible()
    await expect(toggle).toBeChecked()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await db.pushSubscription.findMany({ where: { userId } })).toMatchObject([{ endpoint: browser.endpoint }])
    await page.reload()
    await expect(toggle).toBeEnabled()
    await expect(toggle).toBeChecked()

    await find('Long Dress')
    await find('Short Dress')
    expect([await send(), await send()]).toEqual([1, 0])
    const { text } = service.read(service.received[0]!, browser)
    expect(await deliver(context, page, text)).toEqual([
      {
        title: '2 new items in Linen dresses',
        body: '',
        data: `/new-in/${searchId}`,
      },
      2,
    ])
    await page.evaluate(() => localStorage.setItem('the-notice', ''))

    await page.goto('/logout')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Sign|Log) out$/i })
      .click()
    await expect(page).toHaveURL('/home')
    await expect.poll(() => has(page, 'the-subscription')).toBe(false)
    expect(await has(page, 'the-notice')).toBe(false)
    expect(await db.pushSubscription.count({ where: { userId } })).toBe(0)
  })

test('“Stop these” turns notifications off on this device, and the other device can be removed', async ({
  page,
  context,
  db,
  service,
}) => {
  await giveNotifications(page, service.subscribe())
  const { userId } = await createFollower(db)
  await enterAs(page, db, userId)
  const { endpoint, keys } = service.subscribe()
  const session = await db.session.create({
    data: { id: userId, userId, expiresAt: new Date(Date.now() + 3600_000) },
  })
  await db.pushSubscription.create({
    data: { userId, sessionId: session.id, endpoint, ...keys, device: 'Safari on iPhone' },
  })
  await page.goto('/new-in')
  const toggle = page.getByRole('switch', { name: 'Notify me on this device' })
  await expect(toggle).toBeEnabled({ timeout: 30_000 })
  await toggle.click()
  await expect(toggle).toBeChecked()
  const [worker] = context.serviceWorkers()
  // Only a real click may open a window. The action 'stop' opens none.
  await worker!.evaluate(() => {
    const notification = { close: () => undefined, data: '/new-in' }
    const event = new Event('notificationclick')
    self.dispatchEvent(Object.assign(event, { notification, action: 'stop', waitUntil: () => undefined }))
  })
  await expect.poll(() => db.pushSubscription.count({ where: { userId } })).toBe(1)
  await page.reload()
  await expect(toggle).toBeEnabled()
  await expect(toggle).not.toBeChecked()

  await expect(page.getByText('Safari on iPhone').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Safari on iPhone' }).click()
  await expect(page.getByRole('button', { name: 'Remove Safari on iPhone' })).toHaveCount(0)
  expect(await db.pushSubscription.count({ where: { userId } })).toBe(0)
})

test('the page explains if the browser blocks, revokes or does not support notifications', async ({
  page,
  db,
  service,
  errors,
}) => {
  await giveNotifications(page, service.subscribe())
  const { userId } = await createFollower(db)
  await enterAs(page, db, userId)
  await page.goto('/new-in')
  const toggle = page.getByRole('switch', { name: 'Notify me on this device' })
  await expect(toggle).toBeEnabled({ timeout: 30_000 })
  await page.route('**/trpc/newIn.tellDevice', (route) => route.abort())
  await toggle.click()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await expect(toggle).not.toBeChecked()
  expect(await has(page, 'the-subscription')).toBe(false)
  expect(errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
  await page.unroute('**/trpc/newIn.tellDevice')
  await toggle.click()
  await expect(toggle).toBeChecked()

  await page.evaluate(() => localStorage.setItem('the-leave', 'denied'))
  await page.reload()
  await expect(page.getByText('Your browser blocks notifications from this site.')).toBeVisible()
  await expect(toggle).toBeDisabled()
  await expect(toggle).not.toBeChecked()
  expect(await axeFindings(page)).toEqual([])
  await expect.poll(() => db.pushSubscription.count({ where: { userId } })).toBe(0)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await page.reload()
  await expect(page.getByText('This browser does not support notifications.')).toBeVisible()
})
