import type { OwnPartner } from './own-partner.ts'
import { PlanTerms } from '#app/parts/partners/plan-terms.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { useFieldNotes } from '#app/components/field-notes.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'

/** For a partner that did not go through onboarding, where the plan is usually accepted. */
export function AcceptPlanForm({ plan }: { plan: OwnPartner['plan'] }) {
  const form = usePageForm('accept-plan')
  const { Form } = form
  const { control, notes } = useFieldNotes(form, 'agreedToTerms', undefined)
  return (
    <>
      <PlanTerms plan={plan} showsBars={false} />
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
