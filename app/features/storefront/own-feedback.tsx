import { StarRow } from '#app/components/star-row.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { FEEDBACK_CATEGORY_NAMES, OWN_FEEDBACK_STATUS_NAMES } from '#app/parts/store-feedback/feedback-names.ts'

type Sent = RouterOutputs['storeFeedback']['mine']['sent'][number]

/** The viewer's messages to a store, with its answers. */
export function OwnFeedback({ sent, businessName }: { sent: Sent[]; businessName: string }) {
  if (!sent.length) return null
  return (
    <section aria-labelledby="own-feedback" className="mt-24">
      <h2 id="own-feedback" className="text-(length:--text-section) leading-none">
        Your messages
      </h2>
      <ul className="mt-7 border-t border-line">
        {sent.map((message) => (
          <li
            key={message.id}
            className="grid gap-x-10 gap-y-4 border-b border-line py-7 md:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted md:block md:space-y-1.5">
              <p className={message.status === 'resolved' ? 'text-good' : 'text-text'}>
                {OWN_FEEDBACK_STATUS_NAMES[message.status]}
              </p>
              <p>
                <Day date={message.createdAt} />
              </p>
              <p>{FEEDBACK_CATEGORY_NAMES[message.category]}</p>
              {message.orderId && <p className="wrap-anywhere">Order {message.orderId}</p>}
              <StarRow rating={message.rating} />
            </div>
            <div className="min-w-0 max-w-[68ch]">
              {message.title && <h3 className="mb-2 text-2xl leading-tight wrap-anywhere">{message.title}</h3>}
              <p className="leading-relaxed whitespace-pre-line text-text/90 wrap-anywhere">{message.comment}</p>
              {message.response && (
                <div className="mt-6 border-l border-accent pl-5">
                  <p className="text-sm text-muted wrap-anywhere">
                    {businessName} replied{message.responseDate && ' on '}
                    {message.responseDate && <Day date={message.responseDate} />}
                  </p>
                  <p className="mt-2 leading-relaxed whitespace-pre-line wrap-anywhere">{message.response}</p>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Day({ date }: { date: Date }) {
  return <time dateTime={date.toISOString()}>{formatDate(date)}</time>
}
