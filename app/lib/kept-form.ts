import { useCallback, useEffect, useState, type FormEvent } from 'react'
import type { FormState } from './form.ts'

interface Keeping {
  /** The key of the draft in this tab's storage. Each form has its own. Deleted at sign-out. */
  draft: string
  /**
   * The maximum number of characters by field. The server reports longer texts together with all other errors, so the
   * browser only reports them if the form is too large to send.
   */
  limits: Readonly<Record<string, number>>
}

const PREFIX = 'wtf-account-draft-'
/**
 * The maximum number of characters in a form. Each takes up to nine bytes in the request, and the server accepts 256
 * KiB.
 */
const MAX_SENT = 29_000

/** Keeps the texts of a long form if it is refused, the connection fails, the session ends or the page reloads. */
export function useKeptForm(form: FormState, { draft, limits }: Keeping): FormState {
  const [tooLong, setTooLong] = useState<readonly string[]>([])
  const { ref } = form.props
  const key = PREFIX + draft
  useEffect(() => {
    const texts = loadDraft(key)
    for (const input of inputsOf(ref.current))
      if (input.value === '' && texts[input.name]) input.value = texts[input.name] ?? ''
  }, [key, ref])
  const keep = useCallback(
    () => writeDraft(key, Object.fromEntries(inputsOf(ref.current).map(({ name, value }) => [name, value]))),
    [key, ref],
  )
  return {
    ...form,
    error: (field) =>
      tooLong.includes(field)
        ? `Please use at most ${limits[field]?.toLocaleString('en')} characters`
        : form.error(field),
    props: {
      ...form.props,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        if (tooLong.includes(name)) setTooLong(tooLong.filter((field) => field !== name))
        keep()
        form.props.onInput(event)
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const inputs = inputsOf(ref.current)
        const isSendable = inputs.reduce((sum, { value }) => sum + value.length, 0) <= MAX_SENT
        const long = isSendable
          ? []
          : inputs.filter(({ name, value }) => value.trim().length > (limits[name] ?? Infinity))
        setTooLong(long.map(({ name }) => name))
        long[0]?.focus()
        if (long.length) event.preventDefault()
        else form.props.onSubmit(event)
      },
    },
  }
}

/** Deletes the draft once the form has arrived. */
export function forgetDraft(draft: string): void {
  writeDraft(PREFIX + draft, {})
}

type Input = HTMLInputElement | HTMLTextAreaElement

/** Input types without typed text. */
const NO_TEXTS: ReadonlySet<string> = new Set(['hidden', 'file', 'radio', 'checkbox'])

const inputsOf = (form: HTMLFormElement | null): Input[] =>
  [...(form?.elements ?? [])].filter(
    (element): element is Input =>
      element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !NO_TEXTS.has(element.type)),
  )

function loadDraft(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return Object.fromEntries(
      Object.entries(stored ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

function writeDraft(key: string, texts: Record<string, string>): void {
  try {
    if (Object.values(texts).some(Boolean)) sessionStorage.setItem(key, JSON.stringify(texts))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage, the form can still be sent.
  }
}
