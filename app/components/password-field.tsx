import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'

/** A password field with a button that shows the text. */
export function PasswordField(props: FieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" autoCorrect="off" spellCheck={false}>
      <button
        type="button"
        onClick={() => setShown(!isShown)}
        aria-pressed={isShown}
        aria-label={`Show ${props.label.toLowerCase().replace(/^confirm /, 'repeated ')}`}
        className="icon-button needs-script absolute top-0.5 right-1 text-muted hover:text-text"
      >
        <Icon aria-hidden size={19} strokeWidth={1.6} />
      </button>
    </Field>
  )
}
