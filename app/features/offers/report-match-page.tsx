import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { MAX_WORDS } from '#server/offers/offers.schema.ts'

type Reported = RouterOutputs['offers']['match']

/** The page to report that two products are not the same, signed in or not. */
export function ReportMatchPage({ match: { product, other }, isSent }: { match: Reported; isSent: boolean }) {
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto mt-[clamp(1.5rem,4vw,4rem)] max-w-2xl">
        <h1 className="text-(length:--text-section) leading-none tracking-tight">
          {isSent ? 'Thank you' : 'Not the same product?'}
        </h1>
        <ul className="mt-6 text-sm">
          {[product, other].map(({ id, name, partner }) => (
            <li key={id} className="text-muted wrap-anywhere">
              <Link to={paths.product(id)} className="link inline-flex min-h-11 items-center text-text">
                {name}
              </Link>{' '}
              from {partner.businessName}
            </li>
          ))}
        </ul>
        {isSent ? (
          <div role="status" className="mt-6">
            <p className="max-w-[60ch]">
              We have received your report. Our team will compare the two products and separate them if they differ.
              Until then nothing changes.
            </p>
            <p className="mt-7">
              <Link to={offerPaths.stores(product.id)} className="button button-quiet">
                Back to the stores
              </Link>
            </p>
          </div>
        ) : (
          <ReportForm />
        )}
      </div>
    </main>
  )
}

function ReportForm() {
  const form = usePageForm('report')
  const { Form } = form
  return (
    <Form {...form.props} className="mt-6 grid gap-5">
      <input type="hidden" name="form" value="report" />
      <TextAreaField
        form={form}
        name="words"
        label="What is different? (optional)"
        hint={`Up to ${MAX_WORDS} characters. No sign-in needed.`}
        rows={3}
      />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton form={form} busy="Sending..." className="px-7 sm:justify-self-start">
        Send report
      </SubmitButton>
    </Form>
  )
}
