/* global self, fetch, navigator, URL */
// Push notifications (server/push). server/http/service-worker.ts appends this file to worker.js.

const NEW_IN = '/new-in'
const app = /** @type {import('./worker-scope.ts').WorkerScope} */ (/** @type {unknown} */ (self))

app.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)))
app.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(event.action === 'stop' ? stopNotices() : openFrom(event.notification.data))
})
app.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewNotices(event)))

/**
 * Shows a notification even for an unreadable message, because browsers end subscriptions that show nothing.
 * @param {{ json: () => any } | null} data a PushMessage (server/push/write-notice.ts)
 */
async function showNotice(data) {
  let message
  try {
    message = data?.json()
  } catch {
    // Not in our format.
  }
  const { title = 'New in at WTF', body = '', path = NEW_IN, tag = NEW_IN, unseen } = message ?? {}
  await app.registration.showNotification(title, {
    body,
    data: path,
    icon: '/icons/icon-192.png',
    // The next message about the same subject replaces this one.
    tag,
    ...{ actions: [{ action: 'stop', title: 'Stop these' }] },
  })
  if (unseen) await navigator.setAppBadge?.(unseen).catch(() => undefined)
}

/** @param {string} path */
async function openFrom(path) {
  const href = pageOf(path)
  const pages = await app.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url === href)
  if (!page) return app.clients.openWindow(href)
  await page.focus()
  // Reloads the open page, whose data is older.
  await page.navigate(href).catch(() => undefined)
}

/**
 * Returns the page to open, or /new-in for anything that is not one of our pages.
 * @param {string} path
 */
function pageOf(path) {
  const { origin } = app.location
  try {
    const { href } = new URL(path, origin)
    if (href.startsWith(`${origin}/`)) return href
  } catch {
    // Not a URL.
  }
  return origin + NEW_IN
}

async function stopNotices() {
  const subscription = await app.registration.pushManager.getSubscription()
  await Promise.allSettled([subscription?.unsubscribe(), tellShop('forgetDevice', {})])
}

/** @param {import('./worker-scope.ts').SubscriptionChange} event */
async function renewNotices({ oldSubscription, newSubscription }) {
  const { applicationServerKey } = oldSubscription?.options ?? {}
  const fresh =
    newSubscription ??
    (applicationServerKey &&
      (await app.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })))
  // Without either, the page /new-in renews the subscription.
  if (!fresh) return
  const answer = await tellShop('renewDevice', fresh)
  const isOn = answer.ok && (await answer.json()).result.data.json.isOn
  if (!isOn) await fresh.unsubscribe()
}

/** @param {string} procedure @param {object} input */
function tellShop(procedure, input) {
  return fetch(`/trpc/newIn.${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
}
