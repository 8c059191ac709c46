import type { ReactNode } from 'react'
import { FormMessage, SubmitButton } from './field.tsx'
import { usePageForm } from '#app/lib/form.ts'

/** Explains the consequences before it shows the button. */
export function Asking({ label, who, children }: { label: string; who: string; children: ReactNode }) {
  return (
    <details className="ask">
      <summary className="link inline-flex min-h-11 items-center">
        {label}
        {who && <span className="sr-only"> {who}</span>}
      </summary>
      <div className="max-w-[52ch] pb-3">{children}</div>
    </details>
  )
}

/** A button with its own form. If the action is refused, the reason appears above it. */
export function Act({
  form: name,
  fields,
  busy,
  isFinal = false,
  look = 'quiet',
  children,
}: {
  /** The form's name: the action and its target. */
  form: string
  fields: Record<string, string>
  busy: string
  isFinal?: boolean
  /** The button's style if the action is final. */
  look?: 'accent' | 'quiet'
  children: ReactNode
}) {
  const form = usePageForm(name)
  const { Form } = form
  return (
    <Form {...form.props}>
      <input type="hidden" name="form" value={name} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <FormMessage>{form.message}</FormMessage>
      {isFinal ? (
        <SubmitButton form={form} busy={busy} look={look} className="mt-3">
          {children}
        </SubmitButton>
      ) : (
        <button
          type="submit"
          aria-disabled={form.isBusy || undefined}
          className="link inline-flex min-h-11 items-center"
        >
          {form.isBusy ? busy : children}
        </button>
      )}
    </Form>
  )
}
