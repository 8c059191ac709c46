import { CopyExample } from '#app/components/copy-example.tsx'
import { Act, Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { ScopesField } from '#app/components/scopes-field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { KEY_SCOPES } from '#server/sales/conversions-api/key-scopes.schema.ts'
import { MAX_KEYS } from '#server/sales/conversions-api/store-keys.schema.ts'

type StoreKey = RouterOutputs['storeKeys']['list'][number]
export type NewKey = RouterOutputs['storeKeys']['create']

const KIND_NAMES: Record<StoreKey['kind'], string> = { bearer: 'API key', postback: 'Signed URL' }

interface StoreKeysProps {
  keys: StoreKey[]
  made: NewKey | null
  isOwner: boolean
  isApproved: boolean
  siteUrl: string
}

/** A partner's keys, the secret of a key that was just created, and the form for a new one. */
export function StoreKeys({ keys, made, isOwner, isApproved, siteUrl }: StoreKeysProps) {
  const inUse = keys.filter(({ revokedAt }) => !revokedAt).length
  return (
    <>
      {made && <Made made={made} siteUrl={siteUrl} />}
      {keys.length > 0 ? (
        <ul className="divide-y divide-line/60">
          {keys.map((key) => (
            <Row key={key.id} storeKey={key} isOwner={isOwner} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">No keys yet.</p>
      )}
      {!isOwner ? (
        <p className="mt-5 text-sm text-muted">Only the store owner can create and revoke keys.</p>
      ) : !isApproved ? (
        <p className="mt-5 text-sm text-muted">You can create keys once we have approved your store.</p>
      ) : inUse >= MAX_KEYS ? (
        <p className="mt-5 text-sm text-muted">
          You have reached the limit of {MAX_KEYS} keys. Revoke one to create another.
        </p>
      ) : (
        <NewKeyForm key={keys.length} />
      )}
    </>
  )
}

function Made({ made: { keyId, kind, name, secret }, siteUrl }: { made: NewKey; siteUrl: string }) {
  return (
    <div role="status" className="notice mb-6">
      <p className="font-medium wrap-anywhere">
        Key &quot;{name}&quot; created. Copy {kind === 'bearer' ? 'it' : 'its secret'} now, because we show it only
        once.
      </p>
      <p className="mt-1 text-sm text-muted">Store it securely, with your other secrets.</p>
      {kind === 'postback' && <CopyExample label="URL" text={`${siteUrl}/api/v1/postback/${keyId}`} />}
      <CopyExample label={kind === 'bearer' ? 'Key' : 'Secret'} text={secret} />
    </div>
  )
}

function Row({ storeKey, isOwner }: { storeKey: StoreKey; isOwner: boolean }) {
  const { id, kind, name, scopes, hint, createdAt, createdBy, confirmedBy, confirmBefore, lastUsedAt, revokedAt } =
    storeKey
  return (
    <li className="py-3.5 text-sm first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 font-medium wrap-anywhere">{name}</p>
        <StateMark
          name={revokedAt ? 'Revoked' : confirmBefore ? 'Needs confirmation' : 'Active'}
          colour={revokedAt ? 'text-muted' : confirmBefore ? 'text-sale' : 'text-good'}
        />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>{KIND_NAMES[kind]}</span>
        {kind === 'bearer' && <span>{scopes.join(', ')}</span>}
        <code>{kind === 'bearer' ? `${hint}...` : `...${hint}`}</code>
        <span className="wrap-anywhere">
          Created on {formatDate(createdAt)} by {createdBy?.email ?? 'a deleted account'}
        </span>
        {confirmedBy && <span className="wrap-anywhere">Confirmed by {confirmedBy.email}</span>}
        <span>
          {lastUsedAt ? (
            <>
              Last used <ExactTime date={lastUsedAt} /> UTC
            </>
          ) : (
            'Never used'
          )}
        </span>
      </p>
      {!revokedAt && confirmBefore && (
        <p className="mt-1">
          Your store has a new owner. Confirm this key before <ExactTime date={confirmBefore} /> UTC, or it will stop
          working. If former team members may know it, create a new key and revoke this one instead.
        </p>
      )}
      {isOwner && !revokedAt && confirmBefore && (
        <Act form={`confirm ${id}`} fields={{ keyId: id }} busy="Confirming...">
          Confirm {name}
        </Act>
      )}
      {isOwner && !revokedAt && (
        <Asking label="Revoke" who={name}>
          <p className="text-muted">
            Systems that use {name} will no longer be able to call our API. Orders that they have already sent are kept.
            You cannot undo this.
          </p>
          <Act form={`revoke ${id}`} fields={{ keyId: id }} busy="Revoking..." isFinal>
            Yes, revoke {name}
          </Act>
        </Asking>
      )}
    </li>
  )
}

function NewKeyForm() {
  const form = usePageForm('create-key')
  const { Form } = form
  return (
    <Form {...form.props} className="mt-6 grid max-w-md gap-5">
      <input type="hidden" name="form" value="create-key" />
      <FormMessage>{form.message}</FormMessage>
      <Field form={form} name="name" label="Name" placeholder="Our shop's server" maxLength={60} required />
      <SelectField form={form} name="kind" label="Type" defaultValue="bearer">
        {Object.entries(KIND_NAMES).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <ScopesField
        form={form}
        scopes={KEY_SCOPES}
        initial={['conversions']}
        hint="Only API keys have permissions. A signed URL can only report orders."
      />
      <SubmitButton form={form} busy="Creating..." className="justify-self-start">
        Create key
      </SubmitButton>
    </Form>
  )
}
