import { useFetcher, type FormProps } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'
import { parseFormAnswer } from '#app/lib/form.ts'
import { toast } from '#app/lib/toast.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { useLive } from '#app/lib/use-live.ts'

/** What the buttons of the page do at once. */
export type StoreActName = 'publish' | 'revert' | 'restore' | 'picture' | 'undo-text'

/** The answer to one of them. */
export interface StoreAct {
  act: StoreActName
  /** '' if the page itself shows what has happened. */
  message: string
  /** Of the draft, from now on. */
  revision: number
}

/** Their names in answers to refusals. */
export const STORE_ACTS = 'store-acts'

const shownAnswers = new WeakSet<object>()

/** Sends what a button of the page does, and tells the outcome. @param onDone when it has worked */
export function useStoreAct(onDone?: () => void): {
  Form: ComponentType<FormProps>
  isBusy: boolean
  /** The last one was refused, and nobody has tried again since. */
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
    onDone?.()
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

/** What each of these forms carries. With JavaScript it is answered in place, without it by a redirect. */
export function StoreActFields({ act, revision }: { act: StoreActName; revision: number }) {
  return (
    <>
      <input type="hidden" name="form" value={act} />
      <input type="hidden" name="revision" value={revision} />
      {useLive() && <input type="hidden" name="stays" value="true" />}
    </>
  )
}
