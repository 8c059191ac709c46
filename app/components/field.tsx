import type { InputHTMLAttributes, ReactNode } from 'react'
import type { FormState } from '#app/lib/form.ts'
import { useFieldNotes } from './field-notes.tsx'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'form'> {
  form: FormState
  name: string
  label: string
  hint?: string
  /** A link beside the label. */
  aside?: ReactNode
  /** A button inside the field, at its right end. */
  children?: ReactNode
}

/** A labelled field with its error below, for a form from app/lib/form. */
export function Field({ form, name, label, hint, aside, children, className = '', ...input }: FieldProps) {
  const { control, notes, border } = useFieldNotes(form, name, hint)
  return (
    <div className={className}>
      <div className="flex min-h-7 items-baseline justify-between gap-4">
        <label htmlFor={control.id} className="text-sm text-muted">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative mt-1">
        <input
          {...input}
          {...control}
          defaultValue={form.value(name) ?? input.defaultValue}
          className={`field min-h-12 w-full ${children ? 'pr-14' : ''} ${border}`}
        />
        {children}
      </div>
      {notes}
    </div>
  )
}

/** A form-level error; screen readers announce it. */
export function FormMessage({ children }: { children: ReactNode }) {
  return <div role="alert">{children && <p className="notice border-sale text-sm">{children}</p>}</div>
}

/** The form's main button. Its text changes during submission. */
export function SubmitButton({
  form,
  busy,
  children,
  look = 'accent',
  className = 'w-full',
  name,
  value,
}: {
  form: FormState
  busy: string
  children: ReactNode
  look?: 'accent' | 'quiet'
  className?: string
  /** The name to submit, if the form has several buttons. */
  name?: string
  value?: string
}) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      aria-disabled={form.isBusy || undefined}
      className={`button button-${look} min-h-12 aria-disabled:opacity-70 ${className}`}
    >
      {form.isBusy ? busy : children}
    </button>
  )
}
