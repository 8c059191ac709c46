import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import type { FormProps } from '@remix-run/react'
import { useActionAnswer } from './action-answer.ts'
import { parseFormAnswer, type FormAnswer } from '#app/lib/form.ts'
import { useEvent } from '#app/lib/use-event.ts'

interface AutoSave {
  Form: ComponentType<FormProps>
  props: { ref: RefObject<HTMLFormElement | null>; method: 'post'; onChange: () => void }
  /** The values being saved; null if none are. */
  chosen: FormData | null
  isSaved: boolean
  refused: FormAnswer | undefined
}

/**
 * Saves every change of a form at once, without leaving the page. The choice shows immediately, and is undone if saving
 * fails.
 */
export function useAutoSave(name: string): AutoSave {
  const fetcher = useFetcher<unknown>()
  const onPage = useActionAnswer()
  const ref = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<FormData | null>(null)
  const isIdle = fetcher.state === 'idle'
  const save = useEvent(() => {
    if (!ref.current) return
    const choice = new FormData(ref.current)
    setChosen(choice)
    fetcher.submit(choice, { method: 'post' })
  })
  useEffect(() => {
    if (isIdle) setChosen(null)
  }, [isIdle, fetcher.data])
  useEffect(() => {
    // Changes made before hydration count too.
    const inputs = [...(ref.current?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
    if (inputs.some(({ checked, defaultChecked }) => checked !== defaultChecked)) save()
  }, [save])
  const answer = fetcher.data ?? onPage
  return {
    Form: fetcher.Form as ComponentType<FormProps>,
    props: { ref, method: 'post', onChange: save },
    chosen,
    isSaved: isIdle && (answer as { isSaved?: boolean } | undefined)?.isSaved === true,
    refused: isIdle ? parseFormAnswer(answer, name) : undefined,
  }
}
