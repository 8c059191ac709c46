import { useFetcher } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { toast } from '#app/lib/toast.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { itemHref, type Item } from './customer-feedback-address.ts'
import { aboutItem } from './feedback-words.ts'

/** The action's JSON response on an item's page. */
export interface ItemAnswer {
  /** The name of the form. */
  form?: string
  isDone?: boolean
  /** For a response: whether the author was notified by email. */
  isMailed?: boolean
  /** The item's current state, if another person has changed it. */
  item?: Item
  message?: string
  errors?: Record<string, string>
}

/** Returns the message for a refusal. */
export const itemProblemOf = (answer: ItemAnswer): string =>
  answer.message ?? Object.values(answer.errors ?? {})[0] ?? 'Something went wrong. Please try again.'

interface ItemActProps {
  item: Item
  form: 'status' | 'unflag' | 'withdraw'
  fields?: Record<string, string>
  /** The message on success. */
  done: string
  onDone?: () => void
  children: ReactNode
}

/** A small form about an item that does not leave the page. Without JavaScript, the item's page shows the result. */
export function ItemAct({ item, form, fields = {}, done, onDone, children }: ItemActProps) {
  const fetcher = useFetcher<ItemAnswer>()
  const isBusy = fetcher.state !== 'idle'
  const tell = useEvent((answer: ItemAnswer) => {
    toast.set(
      answer.isDone
        ? { tone: 'plain', title: done }
        : { tone: 'error', title: 'Not saved', text: itemProblemOf(answer) },
    )
    if (answer.isDone) onDone?.()
  })
  useEffect(() => {
    if (fetcher.data) tell(fetcher.data)
  }, [fetcher.data, tell])
  return (
    <fetcher.Form method="post" action={itemHref(item)} onSubmit={(event) => isBusy && event.preventDefault()}>
      <input type="hidden" name="form" value={form} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        aria-disabled={isBusy || undefined}
        className="link inline-flex min-h-11 items-center text-muted"
      >
        {children}
        <span className="sr-only">: {aboutItem(item)}</span>
      </button>
    </fetcher.Form>
  )
}
