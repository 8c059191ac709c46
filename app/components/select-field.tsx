import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { FormState } from '#app/lib/form.ts'

interface SelectFieldProps {
  form: FormState
  name: string
  label: string
  hint?: string
  defaultValue: string
  autoComplete?: string
  /** The options. */
  children: ReactNode
}

/** A labelled choice with what is wrong with it below. */
export function SelectField({ form, name, label, hint, defaultValue, autoComplete, children }: SelectFieldProps) {
  const id = useId()
  const error = form.error(name)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="flex min-h-7 items-baseline text-sm text-muted">{label}</label>
      <div className="relative mt-1">
        <select id={id} name={name} defaultValue={form.value(name) ?? defaultValue} autoComplete={autoComplete} aria-invalid={error ? true : undefined} aria-describedby={describedBy || undefined}
          className={`field min-h-12! w-full appearance-none pr-11! ${error ? 'border-sale!' : ''}`}>
          {children}
        </select>
        <ChevronDown aria-hidden size={18} className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-muted" />
      </div>
      {error && <p id={`${id}-error`} className="mt-1.5 text-sm text-sale">{error}</p>}
      {hint && <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">{hint}</p>}
    </div>
  )
}
