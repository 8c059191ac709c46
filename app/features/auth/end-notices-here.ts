/** Ends push notifications when the session has ended. Loads the code only in browsers that get notifications. */
export function endNoticesHere(): void {
  void (async () => {
    const worker = await navigator.serviceWorker?.getRegistration('/')
    if (!(await worker?.pushManager?.getSubscription())) return
    const { endNotices } = await import('#app/lib/end-notices.ts')
    await endNotices()
  })().catch(() => undefined)
}
