import type { ReactNode } from 'react'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm, type FormState } from '#app/lib/form.ts'

/** Explains the consequences before it shows the form. Stays open if the form was refused. */
export function Ask({
  label,
  who = '',
  form,
  children,
}: {
  label: string
  who?: string
  form: FormState
  children: ReactNode
}) {
  return (
    <details className="ask" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center text-sm">
        {label}
        {who && <span className="sr-only"> {who}</span>}
      </summary>
      <div className="max-w-[52ch] pb-3">{children}</div>
    </details>
  )
}

/** A form on a partner's page, handled by the page's action. */
export function DeskForm({
  form: name,
  fields,
  button,
  state,
  children,
}: {
  form: string
  fields: Record<string, string>
  button: string
  state?: FormState
  children?: ReactNode
}) {
  const pageForm = usePageForm(name)
  const form = state ?? pageForm
  const { Form } = form
  return (
    <Form {...form.props} className="mt-3 grid gap-4">
      <input type="hidden" name="form" value={name} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <FormMessage>{form.message}</FormMessage>
      {children}
      <SubmitButton
        form={form}
        busy="One moment..."
        look="quiet"
        className="whitespace-normal [overflow-wrap:anywhere] sm:justify-self-start"
      >
        {button}
      </SubmitButton>
    </Form>
  )
}
