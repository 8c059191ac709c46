import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ChangeEventHandler, ReactNode } from 'react'
import type { FormState } from '#app/lib/form.ts'
import { useFieldNotes } from './field-notes.tsx'

interface SelectFieldProps {
  form: FormState
  name: string
  label: string
  hint?: string
  defaultValue: string
  autoComplete?: string
  required?: boolean
  /** The selected value, if the page controls it. Otherwise the field starts with `defaultValue`. */
  value?: string
  onChange?: ChangeEventHandler<HTMLSelectElement>
  children: ReactNode
}

/** A labelled select with its error below. */
export function SelectField({
  form,
  name,
  label,
  hint,
  defaultValue,
  autoComplete,
  required,
  value,
  onChange,
  children,
}: SelectFieldProps) {
  const { control, notes, border } = useFieldNotes(form, name, hint)
  return (
    <div>
      <label htmlFor={control.id} className="flex min-h-7 items-baseline text-sm text-muted">
        {label}
      </label>
      <div className="relative mt-1">
        <select
          {...control}
          {...(value === undefined ? { defaultValue: form.value(name) ?? defaultValue } : { value })}
          onChange={onChange}
          required={required}
          autoComplete={autoComplete}
          className={`field min-h-12 w-full appearance-none pr-11 text-ellipsis ${border}`}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-muted"
        />
      </div>
      {notes}
    </div>
  )
}
