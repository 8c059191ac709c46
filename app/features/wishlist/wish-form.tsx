import { Link } from '#app/components/link.tsx'
import { FormMessage, Field, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { WishData } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import { formatMoney, toMajor } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { MAX_NOTE, PRIORITIES } from '#server/wishlist/wishlist-values.schema.ts'
import { PRIORITY_NAMES } from './priority.tsx'

const DROPS = [5, 10, 15, 20, 30, 40, 50, 70] as const

/** The owner's notes and notification settings for a product on the wishlist. */
export function WishForm({ item, form, isInDialog }: { item: WishData; form: FormState; isInDialog: boolean }) {
  const { Form } = form
  const { size, sizes, currency, targetMinor, dropPercent } = item
  // A size that is no longer offered stays selected until the owner chooses another.
  const offered = size === null || sizes.includes(size) ? sizes : [size, ...sizes]
  const drops = dropPercent === null || dropPercent === 0 ? DROPS : [...new Set([...DROPS, dropPercent])].toSorted(by)
  return (
    <Form {...form.props} action={paths.wish(item.itemId)} className="mt-6 grid gap-6">
      <input type="hidden" name="form" value="wish" />
      {isInDialog && <input type="hidden" name="stays" value="true" />}
      <fieldset>
        <legend className="text-sm text-muted">How much do you want it?</legend>
        <div className="mt-2 grid grid-cols-5 gap-2">
          {PRIORITIES.map((priority) => (
            <label
              key={priority}
              className="grid min-h-14 cursor-pointer place-items-center rounded-2xl border border-line px-1 py-2 text-center text-xs leading-tight text-muted has-checked:border-text has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="priority"
                value={priority}
                aria-label={PRIORITY_NAMES[priority]}
                defaultChecked={item.priority === priority}
                className="sr-only"
              />
              <span aria-hidden className="font-display text-xl leading-none">
                {priority}
              </span>
              {PRIORITY_NAMES[priority]}
            </label>
          ))}
        </div>
      </fieldset>
      {offered.length > 0 && (
        <SelectField form={form} name="size" label="Your size" defaultValue={size ?? ''}>
          <option value="">Any size</option>
          {offered.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        form={form}
        name="note"
        label="Note"
        hint="Only you see it."
        defaultValue={item.note}
        maxLength={MAX_NOTE}
        rows={3}
        className="[&_textarea]:min-h-24"
      />
      {item.isListed && (
        <fieldset className="grid gap-5 border-t border-line pt-6">
          <legend className="sr-only">Alerts</legend>
          <p className="font-display text-2xl leading-none">Alerts</p>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              form={form}
              name="target"
              label={`When the price drops to (${currency})`}
              inputMode="decimal"
              autoComplete="off"
              placeholder="No target set"
              defaultValue={targetMinor === null ? '' : String(toMajor(targetMinor, currency))}
              hint={`Now ${formatMoney(item.priceMinor, currency)}.`}
            />
            <SelectField
              form={form}
              name="dropPercent"
              label="When the price drops"
              defaultValue={dropPercent === null ? '' : String(dropPercent)}
            >
              <option value="">Use my settings</option>
              {drops.map((percent) => (
                <option key={percent} value={percent}>
                  By at least {percent}%
                </option>
              ))}
              <option value="0">Never</option>
            </SelectField>
          </div>
          <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
            <span>
              When it is back in stock or selling fast
              <span className="block text-sm text-muted">
                {size ? `In ${size}.` : 'In any size, unless you choose one.'}
              </span>
            </span>
            <input
              type="checkbox"
              role="switch"
              name="watchesStock"
              defaultChecked={item.watchesStock}
              className="switch shrink-0"
            />
          </label>
          <p className="text-sm text-muted">
            Changes appear on your wishlist. To get emails too (one a day at most), check{' '}
            <Link to={paths.settings('notifications')} className="link text-text">
              your settings
            </Link>
            .
          </p>
        </fieldset>
      )}
      <div>
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  )
}

const by = (a: number, b: number) => a - b
