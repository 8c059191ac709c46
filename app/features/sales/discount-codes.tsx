import { Act, Asking } from '#app/components/act-form.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatDate } from '#app/lib/format.ts'

/** The discount codes that attribute an order to us, and the plan's terms for them. */
export function DiscountCodes({
  codes,
  codesEarn,
  isOwner,
}: RouterOutputs['discountCodes']['list'] & { isOwner: boolean }) {
  return (
    <>
      <p className="text-sm text-muted">
        {codesEarn === null
          ? 'You have not accepted a plan yet, so you owe no commission on orders with a code.'
          : codesEarn
            ? 'Under your plan, you owe commission on orders with one of these codes, even without a click.'
            : 'Under your plan, an order with a code but no click is shown as “Not matched”. You owe no commission on it unless you confirm that we referred it.'}
      </p>
      {codes.length > 0 && (
        <ul className="mt-4 divide-y divide-line/60">
          {codes.map(({ code, createdAt, retiredAt }) => (
            <li key={code} className="py-2.5 text-sm">
              <p className="flex flex-wrap items-baseline gap-x-4">
                <code className={`wrap-anywhere ${retiredAt ? 'text-muted line-through' : 'font-medium'}`}>{code}</code>
                <span className="text-muted">
                  {retiredAt ? `Retired on ${formatDate(retiredAt)}` : `Since ${formatDate(createdAt)}`}
                </span>
              </p>
              {isOwner && !retiredAt && (
                <Asking label="Retire" who={code}>
                  <p className="text-muted">
                    We will no longer match new orders by this code. Earlier orders do not change.
                  </p>
                  <Act form={`retire ${code}`} fields={{ code }} busy="Retiring..." isFinal>
                    Yes, retire {code}
                  </Act>
                </Asking>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOwner ? (
        <NewCode key={codes.length} />
      ) : (
        <p className="mt-4 text-sm text-muted">Only the owner can add codes.</p>
      )}
    </>
  )
}

function NewCode() {
  const form = usePageForm('add-code')
  const { Form } = form
  return (
    <Form {...form.props} className="mt-5 grid max-w-md gap-4">
      <input type="hidden" name="form" value="add-code" />
      <FormMessage>{form.message}</FormMessage>
      <Field form={form} name="code" label="Code" placeholder="WTF10" autoComplete="off" maxLength={100} required />
      <SubmitButton form={form} busy="Adding..." look="quiet" className="justify-self-start px-7">
        Add code
      </SubmitButton>
    </Form>
  )
}
