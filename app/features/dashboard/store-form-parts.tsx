import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Field } from '#app/components/field.tsx'
import type { FormState } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { NEEDED_SCOPES } from '#server/shopify/scopes.values.ts'

/** The two ways to grant access. Styles hide the fields of the other way, so it works without JavaScript. */
export function WaysIn({
  id,
  form,
  mode,
}: {
  id: 'connect' | 'reconnect'
  form: FormState
  mode?: string | undefined
}) {
  const chosen = form.value('mode') ?? mode ?? 'client_credentials'
  return (
    <fieldset className="mt-5">
      <legend className="text-sm text-muted">How did you create the app?</legend>
      <Way id={`${id}-client`} value="client_credentials" chosen={chosen} peer="peer/client">
        Client ID and secret
        <span className="block text-sm text-muted">
          For apps created in Shopify&apos;s Dev Dashboard since January 2026.
        </span>
      </Way>
      <Way id={`${id}-token`} value="token" chosen={chosen} peer="peer/token">
        Access token
        <span className="block text-sm text-muted">For older apps, created in your store’s settings.</span>
      </Way>
      <div className="mt-4 hidden space-y-4 peer-checked/client:block">
        <Field form={form} name="clientId" label="Client ID" autoComplete="off" spellCheck={false} />
        <Secret form={form} name="clientSecret" label="Client secret" hint="Shopify uses it to sign webhooks." />
      </div>
      <div className="mt-4 hidden space-y-4 peer-checked/token:block">
        <Secret
          form={form}
          name="accessToken"
          label="Access token"
          placeholder="shpat_..."
          hint="Starts with shpat_."
        />
        <Secret
          form={form}
          name="apiSecret"
          label="API secret key"
          hint="Shown on the same page in Shopify, which uses it to sign webhooks."
        />
      </div>
    </fieldset>
  )
}

function Way({
  id,
  value,
  chosen,
  peer,
  children,
}: {
  id: string
  value: string
  chosen: string
  peer: string
  children: ReactNode
}) {
  return (
    <>
      <input
        type="radio"
        id={id}
        name="mode"
        value={value}
        defaultChecked={chosen === value}
        className={`${peer} float-left mt-4 mr-3 size-4`}
      />
      <label htmlFor={id} className="block min-h-11 py-3 pl-7 leading-tight">
        {children}
      </label>
    </>
  )
}

/** A field for a secret. It is never shown again, and browsers do not offer to save it. */
export function Secret(props: { form: FormState; name: string; label: string; hint?: string; placeholder?: string }) {
  return <Field {...props} type="password" autoComplete="off" spellCheck={false} />
}

export function ScopesNote() {
  return (
    <p className="mt-4 text-sm text-muted">
      The app needs the scopes <span className="text-text">{NEEDED_SCOPES.join(', ')}</span>.{' '}
      <Link to={dashboardPaths.help('connect-shopify')} className="link">
        How to do this in Shopify
      </Link>
    </p>
  )
}
