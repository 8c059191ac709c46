import { Act, Asking } from '#app/components/act-form.tsx'
import { CopyExample } from '#app/components/copy-example.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { ScopesField } from '#app/components/scopes-field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { MAX_PERSONAL_TOKENS, TOKEN_DAYS } from '#server/auth/personal-tokens/personal-tokens.schema.ts'
import { TOKEN_SCOPES } from '#server/auth/personal-tokens/token-scopes.schema.ts'
import type { Account } from './profile-section.tsx'
import { useSaved } from './saved-notices.ts'
import { TabHeading } from './settings-page.tsx'

type PersonalToken = RouterOutputs['personalTokens']['list'][number]
type NewToken = RouterOutputs['personalTokens']['create']

const DEFAULT_DAYS = 90

interface AssistantsTabProps {
  account: Account
  tokens: PersonalToken[]
  /** The token that was just created. It is shown only once. */
  made: NewToken | null
  siteUrl: string
  now: Date
}

/** How to use the shop with an assistant, and the tokens that give an assistant access to the account. */
export function AssistantsTab({ account, tokens, made, siteUrl, now }: AssistantsTabProps) {
  const saved = useSaved('tokens')
  const active = tokens.filter(({ expiresAt }) => expiresAt > now).length
  return (
    <>
      <TabHeading title="Assistants">
        An assistant such as Claude or ChatGPT can search our stores for you. Assistants that accept a token, such as
        Claude Code or Cursor, can also use your wishlist, saved searches and sizes.
      </TabHeading>
      <Section
        id="connect"
        title="Connect an assistant"
        hint={
          <>
            Searching needs no token.{' '}
            <Link to={`${paths.developers()}#assistants`} className="link">
              See how to add us to your assistant
            </Link>
          </>
        }
      >
        <CopyExample label="Server URL" text={`${siteUrl}/mcp`} />
      </Section>
      <Section
        id="tokens"
        title="Personal tokens"
        hint="Anyone who has a token can use it, so treat it like a password. We revoke all tokens when you sign out everywhere or change your password or email address."
        saved={saved}
      >
        {made && <Made made={made} siteUrl={siteUrl} />}
        {tokens.length > 0 ? (
          <ul className="divide-y divide-line/60">
            {tokens.map((token) => (
              <Row key={token.id} token={token} isExpired={token.expiresAt <= now} />
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted">No tokens yet.</p>
        )}
        {!account.isEmailVerified ? (
          <p className="mt-5 text-sm text-muted">Confirm your email address to create tokens.</p>
        ) : active >= MAX_PERSONAL_TOKENS ? (
          <p className="mt-5 text-sm text-muted">
            You have reached the limit of {MAX_PERSONAL_TOKENS} tokens. Revoke one to create another.
          </p>
        ) : account.isProvenRecently ? (
          <NewTokenForm key={tokens.length} />
        ) : (
          <p className="mt-5">
            <Link
              to={paths.proveAgain({ redirectTo: `${paths.settings('assistants')}#tokens` })}
              className="button button-quiet"
            >
              Confirm it’s you to create a token
            </Link>
          </p>
        )}
      </Section>
    </>
  )
}

function Made({ made: { name, token }, siteUrl }: { made: NewToken; siteUrl: string }) {
  return (
    <div role="status" className="notice mb-6">
      <p className="font-medium wrap-anywhere">
        Token &quot;{name}&quot; created. Copy it now, because we show it only once.
      </p>
      <CopyExample label="Token" text={token} />
      <CopyExample
        label="Add it to Claude Code"
        text={`claude mcp add --transport http wtf ${siteUrl}/mcp \\\n  --header "Authorization: Bearer ${token}"`}
      />
    </div>
  )
}

function Row({ token, isExpired }: { token: PersonalToken; isExpired: boolean }) {
  const { id, name, scopes, hint, createdAt, lastUsedAt, expiresAt } = token
  return (
    <li className="py-3.5 text-sm first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 font-medium wrap-anywhere">{name}</p>
        <StateMark name={isExpired ? 'Expired' : 'Active'} colour={isExpired ? 'text-muted' : 'text-good'} />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>{scopes.join(', ')}</span>
        <code>{hint}...</code>
        <span>Created on {formatDate(createdAt)}</span>
        <span>
          {isExpired ? 'Expired' : 'Expires'} on {formatDate(expiresAt)}
        </span>
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
      <Asking label={isExpired ? 'Remove' : 'Revoke'} who={name}>
        <p className="text-muted">
          {isExpired
            ? 'The token no longer works. This removes it from the list.'
            : `Assistants that use ${name} will no longer be able to use your account. You cannot undo this.`}
        </p>
        <Act form={`revoke ${id}`} fields={{ tokenId: id }} busy={isExpired ? 'Removing...' : 'Revoking...'} isFinal>
          Yes, {isExpired ? 'remove' : 'revoke'} {name}
        </Act>
      </Asking>
    </li>
  )
}

function NewTokenForm() {
  const form = usePageForm('create-token')
  const { Form } = form
  return (
    <Form {...form.props} className="mt-6 grid max-w-md gap-5">
      <input type="hidden" name="form" value="create-token" />
      <FormMessage>{form.message}</FormMessage>
      <Field form={form} name="name" label="Name" placeholder="Claude on my laptop" maxLength={60} required />
      <ScopesField form={form} scopes={TOKEN_SCOPES} initial={['wishlist:read', 'searches:read', 'sizes:read']} />
      <SelectField form={form} name="days" label="Expires after" defaultValue={String(DEFAULT_DAYS)}>
        {TOKEN_DAYS.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </SelectField>
      <SubmitButton form={form} busy="Creating..." className="justify-self-start">
        Create token
      </SubmitButton>
    </Form>
  )
}
