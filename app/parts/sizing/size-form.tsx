import type { ReactNode } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import {
  AUDIENCE_NAMES,
  AUDIENCES,
  HOW_TO_MEASURE,
  MEASURE_NAMES,
  type Measure,
} from '#server/sizing/measures-values.schema.ts'
import { isEmpty, type ShopperSizesData } from '#server/sizing/person.schema.ts'
import { shownMeasure } from '#server/sizing/sizes-form.schema.ts'

interface SizeFormProps {
  form: FormState
  action: string
  /** The sizes known so far. */
  sizes: ShopperSizesData
  /** The measurements that the table uses. */
  asked: readonly Measure[]
  choices: RouterOutputs['fitting']['garmentChoices']
  /** Whether the account stores the sizes; null for visitors without a session. */
  account: boolean | null
  keepsHere: boolean
  /** The label of the submit button: 'Find my size'. */
  verb: string
  /**
   * Whether the form is about a product. Then the product determines whom a garment is for, and the form offers the
   * size at other brands. Otherwise the form asks whom the garment is for.
   */
  hasProduct: boolean
  /** The product's kind, preselected for a garment that fits. */
  kind?: string | undefined
  /** Additional fields. */
  children?: ReactNode
}

/** A shopper's measurements, and garments that fit them. Works without JavaScript. */
export function SizeForm({
  form,
  action,
  sizes,
  asked,
  choices,
  account,
  keepsHere,
  verb,
  hasProduct,
  kind,
  children,
}: SizeFormProps) {
  const { Form } = form
  return (
    <Form {...form.props} action={action} className="grid gap-6">
      <input type="hidden" name="form" value="size" />
      <input type="hidden" name="told" value={JSON.stringify(sizes)} />
      {children}
      {asked.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="font-display text-xl">Your measurements</legend>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            {asked.map((measure) => (
              <Field
                key={measure}
                form={form}
                name={measure}
                label={MEASURE_NAMES[measure]}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={shownMeasure(sizes.measures[measure], sizes.unit)}
                hint={HOW_TO_MEASURE[measure]}
              />
            ))}
            <SelectField form={form} name="unit" label="Unit" defaultValue={sizes.unit}>
              <option value="cm">centimetres</option>
              <option value="in">inches</option>
            </SelectField>
          </div>
        </fieldset>
      )}
      <fieldset className="min-w-0">
        <legend className="font-display text-xl">Something that fits you</legend>
        {sizes.garments.length > 0 && (
          <ul className="mt-3 grid gap-1">
            {sizes.garments.map(({ brand, category, size }, place) => (
              <li key={`${brand} ${category} ${size}`}>
                <label className="flex min-h-11 items-center gap-3 text-sm">
                  <input type="checkbox" name={`drop${place}`} className="size-5" />
                  <span className="wrap-anywhere">
                    Remove {brand}, {category.toLowerCase()}, {size}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Field form={form} name="brand" label="Brand" list="brands-with-sizes" autoComplete="off" maxLength={100} />
          <datalist id="brands-with-sizes">
            {choices.brands.map((brand) => (
              <option key={brand} value={brand} />
            ))}
          </datalist>
          <SelectField
            form={form}
            name="category"
            label="Category"
            defaultValue={kind ?? choices.categories[0]?.slug ?? ''}
          >
            {choices.categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
          <Field form={form} name="size" label="Size" autoComplete="off" maxLength={40} placeholder="M, UK 12, W32" />
          {!hasProduct && (
            <SelectField form={form} name="audience" label="Made for" defaultValue="women">
              {AUDIENCES.map((audience) => (
                <option key={audience} value={audience}>
                  {AUDIENCE_NAMES[audience]}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      </fieldset>
      {account !== null && (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="account" defaultChecked={account} className="size-5" />
          Save my measurements to my account
        </label>
      )}
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Looking..." className="w-full px-8 sm:w-auto" name="act" value="advise">
          {verb}
        </SubmitButton>
        {hasProduct && !isEmpty(sizes) && (
          <SubmitButton
            form={form}
            busy="Looking..."
            look="quiet"
            className="w-full sm:w-auto"
            name="act"
            value="brands"
          >
            See my size at other brands
          </SubmitButton>
        )}
        {!isEmpty(sizes) && (
          <SubmitButton
            form={form}
            busy="Deleting..."
            look="quiet"
            className="w-full sm:w-auto"
            name="act"
            value="forget"
          >
            Delete my sizes
          </SubmitButton>
        )}
      </div>
      {hasProduct && (
        <p className="max-w-[60ch] text-sm text-muted">
          {keepsHere ? 'Your measurements are kept on this device. We use them' : 'We use your measurements'} to find
          your size and don’t store them
          {account === null ? '' : ' unless you save them to your account'}.
        </p>
      )}
    </Form>
  )
}
