import { Act, Asking } from '#app/components/act-form.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { Facts, Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { formatDate } from '#app/lib/format.ts'
import { OVERLAP_HOURS } from '#server/outgoing-webhooks/outgoing-webhooks.schema.ts'
import { Delivery } from './delivery.tsx'
import { NewSecret, type ShownSecret } from './new-secret.tsx'
import { WebhookState } from './webhook-state.tsx'

type WebhookPageProps = RouterOutputs['outgoingWebhooks']['deliveries'] & {
  /** A new secret. It is shown only once. */
  shown: ShownSecret | null
  isOwner: boolean
}

/** A webhook: its state, its secret and its delivery log. */
export function WebhookPage({ webhook, deliveries, page, totalPages, shown, isOwner }: WebhookPageProps) {
  const { id, url, state, offReason, eventTypes, createdAt, createdBy, previousUntil } = webhook
  const isActive = state === 'active'
  return (
    <>
      <BackLink fallback={dashboardPaths.webhooks()} label="Webhooks" />
      <h1 className="mt-4 text-(length:--text-section) leading-none">Webhook</h1>
      <p className="mt-3 mb-8 text-sm wrap-anywhere text-muted">{url}</p>
      <div className="max-w-5xl">
        <Section id="webhook" title="Settings">
          {shown && <NewSecret shown={shown} />}
          <Facts
            facts={[
              ['Status', <WebhookState key="state" state={state} />],
              ...(offReason ? [['Reason', offReason] as const] : []),
              ['Events', eventTypes.join(', ')],
              ['Created', `${formatDate(createdAt)} by ${createdBy?.email ?? 'a deleted account'}`],
              ...(previousUntil && previousUntil > new Date()
                ? [
                    [
                      'Previous secret',
                      <>
                        Works until <ExactTime date={previousUntil} /> UTC
                      </>,
                    ] as const,
                  ]
                : []),
            ]}
          />
          {isOwner ? (
            <div className="mt-5 text-sm">
              {isActive ? (
                <>
                  <Act form="send-test" fields={{}} busy="Sending...">
                    Send a test event
                  </Act>
                  <Asking label="Pause" who="this webhook">
                    <p className="text-muted">
                      We keep the events that are waiting and deliver them when you turn the webhook on again. We do not
                      send events that happen while it is paused.
                    </p>
                    <Act form="set-state" fields={{ state: 'paused' }} busy="Pausing..." isFinal>
                      Yes, pause this webhook
                    </Act>
                  </Asking>
                </>
              ) : (
                <Act form="set-state" fields={{ state: 'active' }} busy="Turning on..." isFinal look="accent">
                  Turn on
                </Act>
              )}
              <Asking label="Replace the secret" who="">
                <p className="text-muted">
                  We sign events with both the new and the previous secret for {OVERLAP_HOURS} hours, so that you can
                  change it in your system without missing events. Any older secret stops working immediately.
                </p>
                <Act form="rotate" fields={{}} busy="Replacing..." isFinal>
                  Yes, replace the secret
                </Act>
              </Asking>
              <Asking label="Delete" who="this webhook">
                <p className="text-muted">
                  We stop sending events to this URL and delete its delivery log. You cannot undo this.
                </p>
                <Act form="delete" fields={{}} busy="Deleting..." isFinal>
                  Yes, delete this webhook
                </Act>
              </Asking>
            </div>
          ) : (
            <p className="mt-5 text-sm text-muted">Only the store owner can change this webhook.</p>
          )}
        </Section>
        <Section
          id="deliveries"
          title="Deliveries"
          hint="The latest events come first. Reload the page to see new ones."
        >
          {deliveries.length > 0 ? (
            <ul className="divide-y divide-line/60">
              {deliveries.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} mayReplay={isOwner && isActive} />
              ))}
            </ul>
          ) : (
            <p className="text-sm text-muted">
              Nothing has been sent yet. {isOwner && isActive && 'Send a test event to check your system.'}
            </p>
          )}
          <Pagination page={page} totalPages={totalPages} hrefFor={(to) => dashboardPaths.webhook(id, { page: to })} />
        </Section>
      </div>
    </>
  )
}
