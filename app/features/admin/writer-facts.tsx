import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'

type Writer = RouterOutputs['admin']['reviews']['items'][number]['writer']

/** The author, with only the details that reviewers need. */
export function WriterFacts({ writer: { name, account } }: { writer: Writer }) {
  return (
    <p className="wrap-anywhere">
      <span className="text-text">{name || 'No name'}</span>
      {account
        ? `, account since ${formatDate(account.since)}, ${account.reviews === 1 ? '1 review' : `${formatCount(account.reviews)} reviews`}${account.isClosed ? ', closed' : ''}`
        : ', account deleted'}
    </p>
  )
}
