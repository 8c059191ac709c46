import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { FormAnswer } from '#app/lib/form.ts'
import { toast } from '#app/lib/toast.ts'

/** The response to a site form: success or an error. */
export type SiteFormAnswer = FormAnswer | { form: string; isDone: true }

/** The state of a site form. @param onDone called on success; errors become toasts */
export function useSiteForm(onDone: () => void) {
  const fetcher = useFetcher<SiteFormAnswer>()
  const { data } = fetcher
  const whenDone = useRef(onDone)
  useEffect(() => {
    whenDone.current = onDone
  })
  useEffect(() => {
    if (!data) return
    if ('isDone' in data) whenDone.current()
    else
      toast.set({
        tone: 'error',
        title: data.message ?? Object.values(data.errors)[0] ?? 'Your change was not saved. Please try again.',
      })
  }, [data])
  return { fetcher, isBusy: fetcher.state !== 'idle' }
}
