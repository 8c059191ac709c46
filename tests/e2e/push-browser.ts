import type { BrowserContext, Page } from '@playwright/test'
import { startPushService, type PushService, type SubscribedBrowser } from '#tests/setup/push-service.ts'
import { expect, test as ownTest } from './own-shop.ts'

/** The test with a separate shop and a push service. */
export const test = ownTest.extend<{ service: PushService }>({
  service: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    await service.stop()
  },
})
/**
 * Simulates the browser's part of notifications, because headless Chromium has no push service and denies every
 * notification. The user agrees, the subscription gets an address and is stored, and notifications are shown.
 */
export async function giveNotifications(page: Page, { endpoint, keys }: SubscribedBrowser): Promise<void> {
  await page.addInitScript(
    (given) => {
      const [KEPT, LEAVE, NOTICE] = ['the-subscription', 'the-leave', 'the-notice']
      const made = (key: string) => ({
        endpoint: given.endpoint,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(key.replaceAll('-', '+').replaceAll('_', '/')),
            (letter) => letter.codePointAt(0) ?? 0,
          ).buffer,
        },
        toJSON: () => ({ ...given, expirationTime: null }),
        unsubscribe: async () => localStorage.removeItem(KEPT),
      })
      Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(LEAVE) ?? 'default' })
      Notification.requestPermission = async () => {
        localStorage.setItem(LEAVE, 'granted')
        return 'granted'
      }
      Object.assign(PushManager.prototype, {
        subscribe: async (asked: { userVisibleOnly: boolean; applicationServerKey: string }) => {
          if (!asked.userVisibleOnly) throw new DOMException('It must show.', 'NotAllowedError')
          localStorage.setItem(KEPT, asked.applicationServerKey)
          return made(asked.applicationServerKey)
        },
        getSubscription: async () => {
          const key = localStorage.getItem(KEPT)
          return key === null ? null : made(key)
        },
      })
      Object.assign(ServiceWorkerRegistration.prototype, {
        getNotifications: async () =>
          NOTICE in localStorage ? [{ close: () => localStorage.removeItem(NOTICE) }] : [],
      })
    },
    { endpoint, keys },
  )
}
export const has = (page: Page, name: 'the-subscription' | 'the-leave' | 'the-notice') =>
  page.evaluate((key) => key in localStorage, name)

/**
 * Delivers a message to the shop's service worker, as a browser would.
 * @param messages how many results to wait for
 * @returns the shown notifications and, if it is set, the number on the icon
 */
export async function deliver(context: BrowserContext, page: Page, data: string, messages = 2): Promise<unknown[]> {
  const debug = await context.newCDPSession(page)
  let registrationId = ''
  debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId
  })
  await debug.send('ServiceWorker.enable')
  await expect.poll(() => registrationId).not.toBe('')
  const [worker] = context.serviceWorkers()
  // Headless Chromium has neither notifications nor icon badges; setting a badge would end the worker.
  await worker!.evaluate(() => {
    const shop = self as unknown as { registration: object; shown: unknown[] }
    shop.shown = []
    Object.assign(shop.registration, {
      showNotification: async (title: string, { body, data: path }: NotificationOptions) =>
        shop.shown.push({ title, body, data: path as unknown }),
    })
    Object.assign(navigator, { setAppBadge: async (unseen: number) => shop.shown.push(unseen) })
  })
  await debug.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data })
  const shown = () => worker!.evaluate(() => (self as unknown as { shown: unknown[] }).shown)
  await expect.poll(async () => (await shown()).length).toBe(messages)
  return shown()
}
