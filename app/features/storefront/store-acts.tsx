import { useFetcher, type FormProps } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'
import { parseFormAnswer } from '#app/lib/form.ts'
import { toast } from '#app/lib/toast.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { useLive } from '#app/lib/use-live.ts'

/** The actions of the page's buttons. */
export type StoreActName = 'publish' | 'revert' | 'restore' | 'picture' | 'undo-text'

/** The response to an action. */
export interface StoreAct {
  act: StoreActName
  /** '' if the page itself shows the result. */
  message: string
  /** The draft's new revision. */
  revision: number
}

/** The form name in refusals of these actions. */
export const STORE_ACTS = 'store-acts'

const shownAnswers = new WeakSet<object>()

/** Sends the actions of the page's buttons, and shows the result. */
export function useStoreAct(): {
  Form: ComponentType<FormProps>
  isBusy: boolean
  /** True after a refusal, until the next attempt. */
  isRefused: boolean
  send: (fields: Record<string, string>) => void
} {
  const fetcher = useFetcher<StoreAct>()
  const send = (fields: Record<string, string>) => fetcher.submit({ stays: 'true', ...fields }, { method: 'post' })
  const tell = useEvent((answer: StoreAct) => {
    const refusal = parseFormAnswer(answer, STORE_ACTS)
    if (refusal) {
      const message = refusal.message ?? Object.values(refusal.errors)[0] ?? ''
      toast.set({ tone: 'error', title: 'Error', text: message })
      return
    }
    if (!answer.message) return
    toast.set({
      tone: 'plain',
      title: answer.message,
      ...(answer.act === 'revert' && {
        action: { label: 'Undo', onPress: () => send({ form: 'restore', revision: String(answer.revision) }) },
      }),
    })
  })
  useEffect(() => {
    if (!fetcher.data || shownAnswers.has(fetcher.data)) return
    shownAnswers.add(fetcher.data)
    tell(fetcher.data)
  }, [fetcher.data, tell])
  const isBusy = fetcher.state !== 'idle'
  return {
    Form: fetcher.Form as ComponentType<FormProps>,
    isBusy,
    isRefused: !isBusy && parseFormAnswer(fetcher.data, STORE_ACTS) !== undefined,
    send,
  }
}

/** The hidden fields of these forms. With JavaScript, the result appears in place; without, the server redirects. */
export function StoreActFields({ act, revision }: { act: StoreActName; revision: number }) {
  return (
    <>
      <input type="hidden" name="form" value={act} />
      <input type="hidden" name="revision" value={revision} />
      {useLive() && <input type="hidden" name="stays" value="true" />}
    </>
  )
}
