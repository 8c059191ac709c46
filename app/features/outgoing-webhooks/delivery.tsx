import { Act } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'

type Shown = RouterOutputs['outgoingWebhooks']['deliveries']['deliveries'][number]

const STATES: Record<Shown['state'], { name: string; colour: string }> = {
  waiting: { name: 'Waiting', colour: 'text-muted' },
  delivered: { name: 'Delivered', colour: 'text-good' },
  failed: { name: 'Failed', colour: 'text-sale' },
}

/** A line of the delivery log, with the event and the last response. */
export function Delivery({ delivery, mayReplay }: { delivery: Shown; mayReplay: boolean }) {
  const { id, eventType, body, state, attempts, createdAt, attemptedAt, nextAt, responseStatus, response, error } =
    delivery
  return (
    <li className="py-3.5 text-sm first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="font-medium">
          <code>{eventType}</code>
        </p>
        <StateMark
          {...(state === 'waiting' && attempts > 0 ? { name: 'Retrying', colour: 'text-sale' } : STATES[state])}
        />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>
          <ExactTime date={createdAt} /> UTC
        </span>
        <span>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        {responseStatus !== null && <span>Status {responseStatus}</span>}
        {state === 'waiting' && attempts > 0 && (
          <span>
            Next attempt <ExactTime date={nextAt} /> UTC
          </span>
        )}
      </p>
      {error && <p className="mt-1 wrap-anywhere">Not delivered: {error}.</p>}
      <details>
        <summary className="link inline-flex min-h-11 items-center">
          Details<span className="sr-only"> of {eventType}</span>
        </summary>
        <dl className="space-y-3 pb-3">
          <Text name="webhook-id" text={id} />
          <Text name="Event" text={body} />
          {attemptedAt && responseStatus !== null && <Text name="Start of the response" text={response || '(empty)'} />}
        </dl>
      </details>
      {mayReplay && state !== 'waiting' && (
        <Act form={`replay ${id}`} fields={{ deliveryId: id }} busy="Sending...">
          Send again<span className="sr-only"> {eventType}</span>
        </Act>
      )}
    </li>
  )
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">
        <code>{text}</code>
      </dd>
    </div>
  )
}
