import type { usePageForm } from '#app/lib/form.ts'
import { KEY_SCOPES } from '#server/sales/conversions-api/key-scopes.schema.ts'

/** The permissions of a new key. At first it may only report orders. */
export function KeyScopesField({ form }: { form: ReturnType<typeof usePageForm> }) {
  const chosen = form.value('scopes')?.split(' ') ?? ['conversions']
  const error = form.error('scopes')
  return (
    <fieldset aria-describedby={error ? 'scopes-error' : 'scopes-hint'}>
      <legend className="text-sm">Permissions</legend>
      <p id="scopes-hint" className="mt-1 text-sm text-muted">
        Only API keys have permissions. A signed URL can only report orders.
      </p>
      <ul className="mt-2 divide-y divide-line/60">
        {Object.entries(KEY_SCOPES).map(([scope, description]) => (
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
