import Star from 'lucide-react/icons/star'

/** A rating of one to five stars, or the average of many. */
export function StarRow({ rating, size = 16 }: { rating: number; size?: number }) {
  const full = Math.round(rating)
  return (
    <span
      role="img"
      aria-label={`${Number.isInteger(rating) ? rating : rating.toFixed(1)} of 5 stars`}
      className="inline-flex gap-0.5"
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          size={size}
          strokeWidth={1.5}
          className={star <= full ? 'text-accent' : 'text-muted/60'}
          fill={star <= full ? 'currentColor' : 'none'}
        />
      ))}
    </span>
  )
}
