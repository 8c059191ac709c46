import { Asking } from '#app/components/act-form.tsx'
import { useFieldNotes } from '#app/components/field-notes.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import type { OwnPartner } from './own-partner.ts'
import { PlanChanges, PlanTerms } from '#app/parts/partners/plan-terms.tsx'

type Offer = NonNullable<OwnPartner['offer']>

/** A plan that an administrator offers to the store; its owner answers. */
export function PlanOffer({
  offer: { id, plan, fromAt, offeredAt },
  role,
  planNow,
  showsBars,
}: {
  offer: Offer
  role: OwnPartner['role']
  /** Null until the store has accepted a plan. */
  planNow: OwnPartner['plan'] | null
  showsBars: boolean
}) {
  const isLater = fromAt > offeredAt
  return (
    <Section
      id="offer"
      title="Your plan offer"
      hint={
        isLater
          ? `It applies to orders placed from ${formatDate(fromAt)}. If you accept it later, it applies from then. Nothing changes until you accept it.`
          : 'It applies to orders placed after you accept it. Nothing changes until then.'
      }
    >
      <p className="font-medium">
        {plan.name}, version {plan.version}
      </p>
      {planNow && <PlanChanges now={planNow} offered={plan} />}
      <PlanTerms plan={plan} showsBars={showsBars} />
      {role === 'owner' ? (
        <>
          <AcceptOffer offerId={id} name={`${plan.name}, version ${plan.version}`} />
          <Asking label="Decline" who={plan.name}>
            <p>You keep your current plan. You can ask us for another offer.</p>
            <DeclineOffer offerId={id} />
          </Asking>
        </>
      ) : (
        <p className="mt-4 text-sm text-muted">Only the store owner can accept or decline it.</p>
      )}
    </Section>
  )
}

function AcceptOffer({ offerId, name }: { offerId: string; name: string }) {
  const form = usePageForm('accept-offer')
  const { Form } = form
  const { control, notes } = useFieldNotes(form, 'agreedToTerms', undefined)
  return (
    <Form {...form.props} className="mt-5">
      <input type="hidden" name="form" value="accept-offer" />
      <input type="hidden" name="answer" value="accept" />
      <input type="hidden" name="offerId" value={offerId} />
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
        Accept {name}
      </SubmitButton>
    </Form>
  )
}

function DeclineOffer({ offerId }: { offerId: string }) {
  const form = usePageForm('decline-offer')
  const { Form } = form
  return (
    <Form {...form.props} className="mt-3">
      <input type="hidden" name="form" value="decline-offer" />
      <input type="hidden" name="answer" value="decline" />
      <input type="hidden" name="offerId" value={offerId} />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton form={form} busy="Declining..." look="quiet">
        Decline the offer
      </SubmitButton>
    </Form>
  )
}
