import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

interface AnswerFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: string
  value: string
  onValue: (value: string) => void
  error?: string | undefined
  hint?: ReactNode
}

/** A field for an answer. Its text is stored while you type. */
export function AnswerField({
  label,
  value,
  onValue,
  error,
  hint,
  required,
  className = '',
  ...input
}: AnswerFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-7 items-baseline text-sm text-muted">
        {label}
        {required && (
          <span aria-hidden className="ml-1">
            *
          </span>
        )}
      </label>
      <input
        {...input}
        id={id}
        required={required}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        className={`field mt-1 min-h-12 w-full ${error ? 'border-sale' : ''}`}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-sale">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}
