import { CopyExample } from '#app/components/copy-example.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'

/** The secret of a new webhook, or a rotated one. */
export type ShownSecret =
  RouterOutputs['outgoingWebhooks']['create'] | RouterOutputs['outgoingWebhooks']['rotateSecret']

/** Shows a secret once, right after it was created. */
export function NewSecret({ shown }: { shown: ShownSecret }) {
  return (
    <div role="status" className="notice mb-6">
      <p className="font-medium wrap-anywhere">
        {'previousUntil' in shown ? 'Secret replaced' : `Webhook to ${shown.url} created`}. Copy the secret now, because
        we show it only once.
      </p>
      <p className="mt-1 text-sm text-muted">
        Your system needs it to verify that an event comes from us.
        {'previousUntil' in shown && (
          <>
            {' '}
            The previous secret also works until <ExactTime date={shown.previousUntil} /> UTC.
          </>
        )}
      </p>
      <CopyExample label="Secret" text={shown.secret} />
    </div>
  )
}
