import { Form, useFetcher, useNavigation, type FormProps } from '@remix-run/react'
import { useEffect, useRef, useState, type ComponentType, type FormEvent, type RefObject } from 'react'
import { useActionAnswer } from './action-answer.ts'

/** The action's response to a refused form. */
export interface FormAnswer {
  /** The name of the form, if a page has several. */
  form: string
  /** The typed values, without secrets. */
  values: Record<string, string>
  /** The first error of each field. */
  errors: Record<string, string>
  /** The form-level error. */
  message?: string
}

/** A form's state, for its fields. */
export interface FormState {
  Form: ComponentType<FormProps>
  /** True from submitting until the answer. */
  isBusy: boolean
  /** True if the last answer was a refusal. */
  isRefused: boolean
  message: string | undefined
  error: (field: string) => string | undefined
  value: (field: string) => string | undefined
  props: {
    ref: RefObject<HTMLFormElement | null>
    method: 'post'
    noValidate: true
    onInput: (event: FormEvent<HTMLFormElement>) => void
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
}

/** Returns the state of a form submitted by navigation. `name` distinguishes it from the page's other forms. */
export function usePageForm(name: string): FormState {
  const navigation = useNavigation()
  const answer = parseFormAnswer(useActionAnswer(), name)
  const isBusy =
    navigation.state !== 'idle' && navigation.formMethod === 'POST' && navigation.formData?.get('form') === name
  return useFormState(Form, answer, isBusy)
}

/** Returns the state of a form submitted without leaving the page. */
export function useFetcherForm(name: string): FormState {
  const fetcher = useFetcher()
  return useFormState(
    fetcher.Form as ComponentType<FormProps>,
    parseFormAnswer(fetcher.data, name),
    fetcher.state !== 'idle',
  )
}

/** Returns the action's response if it is for this form. */
export function parseFormAnswer(data: unknown, name: string): FormAnswer | undefined {
  const answer = data as Partial<FormAnswer> | undefined
  return answer?.form === name && answer.errors ? (answer as FormAnswer) : undefined
}

/** Returns the state of a form that submits itself. `answer` is its last refusal. */
export function useFormState(
  form: ComponentType<FormProps>,
  answer: FormAnswer | undefined,
  isBusy: boolean,
): FormState {
  const ref = useRef<HTMLFormElement>(null)
  /** Fields edited since the response. Their errors are out of date. */
  const [edited, setEdited] = useState<{ of: FormAnswer | undefined; fields: ReadonlySet<string> }>({
    of: answer,
    fields: new Set(),
  })
  const fields = edited.of === answer ? edited.fields : new Set<string>()
  useEffect(() => {
    if (!answer || !ref.current) return
    const inputs = [...ref.current.elements].filter(
      (element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
        'name' in element && 'value' in element,
    )
    for (const input of inputs) if (answer.errors[input.name] && /password/i.test(input.name)) input.value = ''
    inputs.find((input) => answer.errors[input.name])?.focus()
  }, [answer])
  return {
    Form: form,
    isBusy,
    isRefused: answer !== undefined,
    message: answer?.message,
    error: (field) => (fields.has(field) ? undefined : answer?.errors[field]),
    value: (field) => answer?.values[field],
    props: {
      ref,
      method: 'post',
      noValidate: true,
      onInput: ({ target }) => {
        const { name } = target as HTMLInputElement
        if (answer?.errors[name] && !fields.has(name)) setEdited({ of: answer, fields: new Set([...fields, name]) })
      },
      // Ignores a second press while the first is in progress.
      onSubmit: (event) => isBusy && event.preventDefault(),
    },
  }
}
