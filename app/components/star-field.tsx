import Star from 'lucide-react/icons/star'
import type { FormState } from '#app/lib/form.ts'
import { useFieldNotes } from './field-notes.tsx'

const WORDS = ['bad', 'poor', 'fair', 'good', 'excellent'] as const

/**
 * A choice of one to five stars: radio buttons, so that the arrow keys work. They fill up to the chosen one, also
 * without JavaScript.
 */
export function StarField({
  form,
  name,
  label,
  hint,
  defaultValue,
  className = '',
}: {
  form: FormState
  name: string
  label: string
  hint?: string
  /** The current rating of an existing review. */
  defaultValue?: number | undefined
  className?: string
}) {
  const { control, notes } = useFieldNotes(form, name, hint)
  return (
    <fieldset aria-describedby={control['aria-describedby']} className={className}>
      <legend className="flex min-h-7 items-baseline text-sm text-muted">{label}</legend>
      <div className="mt-1 -ml-2.5 flex">
        {WORDS.map((word, at) => (
          <label
            key={word}
            title={`${at + 1}: ${word}`}
            className="grid size-12 cursor-pointer place-items-center rounded-full text-muted transition-colors hover:text-text has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-[~label_:checked]:text-accent [&:has(:checked)_svg]:fill-current [&:has(~label_:checked)_svg]:fill-current"
          >
            <input
              type="radio"
              name={name}
              value={at + 1}
              defaultChecked={(form.value(name) ?? defaultValue?.toString()) === String(at + 1)}
              className="sr-only"
            />
            <Star aria-hidden size={28} strokeWidth={1.5} fill="none" />
            <span className="sr-only">
              {at === 0 ? '1 star' : `${at + 1} stars`}, {word}
            </span>
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  )
}
