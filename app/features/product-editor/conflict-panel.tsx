import { useEffect, useRef } from 'react'
import { formatMoney } from '#app/lib/format.ts'
import { conflictName, conflictText, type Conflict, type EditorForm, type FormChoices } from './editor-form.ts'
import type { OpenConflict } from './use-product-editor.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

interface PanelProps {
  conflict: OpenConflict
  form: EditorForm
  choices: FormChoices
  resolve: (place: Conflict, isTheirs: boolean) => void
}

/** Conflicting changes by two people. The one who saves last decides on each field. */
export function ConflictPanel({ conflict: { theirs, conflicts, since }, form, choices, resolve }: PanelProps) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus(), [theirs])
  const names = [...new Set(since.map(({ by }) => by))].join(' and ') || 'Someone else'
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="conflict"
      className="mb-6 border-l-2 border-sale bg-surface p-4 text-sm outline-none"
    >
      <h2 id="conflict" className="font-sans text-base font-semibold">
        {names} changed this product while you were editing it
      </h2>
      <p className="mt-1 text-muted">
        Nothing is saved yet, and everything you typed is still here. Changes that only one of you made are already
        included below. Choose a version for the rest, then save.
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {conflicts.map((place, index) => (
          <li key={index} className="grid gap-2 py-3 sm:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)]">
            <span className="font-medium">{conflictName(place, form)}</span>
            <Side
              owner="Mine"
              text={conflictText(form, place, choices.categories)}
              label="Keep mine"
              choose={() => resolve(place, false)}
            />
            <Side
              owner="Theirs"
              text={conflictText(theirs, place, choices.categories)}
              label="Take theirs"
              choose={() => resolve(place, true)}
            />
          </li>
        ))}
      </ul>
      {since.length > 0 && (
        <details className="mt-3">
          <summary className="link inline-flex min-h-10 cursor-pointer items-center">What they changed</summary>
          <ul className="grid gap-1 pb-1 text-muted">
            {since.map(({ by, at, changes }, index) => (
              <li key={index}>
                {timeFormat.format(at)}, {by}:{' '}
                {changes.map((change) => describeChange(change, choices.currency)).join('; ') || 'the product'}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Side({ owner, text, label, choose }: { owner: string; text: string; label: string; choose: () => void }) {
  return (
    <div className="flex min-w-0 items-start justify-between gap-3">
      <p className="line-clamp-4 min-w-0 wrap-anywhere">
        <span className="block text-xs text-muted">{owner}</span>
        {text}
      </p>
      <button type="button" onClick={choose} className="button button-quiet min-h-10 shrink-0 text-sm">
        {label}
      </button>
    </div>
  )
}

type Change = OpenConflict['since'][number]['changes'][number]

/** Describes a change: 'Price of M: $40.00 to $50.00'. */
export function describeChange({ field, before, after, variant }: Change, currency: string): string {
  const name = `${FIELD_NAMES[field] ?? field}${variant ? ` of ${variant}` : ''}`
  const text = (value: Change['before']) => {
    if (value === null || value === '') return 'none'
    return typeof value === 'number' && /price/i.test(field) ? formatMoney(value, currency) : String(value)
  }
  return field === 'description' || field === 'variants' ? name : `${name}: ${text(before)} to ${text(after)}`
}

const FIELD_NAMES = lookup({
  productUrl: 'product page in your store',
  originalPrice: 'original price',
  gender: 'gender',
})
