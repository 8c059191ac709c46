import { createContext, useContext, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react'
import { ManagedNote, useIsLocked } from './managed-field.tsx'

/** The errors by field: 'name', 'variants.3.price'. */
export type Errors = ReadonlyMap<string, { message: string; productId?: string | undefined }>

export const ErrorsContext = createContext<Errors>(new Map())

/** Returns the id of a field's control, the target of links in the list of errors. */
export const controlId = (field: string) => `field-${field.replaceAll('.', '-')}`

/** Returns the attributes of a field's control, and the text below it. */
export function useEditorField(field: string, given?: ReactNode) {
  const isLocked = useIsLocked(field)
  const help = isLocked ? <ManagedNote /> : given
  const id = controlId(field)
  const error = useContext(ErrorsContext).get(field)
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  const control = {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': describedBy || undefined,
  }
  const notes = (
    <>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-sale">
          {error.message}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="mt-1 text-sm text-muted">
          {help}
        </p>
      )}
    </>
  )
  return {
    control,
    notes,
    isLocked,
    look: `${input} [&:read-only:not(select)]:text-muted disabled:text-muted ${error ? 'border-sale' : 'border-line'}`,
  }
}

/** The classes of the dashboard's compact controls. */
export const input =
  'w-full rounded-md border bg-surface px-3 text-sm text-text placeholder:text-muted hover:border-text-muted min-h-10 max-md:min-h-11'

interface LabelledProps {
  field: string
  label: string
  help?: ReactNode
}

function Labelled({
  field,
  label,
  help,
  aside,
  children,
}: LabelledProps & { aside?: ReactNode; children: (field: ReturnType<typeof useEditorField>) => ReactNode }) {
  const state = useEditorField(field, help)
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <label htmlFor={state.control.id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children(state)}
      {state.notes}
    </div>
  )
}

interface TextProps extends LabelledProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'> {
  value: string
  onChange: (value: string) => void
}

export function TextInput({ field, label, help, value, onChange, className = '', ...rest }: TextProps) {
  return (
    <Labelled field={field} label={label} help={help}>
      {({ control, look, isLocked }) => (
        <input
          autoComplete="off"
          {...rest}
          readOnly={isLocked}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${look} ${className}`}
        />
      )}
    </Labelled>
  )
}

interface AreaProps
  extends LabelledProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'id'> {
  value: string
  onChange: (value: string) => void
  aside?: ReactNode
}

export function TextArea({ field, label, help, aside, value, onChange, ...rest }: AreaProps) {
  return (
    <Labelled field={field} label={label} help={help} aside={aside}>
      {({ control, look, isLocked }) => (
        <textarea
          {...rest}
          readOnly={isLocked}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${look} block field-sizing-content max-h-120 min-h-32 py-2 leading-relaxed wrap-anywhere`}
        />
      )}
    </Labelled>
  )
}

export function Choice({
  field,
  label,
  help,
  value,
  onChange,
  children,
}: LabelledProps & { value: string; onChange: (value: string) => void; children: ReactNode }) {
  return (
    <Labelled field={field} label={label} help={help}>
      {({ control, look, isLocked }) => (
        <select
          {...control}
          disabled={isLocked}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={look}
        >
          {children}
        </select>
      )}
    </Labelled>
  )
}
