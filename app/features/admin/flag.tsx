import { ExactTime } from '#app/components/exact-time.tsx'

/** The reason why a store flagged a review or message. Renders nothing without a flag. */
export function Flag({
  flaggedAt,
  flagReason,
  businessName,
}: {
  flaggedAt: Date | null
  flagReason: string
  businessName: string
}) {
  if (!flaggedAt) return null
  return (
    <div className="mb-5 border-l-2 border-sale pl-4">
      <p className="wrap-anywhere">
        Flagged by {businessName}, <ExactTime date={flaggedAt} /> UTC
      </p>
      <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">{flagReason || 'No reason given.'}</p>
    </div>
  )
}
