import Star from 'lucide-react/icons/star'
import { useId } from 'react'
import type { FormState } from '#app/lib/form.ts'

const MEANINGS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** One to five stars: radio buttons that look like stars, with their numbers. */
export function StarChoice({ form, chosen }: { form: FormState; chosen: number | undefined }) {
  const id = useId()
  const error = form.error('rating')
  const value = form.value('rating') ?? chosen?.toString()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm text-muted">Stars</legend>
      <div className="star-choice mt-1">
        {MEANINGS.map((meaning, at) => (
          <label key={meaning} title={meaning}>
            <input
              type="radio"
              name="rating"
              value={at + 1}
              defaultChecked={value === String(at + 1)}
              className="sr-only"
            />
            <Star aria-hidden size={30} strokeWidth={1.5} />
            <span aria-hidden className="text-xs tabular-nums">
              {at + 1}
            </span>
            <span className="sr-only">
              {at === 0 ? '1 star' : `${at + 1} stars`}: {meaning}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-sale">
          {error}
        </p>
      )}
    </fieldset>
  )
}
