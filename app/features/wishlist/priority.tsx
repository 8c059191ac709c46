import { PRIORITIES } from '#server/wishlist/wishlist-values.schema.ts'

export const PRIORITY_NAMES: Record<number, string> = {
  1: 'One day',
  2: 'Like it',
  3: 'Want',
  4: 'Really want',
  5: 'Must have',
}

/** A wish's priority, out of five. */
export function Priority({ value }: { value: number }) {
  return (
    <span role="img" aria-label={`Priority ${value} of 5: ${PRIORITY_NAMES[value]}`} className="inline-flex gap-1">
      {PRIORITIES.map((each) => (
        <span key={each} className={`size-1.5 rounded-full ${each <= value ? 'bg-text' : 'bg-line'}`} />
      ))}
    </span>
  )
}
