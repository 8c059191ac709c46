import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import type { FormState } from '#app/lib/form.ts'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'form'> {
  form: FormState
  name: string
  label: string
  hint?: string
  /** Beside the label: a link. */
  aside?: ReactNode
  /** Inside the field's right end: a button. */
  children?: ReactNode
}

/** A labelled field with what is wrong with it below; goes into a form of app/lib/form. */
export function Field({ form, name, label, hint, aside, children, className = '', ...input }: FieldProps) {
  const id = useId()
  const error = form.error(name)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <div className="flex min-h-7 items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm text-muted">{label}</label>
        {aside}
      </div>
      <div className="relative mt-1">
        <input {...input} id={id} name={name} defaultValue={form.value(name) ?? input.defaultValue} aria-invalid={error ? true : undefined} aria-describedby={describedBy || undefined}
          className={`field min-h-12! w-full ${children ? 'pr-14' : ''} ${error ? 'border-sale!' : ''}`} />
        {children}
      </div>
      {error && <p id={`${id}-error`} className="mt-1.5 text-sm text-sale">{error}</p>}
      {hint && <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">{hint}</p>}
    </div>
  )
}

/** What is wrong with the form as a whole; read out when it comes. */
export function FormMessage({ children }: { children: ReactNode }) {
  return <div role="alert">{children && <p className="notice border-sale! text-sm">{children}</p>}</div>
}

/** The form's one primary act, with other words while it is under way. */
export function SubmitButton({ form, busy, children, look = 'accent', className = 'w-full' }: { form: FormState; busy: string; children: ReactNode; look?: 'accent' | 'quiet'; className?: string }) {
  return (
    <button type="submit" aria-disabled={form.isBusy || undefined} className={`button button-${look} min-h-12! aria-disabled:opacity-70 ${className}`}>
      {form.isBusy ? busy : children}
    </button>
  )
}
