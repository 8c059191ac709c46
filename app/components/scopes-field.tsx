import type { FormState } from '#app/lib/form.ts'

interface ScopesFieldProps {
  form: FormState
  /** Each permission with its description. */
  scopes: Readonly<Record<string, string>>
  /** The permissions that are ticked at first. */
  initial: readonly string[]
  hint?: string
}

/** The permissions of a new key or token. */
export function ScopesField({ form, scopes, initial, hint }: ScopesFieldProps) {
  const chosen = form.value('scopes')?.split(' ') ?? initial
  const error = form.error('scopes')
  return (
    <fieldset aria-describedby={error ? 'scopes-error' : hint ? 'scopes-hint' : undefined}>
      <legend className="text-sm">Permissions</legend>
      {hint && (
        <p id="scopes-hint" className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <ul className="mt-2 divide-y divide-line/60">
        {Object.entries(scopes).map(([scope, description]) => (
          <li key={scope}>
            <label className="tick min-h-11 !items-start py-2.5 text-sm [&_input]:mt-0.5">
              <input type="checkbox" name="scopes" value={scope} defaultChecked={chosen.includes(scope)} />
              <span className="min-w-0">
                {scope}
                <span className="block text-muted">{description}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {error && (
        <p id="scopes-error" className="mt-2 text-sm text-sale">
          {error}
        </p>
      )}
    </fieldset>
  )
}
