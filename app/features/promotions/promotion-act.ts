import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { toast } from '#app/lib/toast.ts'
import { useEvent } from '#app/lib/use-event.ts'

/** The response to a form of the page. */
export interface PromotionAnswer {
  form: string
  promotionId: string
  message: string
  hasFailed: boolean
}

/** Sends the page's forms and shows the result as a toast. @param onDone called on success */
export function usePromotionAct(onDone?: (answer: PromotionAnswer) => void): {
  act: (fields: Record<string, string>) => void
  isBusy: boolean
  /** The form being sent. */
  pending: FormData | undefined
} {
  const fetcher = useFetcher<PromotionAnswer>()
  const shown = useRef<PromotionAnswer>()
  const act = (fields: Record<string, string>) =>
    fetcher.submit(fields, { method: 'post', action: dashboardPaths.promotions() })
  const tell = useEvent((answer: PromotionAnswer) => {
    const { form, promotionId, message, hasFailed } = answer
    if (hasFailed) toast.set({ tone: 'error', title: message })
    else if (form !== 'earlier' && form !== 'later')
      toast.set({
        tone: 'plain',
        title: message,
        ...(form === 'remove' && { action: { label: 'Undo', onPress: () => act({ form: 'restore', promotionId }) } }),
      })
    if (!hasFailed) onDone?.(answer)
  })
  useEffect(() => {
    if (!fetcher.data || shown.current === fetcher.data) return
    shown.current = fetcher.data
    tell(fetcher.data)
  }, [fetcher.data, tell])
  return { act, isBusy: fetcher.state !== 'idle', pending: fetcher.formData }
}
