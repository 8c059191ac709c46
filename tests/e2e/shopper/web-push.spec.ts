import type { BrowserContext, Page } from '@playwright/test'
import { sendPushes } from '#server/new-in/push/send-pushes.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { startPushService, type PushService, type SubscribedBrowser } from '#tests/setup/push-service.ts'
import { createAccount, enterAs } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { expect, test as ownTest } from '../own-shop.ts'
import type { Db } from '#server/platform/db.ts'

const test = ownTest.extend<{ service: PushService }>({
  service: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    await service.stop()
  },
})
test.describe.configure({ mode: 'serial', timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

/** Headless Chromium knows no push service, so the browser's part is played: it gives an address, and remembers it. */
async function giveSubscriptions(page: Page, browser: SubscribedBrowser): Promise<void> {
  await page.addInitScript(
    ({ endpoint, keys }) => {
      const KEPT = 'the-browsers-subscription'
      const made = (key: string) => ({
        endpoint,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(key.replaceAll('-', '+').replaceAll('_', '/')),
            (letter) => letter.codePointAt(0) ?? 0,
          ).buffer,
        },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: () => {
          localStorage.removeItem(KEPT)
          return Promise.resolve(true)
        },
      })
      Object.assign(PushManager.prototype, {
        subscribe: ({
          userVisibleOnly,
          applicationServerKey,
        }: {
          userVisibleOnly: boolean
          applicationServerKey: string
        }) => {
          if (!userVisibleOnly) return Promise.reject(new DOMException('It must show.', 'NotAllowedError'))
          localStorage.setItem(KEPT, applicationServerKey)
          return Promise.resolve(made(applicationServerKey))
        },
        getSubscription: () => {
          const key = localStorage.getItem(KEPT)
          return Promise.resolve(key === null ? null : made(key))
        },
      })
    },
    { endpoint: browser.endpoint, keys: browser.keys },
  )
}

/** Somebody who follows a store. */
async function createFollower(db: Db) {
  const { id: userId } = await createAccount(db, { wishlistSettings: { create: { quietFrom: 0, quietUntil: 0 } } })
  const { id: partnerId } = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const search = await db.savedSearch.create({
    data: { userId, list: `/brand/${partnerId}`, name: 'Linen dresses', feedToken: userId },
  })
  const find = async (name: string) => {
    const { id: productId } = await createProduct(db, { partnerId, name, brandName: 'Toteme' })
    await db.searchFind.create({ data: { searchId: search.id, productId, userId } })
  }
  return { userId, searchId: search.id, find }
}

/** The registration of the shop's worker, as Chromium's debugger knows it. */
async function watchWorker(context: BrowserContext, page: Page) {
  const debug = await context.newCDPSession(page)
  let registrationId = ''
  debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId
  })
  await debug.send('ServiceWorker.enable')
  return async (data: string) => {
    await expect.poll(() => registrationId).not.toBe('')
    const { origin } = new URL(page.url())
    await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

const noticesOf = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, data }) => ({
      title,
      body,
      data: data as unknown,
    })),
  )
const hasSubscription = (page: Page) => page.evaluate(() => 'the-browsers-subscription' in localStorage)

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 780 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const)
  test(`on ${device} somebody wants to be told, is told once, and no more after signing out`, async ({
    page,
    context,
    db,
    service,
  }) => {
    await page.setViewportSize(viewport)
    await context.grantPermissions(['notifications'])
    const browser = service.subscribe()
    await giveSubscriptions(page, browser)
    const { userId, searchId, find } = await createFollower(db)
    await enterAs(page, db, userId)
    const send = () =>
      sendPushes(db, { siteUrl: new URL(page.url()).origin, contact: undefined, network: service.network }, new Date())

    await page.goto('/new-in')
    const told = page.getByRole('switch', { name: 'Tell me on this device' })
    await expect(told).toBeEnabled({ timeout: 30_000 })
    await expect(told).not.toBeChecked()
    expect(await axeFindings(page)).toEqual([])
    await told.click()
    await expect(page.getByText('On, for as long as you are signed in here.')).toBeVisible()
    await expect(told).toBeChecked()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await db.pushSubscription.findMany({ where: { userId } })).toMatchObject([{ endpoint: browser.endpoint }])
    await page.reload()
    await expect(told).toBeEnabled()
    await expect(told).toBeChecked()

    await find('Long Dress')
    await find('Short Dress')
    const deliver = await watchWorker(context, page)
    expect([await send(), await send()]).toEqual([1, 0])
    const { text } = service.read(service.received[0]!, browser)
    await deliver(text)
    await expect
      .poll(() => noticesOf(page))
      .toEqual([
        {
          title: 'Two new in Linen dresses',
          body: expect.stringMatching(/Dress by Toteme, .+ Dress by Toteme$/),
          data: `/new-in/${searchId}`,
        },
      ])

    await page.goto('/logout')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Sign|Log) out$/i })
      .click()
    await expect(page).toHaveURL('/home')
    await expect.poll(() => hasSubscription(page)).toBe(false)
    await expect.poll(() => noticesOf(page)).toEqual([])
    expect(await db.pushSubscription.count({ where: { userId } })).toBe(0)
  })

test('Stop these ends it, and the page says so; another device is removed from here', async ({
  page,
  context,
  db,
  service,
}) => {
  await context.grantPermissions(['notifications'])
  await giveSubscriptions(page, service.subscribe())
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
  const told = page.getByRole('switch', { name: 'Tell me on this device' })
  await expect(told).toBeEnabled({ timeout: 30_000 })
  await told.click()
  await expect(told).toBeChecked()
  const [worker] = context.serviceWorkers()
  // Its windows need a click, which no program can make; stopping needs none.
  await worker!.evaluate(async () => {
    const shop = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget
    await shop.registration.showNotification('Two new', { tag: 'test' })
    const [notification] = await shop.registration.getNotifications({ tag: 'test' })
    const event = new Event('notificationclick')
    Object.assign(event, { notification, action: 'stop', waitUntil: () => undefined })
    shop.dispatchEvent(event)
  })
  await expect.poll(() => db.pushSubscription.count({ where: { userId } })).toBe(1)
  await page.reload()
  await expect(told).toBeEnabled()
  await expect(told).not.toBeChecked()

  await expect(page.getByText('Safari on iPhone').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Safari on iPhone' }).click()
  await expect(page.getByRole('button', { name: 'Remove Safari on iPhone' })).toHaveCount(0)
  expect(await db.pushSubscription.count({ where: { userId } })).toBe(0)
})

test('what the browser forbids, takes back or does not know is said', async ({ page, context, db, service }) => {
  await context.grantPermissions(['notifications'])
  await giveSubscriptions(page, service.subscribe())
  const { userId } = await createFollower(db)
  await enterAs(page, db, userId)
  await page.goto('/new-in')
  const told = page.getByRole('switch', { name: 'Tell me on this device' })
  await expect(told).toBeEnabled({ timeout: 30_000 })
  await page.route('**/trpc/newIn.tellDevice', (route) => route.abort())
  await told.click()
  await expect(page.getByText('That did not work.')).toBeVisible()
  await expect(told).not.toBeChecked()
  expect(await hasSubscription(page)).toBe(false)
  await page.unroute('**/trpc/newIn.tellDevice')
  await told.click()
  await expect(told).toBeChecked()

  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.reload()
  await expect(page.getByText('Your browser does not let us.')).toBeVisible()
  await expect(told).toBeDisabled()
  await expect(told).not.toBeChecked()
  expect(await axeFindings(page)).toEqual([])
  await expect.poll(() => db.pushSubscription.count({ where: { userId } })).toBe(0)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await page.reload()
  await expect(page.getByText('This browser shows no notifications.')).toBeVisible()
})
