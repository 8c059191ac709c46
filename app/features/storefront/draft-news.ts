import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useEvent } from '#app/lib/use-event.ts'

const CHANNEL = 'wtf-storefront-draft'

/** Notifies the previews that are open in this browser. */
export function announceDraft(partnerId: string): void {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(partnerId)
  channel.close()
}

/** Reloads the page's data when another window of this browser has changed the draft. */
export function useDraftNews(partnerId: string): void {
  const { revalidate } = useRevalidator()
  const onNews = useEvent(({ data }: MessageEvent) => {
    if (data === partnerId) revalidate()
  })
  useEffect(() => {
    if (!('BroadcastChannel' in window)) return
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', onNews)
    return () => channel.close()
  }, [onNews])
}
