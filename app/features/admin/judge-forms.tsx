import { useId } from 'react'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatProducts } from '#app/lib/format.ts'
import { usePageForm } from '#app/lib/form.ts'
import { useKeptForm } from '#app/lib/kept-form.ts'
import { MAX_REASON_CHARACTERS, NEXT_STATUSES, type PartnerStatus } from '#server/partners/partner-status.schema.ts'

type Partner = RouterOutputs['admin']['partner']
type Reasoned = 'rejected' | 'suspended'

const LIMITS = { reason: MAX_REASON_CHARACTERS }
const VERBS: Record<Reasoned, string> = { rejected: 'Reject', suspended: 'Suspend' }

/** The possible decisions about a partner, each with its consequences. @param problem why the last one was refused */
export function JudgeForms({ partner, problem }: { partner: Partner; problem: string | undefined }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl leading-tight">
        Decision
      </h2>
      <FormMessage>{problem}</FormMessage>
      <div className="mt-3 divide-y divide-line/60 border-y border-line">
        {NEXT_STATUSES[partner.verificationStatus].map((to) =>
          to === 'rejected' || to === 'suspended' ? (
            <ReasonForm key={to} to={to} partner={partner} />
          ) : (
            <ApproveForm key={to} partner={partner} />
          ),
        )}
      </div>
    </section>
  )
}

function ApproveForm({ partner }: { partner: Partner }) {
  const form = usePageForm('approved')
  const { Form } = form
  const isNew = partner.verificationStatus === 'pending'
  const { host, isVerified, isLost, holder } = partner.websiteTrust
  return (
    <Form {...form.props} className="py-5">
      <From to="approved" from={partner.verificationStatus} />
      {/* The partner may have changed these since. Only the values shown here are approved. */}
      <input type="hidden" name="businessName" value={partner.businessName} />
      <input type="hidden" name="websiteUrl" value={partner.websiteUrl ?? ''} />
      <p className="text-sm text-pretty">
        {isNew ? `${partner.businessName}’s store goes live` : `${partner.businessName}’s store goes live again`}
        {partner._count.products
          ? `, and its ${productsOf(partner)} will appear in the shop immediately if published.`
          : ' immediately. It has no products yet.'}{' '}
        {mailedTo(partner)}
      </p>
      {host && !isVerified && !isLost && !holder && (
        <p className="mt-2 text-sm [overflow-wrap:anywhere]">
          Approving also lets shoppers visit <span className="font-medium">{host}</span>.
        </p>
      )}
      <SubmitButton form={form} busy="Approving..." className="mt-4">
        {isNew ? 'Approve' : 'Approve again'}
      </SubmitButton>
    </Form>
  )
}

function ReasonForm({ to, partner }: { to: Reasoned; partner: Partner }) {
  const draft = `${to}-${partner.id}-${partner.statusChangedAt?.getTime() ?? 0}`
  const form = useKeptForm(usePageForm(to), { draft, limits: LIMITS })
  const { Form } = form
  const name = `${VERBS[to]} ${partner.businessName}`
  return (
    <details className="ask py-2" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center text-sm [overflow-wrap:anywhere]">{name}</summary>
      <Form {...form.props} className="grid gap-4 pt-2 pb-3">
        <From to={to} from={partner.verificationStatus} />
        <p className="text-sm text-pretty">
          {to === 'rejected'
            ? 'The brand does not appear in the shop. The partner can still sign in and read your reason.'
            : partner._count.products
              ? `Its ${productsOf(partner)} disappear from the shop within half a minute, and so does its store. Nothing is deleted.`
              : 'Its store disappears from the shop within half a minute. Nothing is deleted.'}{' '}
          {mailedTo(partner, ' the reason to the partner')}
        </p>
        <TextAreaField form={form} name="reason" label="Reason, shown to the partner" required rows={4} />
        <SubmitButton
          form={form}
          busy="One moment..."
          look="quiet"
          className="border-sale whitespace-normal text-sale sm:justify-self-start"
        >
          {name}
        </SubmitButton>
      </Form>
    </details>
  )
}

/** If two administrators decide at the same time, the second one gets an error. */
function From({ to, from }: { to: PartnerStatus; from: PartnerStatus }) {
  return (
    <>
      <input type="hidden" name="form" value={to} />
      <input type="hidden" name="from" value={from} />
    </>
  )
}

const productsOf = ({ _count: { products } }: Partner): string => formatProducts(products)

const mailedTo = ({ owner, email }: Partner, what = ''): string =>
  `We email${what || ' the partner'} at ${owner?.email ?? email}.`
