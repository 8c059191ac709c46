import type { TextareaHTMLAttributes } from 'react'
import type { FormState } from '#app/lib/form.ts'
import { useFieldNotes } from './field-notes.tsx'

interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'form'> {
  form: FormState
  name: string
  label: string
  hint?: string
}

/** A labelled multi-line field with its error below; it grows with its text. */
export function TextAreaField({ form, name, label, hint, className = '', ...area }: TextAreaFieldProps) {
  const { control, notes, border } = useFieldNotes(form, name, hint)
  return (
    <div className={className}>
      <label htmlFor={control.id} className="flex min-h-7 items-baseline text-sm text-muted">
        {label}
      </label>
      <textarea
        rows={7}
        {...area}
        {...control}
        defaultValue={form.value(name) ?? area.defaultValue}
        className={`field text-area mt-1 ${border}`}
      />
      {notes}
    </div>
  )
}
