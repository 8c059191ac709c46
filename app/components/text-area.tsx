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
        // A pasted link must not widen the field and the page.
        className={`field mt-1 block field-sizing-content max-h-160 min-h-40 w-full resize-y rounded-[1.25rem] px-[1.1rem] py-[0.8rem] leading-[1.6] wrap-anywhere ${border}`}
      />
      {notes}
    </div>
  )
}
