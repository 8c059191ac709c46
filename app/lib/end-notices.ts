/**
 * Takes away what this browser was told, and what still waits for it at its push service: whoever is here next must not
 * read it. The server forgets the browser with the session.
 */
export async function endNotices(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration('/')
  for (const notice of (await worker?.getNotifications()) ?? []) notice.close()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}
