import { useId, type TextareaHTMLAttributes } from 'react'
import type { FormState } from '#app/lib/form.ts'

interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'form'> {
  form: FormState
  name: string
  label: string
  hint?: string
}

/** A labelled field for more than a line, with what is wrong with it below; it grows with what is typed. */
export function TextAreaField({ form, name, label, hint, className = '', ...area }: TextAreaFieldProps) {
  const id = useId()
  const error = form.error(name)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-7 items-baseline text-sm text-muted">{label}</label>
      <textarea rows={7} {...area} id={id} name={name} defaultValue={form.value(name) ?? area.defaultValue} aria-invalid={error ? true : undefined} aria-describedby={describedBy || undefined}
        className={`field text-area mt-1 ${error ? 'border-sale!' : ''}`} />
      {error && <p id={`${id}-error`} className="mt-1.5 text-sm text-sale">{error}</p>}
      {hint && <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">{hint}</p>}
    </div>
  )
}
