import { useFetcher } from '@remix-run/react'
import { useEffect, type ComponentType } from 'react'
import type { FormProps } from '@remix-run/react'
import { parseFormAnswer, useFormState, usePageForm, type FormState } from '#app/lib/form.ts'
import { useEvent } from '#app/lib/use-event.ts'
import type { ItemAnswer } from './item-act.tsx'

/**
 * Returns the state of a form about an item. In a dialog, the page stays and `onDone` is called. On the item's page,
 * the form is submitted by navigation.
 * @param onDone set in a dialog
 */
export function useItemForm(
  name: string,
  onDone: ((answer: ItemAnswer) => void) | undefined,
  onRefused: (answer: ItemAnswer) => void,
): FormState {
  const fetcher = useFetcher<ItemAnswer>()
  const onPage = usePageForm(name)
  const inDialog = useFormState(
    fetcher.Form as ComponentType<FormProps>,
    fetcher.state === 'idle' ? parseFormAnswer(fetcher.data, name) : undefined,
    fetcher.state !== 'idle',
  )
  const tell = useEvent((answer: ItemAnswer) => (answer.isDone ? onDone?.(answer) : onRefused(answer)))
  useEffect(() => {
    if (fetcher.data) tell(fetcher.data)
  }, [fetcher.data, tell])
  return onDone ? inDialog : onPage
}
