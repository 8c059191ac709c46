import type { OwnPartner } from './own-partner.ts'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { useFieldNotes } from '#app/components/field-notes.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { formatRate } from '#server/partners/commission.schema.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import { unitOf } from '#server/platform/money.schema.ts'

/** For a partner that came without onboarding, where the others accept it. */
export function AcceptPlanForm({ plan }: { plan: OwnPartner['plan'] }) {
  const form = usePageForm('accept-plan')
  const { Form } = form
  const { control, notes } = useFieldNotes(form, 'agreedToTerms', undefined)
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: plan.currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const money = (minor: number) => format.format(minor / unitOf(plan.currency))
  return (
    <>
      <ul className="mt-4 divide-y divide-line/60 border-y border-line text-sm tabular-nums">
        {plan.tiers.map(({ name, fromMinor, upToMinor, rateBps }) => (
          <li key={name} className="flex justify-between gap-6 py-2.5">
            <span>
              {upToMinor === null ? `From ${money(fromMinor)}` : `${money(fromMinor)} to ${money(upToMinor)}`}
            </span>
            <span>{formatRate(rateBps)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        Each rate is for the part of a month&apos;s sales that falls into its bracket.
      </p>
      <Form {...form.props} className="mt-5">
        <input type="hidden" name="form" value="accept-plan" />
        <input type="hidden" name="planId" value={plan.id} />
        <input type="hidden" name="termsVersion" value={TERMS_VERSION} />
        <FormMessage>{form.message}</FormMessage>
        <label className="tick !items-start [&_input]:mt-0.5">
          <input type="checkbox" required {...control} />
          <span>
            I accept this plan and the{' '}
            <a href={paths.terms()} target="_blank" className="link">
              terms of service
            </a>
          </span>
        </label>
        {notes}
        <SubmitButton form={form} busy="Accepting..." className="mt-4 px-7">
          Accept {plan.name}, version {plan.version}
        </SubmitButton>
      </Form>
    </>
  )
}
