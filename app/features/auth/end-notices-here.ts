/** Once the session is over: what ends notifications is loaded only in browsers that get them. */
export function endNoticesHere(): void {
  void (async () => {
    const worker = await navigator.serviceWorker?.getRegistration('/')
    if (!(await worker?.pushManager?.getSubscription())) return
    const { endNotices } = await import('#app/lib/end-notices.ts')
    await endNotices()
  })().catch(() => undefined)
}
