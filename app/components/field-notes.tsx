import { useId, type ReactNode } from 'react'
import type { FormState } from '#app/lib/form.ts'

/** Returns the ARIA attributes of a labelled control, and the error and hint to put below it. */
export function useFieldNotes(form: FormState, name: string, hint: string | undefined) {
  const id = useId()
  const error = form.error(name)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const notes: ReactNode = (
    <>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-sale">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  )
  const control = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return { control, notes, border: error ? 'border-sale' : '' }
}
