import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { CountryField, type Countries } from '#app/parts/sales/country-field.tsx'

/** The company details on the partner's invoices. */
export function BillingDetails({
  billing,
  countries,
  isOwner,
}: {
  billing: RouterOutputs['sales']['billing']
  countries: Countries
  isOwner: boolean
}) {
  const form = usePageForm('billing')
  const { Form } = form
  return (
    <Section
      id="billing-details"
      title="Billing details"
      hint={
        isOwner
          ? 'These details appear on future invoices only. Without them, we charge VAT at our own country’s rate. If you are in another EU country, add your VAT number so that the reverse charge applies.'
          : 'Only the store owner can change these.'
      }
    >
      <fieldset disabled={!isOwner} className="min-w-0">
        <Form {...form.props} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <input type="hidden" name="form" value="billing" />
          <FormMessage>{form.message}</FormMessage>
          <Field
            {...{ form, name: 'legalName', label: 'Legal name', autoComplete: 'organization', maxLength: 200 }}
            defaultValue={billing?.legalName ?? ''}
            className="sm:col-span-2"
            required
          />
          <TextAreaField
            {...{ form, name: 'address', label: 'Address', rows: 3 }}
            defaultValue={billing?.address ?? ''}
            className="sm:col-span-2"
          />
          <CountryField form={form} countries={countries} defaultValue={billing?.country ?? ''} />
          <Field
            {...{ form, name: 'vatNumber', label: 'VAT number', maxLength: 40 }}
            hint="Optional. We check that the format is valid."
            defaultValue={billing?.vatNumber ?? ''}
          />
          <Field
            {...{ form, name: 'purchaseOrder', label: 'Purchase order or reference', maxLength: 40 }}
            hint="Optional. Shown on each invoice."
            defaultValue={billing?.purchaseOrder ?? ''}
            className="sm:col-span-2"
          />
          {isOwner && (
            <SubmitButton form={form} busy="Saving..." className="justify-self-start px-7">
              Save billing details
            </SubmitButton>
          )}
        </Form>
      </fieldset>
    </Section>
  )
}
