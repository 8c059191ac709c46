/**
 * Removes shown and pending notifications from this browser, so that the next person here cannot read them. The server
 * deletes the subscription with the session.
 */
export async function endNotices(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration('/')
  for (const notice of (await worker?.getNotifications()) ?? []) notice.close()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}
