import { Link } from '#app/components/link.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { FLAG_NAMES, MAX_REPORT_WORDS, REPORT_KINDS } from '#server/moderation/moderation-values.schema.ts'

type Reported = RouterOutputs['moderation']['reported']

/** The page to report a product, signed in or not. @param props.sent set after the report was sent */
export function ReportPage({ product, sent }: { product: Reported; sent: { isAnswered: boolean } | null }) {
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto mt-[clamp(1.5rem,4vw,4rem)] max-w-2xl">
        <p className="text-sm text-muted wrap-anywhere">
          <Link to={paths.product(product.id)} className="link inline-flex min-h-11 items-center">
            {product.name}
          </Link>{' '}
          from {product.partner.businessName}
        </p>
        <h1 className="mt-2 text-(length:--text-section) leading-none tracking-tight">
          {sent ? 'Thank you' : 'Report this product'}
        </h1>
        {sent ? <Sent product={product} isAnswered={sent.isAnswered} /> : <ReportForm product={product} />}
      </div>
    </main>
  )
}

function Sent({ product, isAnswered }: { product: Reported; isAnswered: boolean }) {
  return (
    <div role="status" className="mt-6">
      <p className="max-w-[60ch]">
        Our team will review this product and remove it if something is wrong. Until then it stays listed. We never tell
        the store who reported it.
      </p>
      <p className="mt-3 max-w-[60ch] text-muted">
        {isAnswered
          ? 'We’ll email you the outcome.'
          : "You won't get a reply. To get one, you need an account with a confirmed email address."}
      </p>
      <p className="mt-7">
        <Link to={paths.product(product.id)} className="button button-quiet">
          Back to the product
        </Link>
      </p>
    </div>
  )
}

function ReportForm({ product }: { product: Reported }) {
  const form = usePageForm('report')
  const { Form } = form
  return (
    <Form {...form.props} className="mt-8 grid gap-5">
      <input type="hidden" name="form" value="report" />
      <SelectField form={form} name="kind" label="What is wrong?" defaultValue="">
        <option value="">Please choose</option>
        {REPORT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {FLAG_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        form={form}
        name="words"
        label="Details"
        hint={`Up to ${MAX_REPORT_WORDS.toLocaleString('en')} characters. ${product.isAnswered ? 'We’ll email you the outcome.' : 'No sign-in needed.'}`}
        rows={4}
      />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton form={form} busy="Sending..." className="px-7 sm:justify-self-start">
        Send report
      </SubmitButton>
    </Form>
  )
}
