import Star from 'lucide-react/icons/star'

/** How many stars of five; screen readers hear the number. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  return (
    <span role="img" aria-label={`${rating.toFixed(1)} of 5 stars`} className="inline-flex gap-0.5 text-accent">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          size={size}
          strokeWidth={1.6}
          fill={star <= Math.round(rating) ? 'currentColor' : 'none'}
          className={star <= Math.round(rating) ? '' : 'text-muted/60'}
        />
      ))}
    </span>
  )
}
