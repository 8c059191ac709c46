import Star from 'lucide-react/icons/star'

/** One to five stars, of which those that were given are filled. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of 5 stars`} className="inline-flex text-accent">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} aria-hidden size={14} fill={star <= rating ? 'currentColor' : 'none'} />
      ))}
    </span>
  )
}
