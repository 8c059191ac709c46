import Star from 'lucide-react/icons/star'

/** Stars that somebody gave, one to five. */
export function StarRow({ rating, size = 16 }: { rating: number; size?: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          size={size}
          strokeWidth={1.5}
          className={star <= rating ? 'text-accent' : 'text-muted/60'}
          fill={star <= rating ? 'currentColor' : 'none'}
        />
      ))}
    </span>
  )
}
