import { createElement, forwardRef, useState, type ComponentPropsWithoutRef, type FormEvent } from 'react'
import type { FormProps } from '@remix-run/react'
import { parseFormAnswer, useFormState, type FormAnswer, type FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { visitorFacts } from './visitor-facts.ts'
import type { WaitlistSource } from '#server/waitlist/waitlist.schema.ts'

/** The result of joining: the address is on the waitlist, and an email has been queued. */
export interface Joined {
  form: WaitlistSource
  email: string
  reference: string
}

const PATIENCE_MS = 15_000
const FAILED = 'Failed to add to waitlist'
/** Used instead of Remix's Form, because Remix cannot reload the page's data before launch. */
const PlainForm = forwardRef<HTMLFormElement, FormProps>(function PlainForm(props, ref) {
  return createElement('form', { ...(props as ComponentPropsWithoutRef<'form'>), ref })
})

/** A waitlist form. Without JavaScript it posts to /waitlist. */
export function useWaitlistForm(source: WaitlistSource) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<FormAnswer>()
  const [joined, setJoined] = useState<Joined | null>(null)
  const form = useFormState(PlainForm, refusal, isBusy)
  const send = async (element: HTMLFormElement) => {
    setBusy(true)
    const answer = await ask(element, source)
    setBusy(false)
    setRefusal(parseFormAnswer(answer, source))
    if (!('reference' in answer)) return
    setJoined(answer)
    element.reset()
  }
  const props = {
    ...form.props,
    action: paths.waitlist(),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isBusy) void send(event.currentTarget)
    },
  }
  return { form: { ...form, props } satisfies FormState, props, joined, forget: () => setJoined(null) }
}

async function ask(element: HTMLFormElement, source: WaitlistSource): Promise<FormAnswer | Joined> {
  const body = new FormData(element)
  for (const [name, value] of Object.entries(visitorFacts())) body.set(name, String(value))
  try {
    const response = await fetch(paths.joinWaitlist(), {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return (await response.json()) as FormAnswer | Joined
  } catch {
    return { form: source, values: {}, errors: {}, message: FAILED }
  }
}
