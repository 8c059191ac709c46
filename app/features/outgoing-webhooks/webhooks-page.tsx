import { BackLink } from '#app/components/back-link.tsx'
import { CopyExample } from '#app/components/copy-example.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Link } from '#app/components/link.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { formatCount } from '#app/lib/format.ts'
import { KEPT_DAYS, MAX_KEPT, MAX_WAITING, MAX_WEBHOOKS } from '#server/outgoing-webhooks/outgoing-webhooks.schema.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { EVENT_EXAMPLE, VERIFY_EXAMPLE } from './webhook-examples.ts'
import { NewSecret, type ShownSecret } from './new-secret.tsx'
import { WebhookState } from './webhook-state.tsx'

interface WebhooksPageProps {
  webhooks: RouterOutputs['outgoingWebhooks']['list']
  /** The secret of a webhook that was just created. It is shown only once. */
  shown: ShownSecret | null
  isOwner: boolean
  isApproved: boolean
}

/** A store's webhooks, the form for a new one, and their limits. */
export function WebhooksPage({ webhooks, shown, isOwner, isApproved }: WebhooksPageProps) {
  return (
    <>
      <BackLink fallback={dashboardPaths.connectStore()} label="Connect Store" />
      <h1 className="mt-4 text-(length:--text-section) leading-none">Webhooks</h1>
      <p className="mt-3 mb-8 max-w-[64ch] text-sm text-muted">
        Webhooks tell your own system when something happens in your store on WTF. Each event is a signed POST request
        with a JSON body.
      </p>
      <div className="max-w-5xl">
        <Section
          id="webhooks"
          title="Your webhooks"
          hint={`${webhooks.length} of ${MAX_WEBHOOKS}. Open a webhook to see its deliveries.`}
        >
          {shown && <NewSecret shown={shown} />}
          {webhooks.length > 0 ? (
            <ul className="divide-y divide-line/60">
              {webhooks.map((webhook) => (
                <Row key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          ) : (
            <p className="text-sm text-muted">
              No webhooks yet. {isOwner && isApproved && 'Create one below to receive events.'}
            </p>
          )}
        </Section>
        <Section id="create" title="Create a webhook" hint="Enter the URL of your system and choose its events.">
          {!isOwner ? (
            <p className="text-sm text-muted">Only the store owner can create and change webhooks.</p>
          ) : !isApproved ? (
            <p className="text-sm text-muted">You can create webhooks once we have approved your store.</p>
          ) : webhooks.length >= MAX_WEBHOOKS ? (
            <p className="text-sm text-muted">
              You have reached the limit of {MAX_WEBHOOKS} webhooks. Delete one to create another.
            </p>
          ) : (
            <CreateWebhook key={webhooks.length} />
          )}
        </Section>
        <Section id="how" title="How it works">
          <ul className="list-disc space-y-1.5 pl-5 text-sm text-muted">
            <li>
              Events are signed according to the{' '}
              <a href="https://www.standardwebhooks.com" className="link" rel="noreferrer">
                Standard Webhooks specification
              </a>
              . Verify them with one of its libraries and the secret of your webhook.
            </li>
            <li>
              Respond with a 2xx status within 10 seconds. Otherwise we try again for three days, at increasing
              intervals. Then we turn the webhook off and email the store owner.
            </li>
            <li>
              An event can arrive more than once and in any order. A repeated event has the same <code>webhook-id</code>
              , so ignore an id that you have already processed.
            </li>
            <li>
              We send up to five events at the same time, and one at a time until your URL has accepted its first event.
              If {formatCount(MAX_WAITING)} events are waiting, we switch the webhook off. The log keeps the last{' '}
              {formatCount(MAX_KEPT)} deliveries for up to {KEPT_DAYS} days.
            </li>
            <li>Events do not contain personal data of shoppers. Amounts are in minor units, and times are in UTC.</li>
          </ul>
          <CopyExample label="Verify an event in Node.js" text={VERIFY_EXAMPLE} />
          <CopyExample label="Body of an event" text={EVENT_EXAMPLE} />
        </Section>
      </div>
    </>
  )
}

function Row({ webhook }: { webhook: WebhooksPageProps['webhooks'][number] }) {
  const { id, url, state, eventTypes, waiting, lastAttemptAt } = webhook
  return (
    <li className="py-3.5 text-sm first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <Link to={dashboardPaths.webhook(id)} className="link min-w-0 font-medium wrap-anywhere">
          {url}
        </Link>
        <WebhookState state={state} />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>{eventTypes.length === 1 ? '1 event type' : `${eventTypes.length} event types`}</span>
        {waiting > 0 && <span>{formatCount(waiting)} waiting</span>}
        <span>
          {lastAttemptAt ? (
            <>
              Last attempt <ExactTime date={lastAttemptAt} /> UTC
            </>
          ) : (
            'Nothing sent yet'
          )}
        </span>
      </p>
    </li>
  )
}
