import { QueuePage, type QueueState } from '#app/components/data-table/queue-page.tsx'
import { Link } from '#app/components/link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { AppealsQuery } from '#server/moderation/appeals.schema.ts'
import { Shown, WithReason } from './queue-parts.tsx'

type Queue = RouterOutputs['admin']['moderation']['appeals']
type Appeal = Queue['appeals'][number]

const STATES: Record<AppealsQuery['state'], QueueState> = {
  waiting: {
    name: 'Waiting',
    empty: { title: 'No open appeals', text: 'Appeals against our decisions appear here.' },
  },
  decided: { name: 'Answered', empty: { title: 'No answered appeals', text: 'Answered appeals appear here.' } },
}
const OUTCOMES = { upheld: 'Upheld', overturned: 'Reversed', lapsed: 'Closed because there is a newer decision' }
/** The effect of reversing each kind of decision. */
const REVERSED: Record<Appeal['kind'], string> = {
  promotion: 'Reversing approves the promotion.',
  product: 'Reversing lists the product again if it is published.',
  picture: 'Reversing restores the image.',
  partner: 'Reversing approves the partner.',
  review: 'Reversing publishes the review.',
  review_flag: 'Reversing takes down the review, and its author sees your reason.',
}

/** Appeals, longest waiting first, each next to the decision and its subject. */
export function AppealsPage({
  queue: { appeals, counts, page, totalPages },
  query: { state },
  problem,
}: {
  queue: Queue
  query: AppealsQuery
  problem: string | undefined
}) {
  return (
    <QueuePage
      area="Moderation"
      title="Appeals"
      hint="Each decision can be appealed once, and your answer is final. Ideally, someone who did not make the decision should answer."
      states={STATES}
      state={state}
      counts={counts}
      page={page}
      totalPages={totalPages}
      hrefFor={(of, number) => adminPaths.adminAppeals({ state: of, page: number })}
      problem={problem}
    >
      {appeals.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {appeals.map((appeal) => (
            <Queued key={appeal.id} appeal={appeal} />
          ))}
        </ul>
      ) : null}
    </QueuePage>
  )
}

function Queued({ appeal }: { appeal: Appeal }) {
  const { partner, subject, words, raisedAt, by, now } = appeal
  return (
    <li className="grid gap-x-10 gap-y-6 border-b border-line py-7 text-sm lg:grid-cols-2">
      <section aria-label="The decision" className="min-w-0">
        <h2 className="text-xl leading-tight wrap-anywhere">{capital(subject)}</h2>
        <p className="mt-2 text-muted wrap-anywhere">
          Decided <ExactTime date={appeal.decisionAt} /> UTC{appeal.decisionBy && ` by ${appeal.decisionBy}`}
        </p>
        {appeal.decisionReason && (
          <p className="mt-2 max-w-[68ch] border-l border-line pl-4 whitespace-pre-line wrap-anywhere">
            {appeal.decisionReason}
          </p>
        )}
        {now ? (
          <div className="mt-4">
            {now.picture && <Shown title="Subject" picture={now.picture} none="" className="aspect-[4/3] max-w-md" />}
            {now.words && <p className="mt-3 max-w-[68ch] whitespace-pre-line wrap-anywhere">{now.words}</p>}
          </div>
        ) : (
          !appeal.decidedAt && (
            <p className="notice mt-4">
              The item has since been deleted or reviewed again, so your answer changes nothing.
            </p>
          )
        )}
      </section>
      <section aria-label="The appeal" className="min-w-0">
        <p className="text-muted wrap-anywhere">
          {partner ? (
            <Link to={adminPaths.adminPartner(partner.id)} className="link text-text">
              {partner.businessName}
            </Link>
          ) : (
            'The author of the review'
          )}
          {by && `, ${by}`}, <ExactTime date={raisedAt} /> UTC
        </p>
        <p className="mt-2 max-w-[68ch] text-base whitespace-pre-line wrap-anywhere">{words}</p>
        {appeal.outcome ? <Answered appeal={appeal} outcome={appeal.outcome} /> : <Judge appeal={appeal} />}
      </section>
    </li>
  )
}

function Answered({ appeal, outcome }: { appeal: Appeal; outcome: NonNullable<Appeal['outcome']> }) {
  const { decidedAt, decidedBy, reason } = appeal
  return (
    <div className="mt-5 border-l-2 border-accent pl-4">
      <p className="wrap-anywhere">
        {OUTCOMES[outcome]}
        {decidedAt && (
          <span className="text-muted">
            , <ExactTime date={decidedAt} /> UTC{decidedBy && ` by ${decidedBy}`}
          </span>
        )}
      </p>
      {reason && <p className="mt-1 whitespace-pre-line wrap-anywhere">{reason}</p>}
    </div>
  )
}

function Judge({ appeal: { id, kind, isOwn, now } }: { appeal: Appeal }) {
  const seen = now?.seen ?? ''
  return (
    <div className="mt-5">
      {isOwn && <p className="notice mb-3">You made this decision. If possible, let another administrator answer.</p>}
      <WithReason
        name={`overturned ${id}`}
        hidden={{ appealId: id, seen, outcome: 'overturned' }}
        summary="Reverse the decision"
        label={`Reason, shown to the person who appealed. ${REVERSED[kind]}`}
        isBad={false}
      >
        Reverse decision
      </WithReason>
      <WithReason
        name={`upheld ${id}`}
        hidden={{ appealId: id, seen, outcome: 'upheld' }}
        summary="Uphold the decision"
        label="Reason, shown to the person who appealed"
      >
        Uphold decision
      </WithReason>
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
